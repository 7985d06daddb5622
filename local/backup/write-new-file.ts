import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { isProblem, messageOf, problem } from '../problem.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Compresses the chunks into a file that only this account can read, and returns its size. The file has its name only when it is
 * complete and on the disk. Refuses an existing file unless `force` is set.
 */
export async function writeNewFile(
  file: string,
  { force }: { force: boolean },
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  if (!force && fs.existsSync(file)) throw alreadyThere(file);
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`;
  const remove = (): void => fs.rmSync(draft, { force: true });
  const interrupted = (): void => {
    remove();
    process.exit(1);
  };
  for (const name of signals) process.once(name, interrupted);
  try {
    const bytes = await writeDraft(draft, chunks);
    if (!force) claim(file);
    fs.renameSync(draft, file);
    flushFolder(path.dirname(file));
    return bytes;
  } catch (error) {
    remove();
    throw explain(file, error);
  } finally {
    for (const name of signals) process.off(name, interrupted);
  }
}

async function writeDraft(draft: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await fs.promises.open(draft, 'wx', 0o600);
  try {
    const out = fs.createWriteStream('', { fd: handle.fd, autoClose: false });
    await pipeline(chunks, createGzip(), out);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    return size;
  } catch (error) {
    // A stream that failed has closed the file.
    await handle.close().catch(() => undefined);
    throw error;
  }
}

/** Makes an empty file of this name, which fails if another program has made one meanwhile. */
function claim(file: string): void {
  fs.closeSync(fs.openSync(file, 'wx', 0o600));
}

/** A rename is durable only after a flush of its folder. */
function flushFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function explain(file: string, error: unknown): unknown {
  const { code, syscall } = Object(error) as { code?: string; syscall?: string };
  if (code === 'EEXIST') return alreadyThere(file);
  if (isProblem(error) || syscall === undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return problem(
      `${file} cannot be written, because its disk is full: free space, or name a file elsewhere.`,
    );
  return problem(`${file} cannot be written: ${messageOf(error)}.`);
}

function alreadyThere(file: string): Error {
  return problem(`${file} already exists: name another file, or replace it with --force.`);
}
