import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Limit of the downloads of one run, and also of its DuckDB spill files: more than sources need whose tests end within a lease,
 * and small enough that several runs in parallel fit on the disk of an ordinary worker.
 */
export const maxScratchBytes = 10 * 1024 ** 3;

/** A fuller disk gets no further files, because other processes use it too. */
const leastFreeBytes = 512 * 1024 ** 2;

/** The temporary folder of one run. */
export type ScratchFolder = {
  path: string;
  /** Throws when this many more bytes exceed the limit of the run or of the disk. */
  reserve: (bytes: number) => Promise<void>;
  /** Removes the folder with its files; can be called again. */
  remove: () => Promise<void>;
};

const namesOfFolders = 'concordat-run-';

/** Longer than any run: an older folder was left behind by a killed worker. */
const abandonedAfterMs = 6 * 60 * 60 * 1000;

/** Ignores folders that another process removes at the same time, and folders without permission. */
async function sweep(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((each) => each.startsWith(namesOfFolders))) {
    const folder = path.join(tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < abandonedAfterMs) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;

/** Creates a temporary folder that only this user can read, and removes folders of killed workers. */
export async function createScratchFolder(maxBytes = maxScratchBytes): Promise<ScratchFolder> {
  await sweep();
  const folder = await mkdtemp(path.join(tmpdir(), `${namesOfFolders}${process.pid}-`));
  let used = 0;
  return {
    path: folder,
    async reserve(bytes) {
      if (used + bytes > maxBytes) {
        throw new Error(
          `the files have more than ${gigabytes(maxBytes)} together; at most that much is fetched for a test`,
        );
      }
      const { bavail, bsize } = await statfs(folder);
      if (bytes > bavail * bsize - leastFreeBytes) {
        throw new Error(
          `the worker's temporary folder has no room for ${gigabytes(bytes)}; ${gigabytes(bavail * bsize)} are free`,
        );
      }
      used += bytes;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
