import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** What came: how many bytes, and their SHA-256 in hexadecimal digits. */
type Spooled = { size: number; sha256: string };

/** A file that holds what came, until it is renamed or removed. */
export type SpooledFile = Spooled & { file: string; remove: () => Promise<void> };

/** Writes what comes into a new file of the folder, which is made when missing; leaves none when it does not come to its end. */
export async function spoolFile(
  folder: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<SpooledFile> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomUUID());
  const remove = (): Promise<void> => fs.rm(file, { force: true });
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    const spooled = await writeAll(handle, chunks);
    await handle.sync();
    await handle.close();
    return { ...spooled, file, remove };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await remove();
    throw error;
  }
}

/** A file without a name: it is gone when it is closed, or the process has ended. */
export type UnnamedFile = Spooled & { handle: FileHandle };

/** Writes what comes into a file of the folder for temporary files that nobody else finds; whoever gets it closes it. */
export async function spoolUnnamed(chunks: AsyncIterable<Uint8Array>): Promise<UnnamedFile> {
  const file = path.join(os.tmpdir(), `concordat-spool-${randomUUID()}`);
  const handle = await fs.open(file, 'wx+', 0o600);
  try {
    await fs.rm(file);
    return { ...(await writeAll(handle, chunks)), handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    size += chunk.length;
    // Unlike `write`, it goes on until all of it is written, or says that the disk is full.
    await handle.writeFile(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

/** Removes files of the folder that are older: what processes that were killed have left behind. */
export async function removeOldSpools(folder: string, before: Date): Promise<void> {
  const names = (await fs.readdir(folder).catch(undefinedIfMissing)) ?? [];
  for (const name of names) {
    const file = path.join(folder, name);
    // It may have been renamed or removed meanwhile.
    const found = await fs.stat(file).catch(undefinedIfMissing);
    if (found && found.mtime < before) await fs.rm(file, { force: true });
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
