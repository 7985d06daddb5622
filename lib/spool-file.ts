import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** A file that holds what came, until it is renamed or removed. */
export type SpooledFile = {
  file: string;
  size: number;
  /** In hexadecimal digits. */
  sha256: string;
  remove: () => Promise<void>;
};

/** Writes what comes into a new file of the folder, which is made when missing; leaves none when it does not come to its end. */
export async function spoolFile(
  folder: string,
  chunks: AsyncIterable<Uint8Array>,
  { flush = false } = {},
): Promise<SpooledFile> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomUUID());
  const remove = (): Promise<void> => fs.rm(file, { force: true });
  const handle = await fs.open(file, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      await handle.write(chunk);
    }
    if (flush) await handle.sync();
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await remove();
    throw error;
  }
  return { file, size, sha256: hash.digest('hex'), remove };
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
