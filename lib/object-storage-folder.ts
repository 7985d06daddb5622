import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ObjectStorage } from './object-storage.ts';
import { removeOldSpools, spoolFile } from './spool-file.ts';

/** What is not complete yet lies here; keys never begin with a dot. */
const incoming = '.incoming';

const keyForm = /^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)*$/;

/** Keeps objects as files below a folder, which it makes when it is needed. */
export function openFolderStorage(folder: string): ObjectStorage {
  const pathOf = (key: string): string => {
    if (!keyForm.test(key)) throw new Error(`'${key}' is no key of an object`);
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
      const { size } = await file.stat();
      if (!range) return { stream: createReadStream('', { fd: file }), size, isPart: false };
      const { first: start, last: end } = range;
      const stream = createReadStream('', { fd: file, start, end });
      return { stream, size: end - start + 1, isPart: true };
    },
    remove: (key) => fs.rm(pathOf(key), { force: true }),
    tidy: (before) => removeOldSpools(path.join(folder, incoming), before),
  };
}

/** Nobody but us reads there. */
async function makeFolder(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
}

/** A rename is on the disk when its folder is. */
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
