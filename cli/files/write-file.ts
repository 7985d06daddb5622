import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';

export type WrittenFile = {
  file: string;
  text: string;
  /** The option that named the file or its folder. */
  option: string;
  appends?: boolean;
};

/** Writes a file that an option names, and makes its folders. Fails with the folder and the advice if the account cannot write there. */
export function writeFile({ file, text, option, appends = false }: WrittenFile): void {
  const folder = path.dirname(file);
  try {
    makeFolder(folder);
    fs.writeFileSync(file, text, { flag: appends ? 'a' : 'w' });
  } catch (error) {
    throw new Failure(
      `Nothing can be written to ${folder} (${(error as Error).message}): make the folder writable for your account, or name another place with ${option}.`,
    );
  }
}

/** Makes a folder and those above it. The `recursive` of Node.js never returns below /proc or a dangling link, where the parent exists and the child is still not found. */
export function makeFolder(folder: string, mode?: number): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    // Another command may have made the folder in the meantime.
    if (!fs.existsSync(folder)) throw error;
  }
}
