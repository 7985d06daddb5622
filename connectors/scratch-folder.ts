import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * What one run may fetch, and what its DuckDB may spill, each: more than the sources whose tests end within a lease
 * have, and little enough that a few runs side by side fit on the disk of an ordinary worker.
 */
export const mostScratchBytes = 10 * 1024 ** 3;

/** A disk that is fuller than this gets nothing more: others write to it, too. */
const leastFreeBytes = 512 * 1024 ** 2;

/** A temporary folder of one run. */
export type ScratchFolder = {
  path: string;
  /** Throws when so many bytes more are too many for a run, or for the disk. */
  reserve: (bytes: number) => Promise<void>;
  /** Removes the folder and what is in it; harmless when it is gone. */
  remove: () => Promise<void>;
};

const namesOfFolders = 'concordat-run-';

/** Longer than any run: a folder of that age was left behind by a worker that was killed. */
const abandonedAfterMs = 6 * 60 * 60 * 1000;

/** What others remove at the same time, or may not be removed, is left. */
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

/** Makes a temporary folder that nobody else can read, and removes those that killed workers left behind. */
export async function createScratchFolder(mostBytes = mostScratchBytes): Promise<ScratchFolder> {
  await sweep();
  const folder = await mkdtemp(path.join(tmpdir(), `${namesOfFolders}${process.pid}-`));
  let used = 0;
  return {
    path: folder,
    async reserve(bytes) {
      if (used + bytes > mostBytes) {
        throw new Error(
          `the files have more than ${gigabytes(mostBytes)} together; at most that much is fetched for a test`,
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
