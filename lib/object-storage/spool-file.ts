import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Number of bytes written, and their SHA-256 in hexadecimal digits. */
type Spooled = { size: number; sha256: string };

/** A complete file that is later renamed or removed. */
export type SpooledFile = Spooled & { file: string; remove: () => Promise<void> };

/** Writes the chunks to a new file in the folder, which is created if missing. An error removes the file. */
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

/** An unlinked file: it disappears when it is closed or when the process ends. */
export type UnnamedFile = Spooled & { handle: FileHandle };

/** Writes the chunks to an unlinked temporary file; the caller closes it. */
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
    // Unlike `write`, `writeFile` continues until everything is written, or throws when the disk is full.
    await handle.writeFile(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

/** Removes files older than `before`, which processes that were killed have left behind. */
export async function removeOldSpools(folder: string, before: Date): Promise<void> {
  const names = (await fs.readdir(folder).catch(undefinedIfMissing)) ?? [];
  for (const name of names) {
    const file = path.join(folder, name);
    // Another process may have renamed or removed the file meanwhile.
    const found = await fs.stat(file).catch(undefinedIfMissing);
    if (found && found.mtime < before) await fs.rm(file, { force: true });
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
