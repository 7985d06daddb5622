import type { Readable } from 'node:stream';

/** What was stored: its bytes, and their SHA-256 in hexadecimal digits. */
export type StoredObject = { size: number; sha256: string };

/** Bytes of an object, from the first to the last. */
export type ByteRange = { first: number; last: number };

/** Where files are kept, under keys of letters, digits, `-` and `/`. Whatever it throws tells no secret. */
export type ObjectStorage = {
  /** Stores what comes, whole or not at all; once it is done the object survives a crash. What `chunks` throws is thrown. */
  put: (key: string, chunks: AsyncIterable<Uint8Array>) => Promise<StoredObject>;
  /**
   * The object, or bytes that it has of it, to be read to the end or destroyed, with their number; undefined when there is none. It
   * may be the whole although a range was asked for.
   */
  get: (
    key: string,
    range?: ByteRange,
  ) => Promise<{ stream: Readable; size: number; isPart: boolean } | undefined>;
  /** Afterwards there is no such object, whether there was one or not. */
  remove: (key: string) => Promise<void>;
  /** Removes what processes that were killed have left behind in the middle of a `put`, when it is older. */
  tidy: (before: Date) => Promise<void>;
};

/** A bucket of S3 or of a store that speaks like it, and the key with which it is used. */
export type S3Settings = {
  bucket: string;
  /** Address of the store; Amazon's when left out. */
  endpoint: string | undefined;
  region: string;
  /** Before every key, e.g. `concordat/`. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** A folder of this machine, or a bucket. */
export type ObjectStorageSettings =
  { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings);
