import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Files of the demo below DATA_DIR. */
export type DemoFolder = {
  root: string;
  /** A separate folder, which contract tests may read, without access to the secrets beside it. */
  files: string;
  keyFile: string;
  passwordFile: string;
  /** Records what the demo has stored and tested, so that a second start has nothing to do. */
  notesFile: string;
};

/** The paths of the demo below DATA_DIR, existing or not. */
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

/** True if an earlier start has loaded the demo, or started to. */
export function hasDemo(dataDir: string): boolean {
  return fs.existsSync(demoFolderOf(dataDir).root);
}

/** The password of the reader of the demo's Postgres schema, created if missing. */
export function readerPassword(folder: DemoFolder): string {
  fs.mkdirSync(folder.root, { recursive: true, mode: 0o700 });
  const known = readText(folder.passwordFile);
  if (known !== undefined) return known;
  const made = randomBytes(24).toString('base64url');
  writePrivately(folder.passwordFile, made);
  return made;
}

/** The trimmed text of a file; undefined if it is missing or empty. */
export function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that only this account can read, atomically. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.new`;
  fs.rmSync(unfinished, { force: true });
  fs.writeFileSync(unfinished, `${text}\n`, { mode: 0o600, flush: true });
  fs.renameSync(unfinished, file);
}
