/** A file of a folder or bucket. */
export type PlacedFile = {
  /** Real path, or key in the bucket. */
  key: string;
  bytes: number;
};

/** Where the files of a server are: folders of this machine, or a bucket. */
export type FilePlace = {
  /**
   * The files that a path or glob names, sorted; none when nothing is there; or why just these cannot be read. Rejects with what
   * keeps all from being read.
   */
  find: (pattern: string) => Promise<PlacedFile[] | { unreadable: string }>;
  /** Paths of the files where DuckDB can open them, in their order; rejects when one is gone or there is no room. */
  bring: (files: readonly PlacedFile[]) => Promise<string[]>;
  /** How messages name files that were brought, by their paths; those that are not in it by their last name. */
  shownNames: () => ReadonlyMap<string, string>;
  /** Why a table is not there. */
  absence: string;
};
