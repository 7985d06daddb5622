import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Where the demo keeps what it needs, below DATA_DIR. */
export type DemoFolder = {
  root: string;
  /** Made for the contract tests, which may read this folder and not the secrets beside it. */
  files: string;
  keyFile: string;
  passwordFile: string;
  /** What was stored and tested by the demo, so that a second start has nothing to do. */
  notesFile: string;
};

/** The places of the demo below DATA_DIR, whether they exist or not. */
export function demoFolderOf(dataDir: string): DemoFolder {
  const root = path.join(dataDir, 'demo');
  return {
    root,
    files: path.join(root, 'files'),
    keyFile: path.join(root, 'api-key'),
    passwordFile: path.join(root, 'postgres-password'),
    notesFile: path.join(root, 'notes.json'),
  };
}

/** True when an earlier start has loaded the demo, or begun to. */
export function hasDemo(dataDir: string): boolean {
  return fs.existsSync(demoFolderOf(dataDir).root);
}

/** The password of the reader of the demo's Postgres schema, made when there is none. */
export function readerPassword(folder: DemoFolder): string {
  fs.mkdirSync(folder.root, { recursive: true, mode: 0o700 });
  const known = readText(folder.passwordFile);
  if (known !== undefined) return known;
  const made = randomBytes(24).toString('base64url');
  writePrivately(folder.passwordFile, made);
  return made;
}

/** The trimmed text of a file; undefined when it is missing or empty. */
export function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that only we can read, whole or not at all. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.new`;
  fs.rmSync(unfinished, { force: true });
  fs.writeFileSync(unfinished, `${text}\n`, { mode: 0o600, flush: true });
  fs.renameSync(unfinished, file);
}
