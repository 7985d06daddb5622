import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStorage } from './object-storage.ts';
import { removeOldSpools, spoolFile } from './spool-file.ts';

/** Subfolder for incomplete files; keys never begin with a dot. */
const incoming = '.incoming';

const keyForm = /^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)*$/;

/** Stores objects as files in a folder, which is created on first use. */
export function openFolderStorage(folder: string): ObjectStorage {
  const pathOf = (key: string): string => {
    if (!keyForm.test(key)) throw new Error(`'${key}' is not a valid object key`);
    return path.join(folder, key);
  };
  return {
    put: async (key, chunks) => {
      const target = pathOf(key);
      const spooled = await spoolFile(path.join(folder, incoming), chunks);
      try {
        await makeFolder(path.dirname(target));
        await fs.rename(spooled.file, target);
        await flushFolder(path.dirname(target));
      } catch (error) {
        await spooled.remove();
        throw error;
      }
      return { size: spooled.size, sha256: spooled.sha256 };
    },
    get: async (key, range) => {
      const file = await fs.open(pathOf(key)).catch(undefinedIfMissing);
      if (!file) return undefined;
      const { size } = await file.stat().catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      if (!range) return { stream: createReadStream('', { fd: file }), size, isPart: false };
      const { first: start, last: end } = range;
      const stream = createReadStream('', { fd: file, start, end });
      return { stream, size: end - start + 1, isPart: true };
    },
    remove: (key) => fs.rm(pathOf(key), { force: true }),
    tidy: (before) => removeOldSpools(path.join(folder, incoming), before),
  };
}

/** Only this user may read the folder. */
async function makeFolder(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
}

/** A rename is durable only after a flush of its folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
