/** A file of a folder or bucket. */
export type PlacedFile = {
  /** The real path, or the key in the bucket. */
  key: string;
  bytes: number;
};

/** The storage of a server's files: folders of this machine, or a bucket. */
export type FilePlace = {
  /**
   * The files that match a path or glob, sorted; empty when there are none; or the reason why these files cannot be read. Rejects
   * when no file of the storage can be read.
   */
  find: (pattern: string) => Promise<PlacedFile[] | { unreadable: string }>;
  /** Makes the files available to DuckDB and returns their paths in order; rejects when a file was deleted or space runs out. */
  fetch: (files: readonly PlacedFile[]) => Promise<string[]>;
  /** Names of fetched files in messages, by path; other files appear with their base name. */
  shownNames: () => ReadonlyMap<string, string>;
  /** The reason in messages when a table is missing. */
  absence: string;
};
