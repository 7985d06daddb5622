import type { StoredFile } from './sets.ts';

/** A file that DuckDB can open. */
export type LocalCopy = {
  path: string;
  /** True when the file is only the beginning of what is stored. */
  isCut: boolean;
};

/** Storage of files: a folder of this machine, or a bucket. */
export type FileStore = {
  /** Kind and name of the outermost container. */
  root: { kind: 'directory' | 'bucket'; name: string };
  /** One sentence without secrets. */
  describe: () => string;
  /** The URL or path of a key, for people. */
  locate: (key: string) => string;
  /** All files that are not hidden; rejects when there are too many. */
  list: () => Promise<StoredFile[]>;
  /** Makes a file available to DuckDB, at least the part that determines its columns; rejects when that fails. */
  fetch: (file: StoredFile) => Promise<LocalCopy>;
  /** Removes fetched files; can be called again. */
  discard: () => Promise<void>;
};

/** An integration with more files must name a folder further in. */
export const maxListed = 500_000;
