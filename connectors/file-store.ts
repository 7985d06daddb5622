import type { StoredFile } from './file-sets.ts';

/** A file that DuckDB can open. */
export type LocalCopy = {
  path: string;
  /** True when the file is only the beginning of what is stored. */
  isCut: boolean;
};

/** Where files are: a folder of this machine, or a bucket. */
export type FileStore = {
  /** Kind and name of the outermost container. */
  root: { kind: 'directory' | 'bucket'; name: string };
  /** In one sentence without secrets. */
  describe: () => string;
  /** How people write the place of a key. */
  locate: (key: string) => string;
  /** All files that are not hidden; rejects when there are too many. */
  list: () => Promise<StoredFile[]>;
  /** Brings a file where DuckDB can open it, as far as its columns need it; rejects when that cannot be. */
  fetch: (file: StoredFile) => Promise<LocalCopy>;
  /** Removes what was fetched; harmless when nothing was. */
  discard: () => Promise<void>;
};

/** More files than this are not listed: the integration should name a folder further in. */
export const mostListed = 500_000;
