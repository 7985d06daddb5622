import type { Readable } from 'node:stream';

/** Size in bytes of a stored object, and its SHA-256 in hexadecimal digits. */
export type StoredObject = { size: number; sha256: string };

/** A range of bytes; both ends are inclusive. */
export type ByteRange = { first: number; last: number };

/** Storage of files under keys of letters, digits, `-` and `/`. Its errors contain no secrets. */
export type ObjectStorage = {
  /**
   * Stores the chunks, completely or not at all; once the promise resolves, the object survives a crash. An error of `chunks` is
   * rethrown.
   */
  put: (key: string, chunks: AsyncIterable<Uint8Array>) => Promise<StoredObject>;
  /**
   * Opens an object, or the requested range, with its number of bytes; undefined if it does not exist. The caller reads the
   * stream to its end or destroys it. A store without range support returns the whole object.
   */
  get: (
    key: string,
    range?: ByteRange,
  ) => Promise<{ stream: Readable; size: number; isPart: boolean } | undefined>;
  /** Removes the object if it exists. */
  remove: (key: string) => Promise<void>;
  /** Removes files left behind by processes that were killed during a `put`, if they are older than `before`. */
  tidy: (before: Date) => Promise<void>;
};

/** A bucket of S3 or of a compatible store, and its access key. */
export type S3Settings = {
  bucket: string;
  /** Address of the store; Amazon S3 if undefined. */
  endpoint: string | undefined;
  region: string;
  /** Prefix of every key, e.g. `concordat/`. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** A local folder, or a bucket. */
export type ObjectStorageSettings =
  | { kind: 'folder'; folder: string }
  | ({ kind: 's3' } & S3Settings);
