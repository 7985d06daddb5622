import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refuse } from '../../domain/errors.ts';
import { listUrl, objectUrl } from '../../lib/s3/bucket.ts';
import type { ScanContext } from '../asset-source.ts';
import { formatOf, isHidden } from '../files/sets.ts';
import type { StoredFile } from '../files/sets.ts';
import type { FileStore, LocalCopy } from '../files/store.ts';
import type { FileFormat } from '../files/readers.ts';
import {
  bucketFailure,
  bucketOf,
  hostOfBucket,
  listObjects,
  maxListingBytes,
  readBucket,
} from '../object-stores/s3-bucket.ts';
import type { GuardedBucket, S3Credentials } from '../object-stores/s3-bucket.ts';

/** Configuration of a bucket. */
export type S3Settings = {
  location: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  declared: FileFormat | undefined;
  credentials: S3Credentials;
};

/** Only this much of a text file is read; a compressed file must not be larger. */
const maxSampleBytes = 16 * 1024 * 1024;
/** The end of a Parquet file is read first; it contains the whole footer of most files. */
const footerBytes = 64 * 1024;

type Bucket = GuardedBucket & { prefix: string; declared: FileFormat | undefined };

/**
 * Opens a bucket of S3 or of an S3-compatible store; requests are unsigned without a key. Refuses with `source_refused` hosts that
 * are not allowed and buckets that the key may not list.
 */
export async function openBucket(settings: S3Settings, context: ScanContext): Promise<FileStore> {
  const [, name = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(settings.location) ?? [];
  const opened = bucketOf({ ...settings, bucket: name }, context);
  const bucket = { ...opened, prefix: folderOf(prefix), declared: settings.declared };
  await checkAccess(bucket);
  let folder: string | undefined;
  let fetched = 0;
  return {
    root: { kind: 'bucket', name },
    describe: () => `S3 bucket ${name} at ${hostOfBucket(bucket)}`,
    locate: (key) => `s3://${name}/${key}`,
    list: () => listObjects(bucket, bucket.prefix, (key) => isShown(key, bucket.prefix)),
    async fetch(file) {
      folder ??= await mkdtemp(path.join(tmpdir(), `concordat-s3-${process.pid}-`));
      const { body, isCut } = await fetchSample(bucket, file);
      const ending = /\.(?:gz|zst)$/.exec(file.key)?.[0] ?? '';
      const target = path.join(folder, `${fetched++}${ending}`);
      await writeFile(target, body);
      return { path: target, isCut };
    },
    async discard() {
      const old = folder;
      folder = undefined;
      if (old !== undefined) await rm(old, { recursive: true, force: true });
    },
  };
}

const folderOf = (prefix: string): string =>
  prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;

async function checkAccess(bucket: Bucket): Promise<void> {
  const url = listUrl(bucket, bucket.prefix, { 'max-keys': '1' });
  const answer = await readBucket(bucket, { url, limitBytes: maxListingBytes });
  if (answer.status === 200) return;
  const failure = bucketFailure(bucket, answer);
  refuse('source_refused', `Could not list s3://${bucket.name}: ${failure}`);
}

/** A key that ends in a slash is a placeholder for a folder. */
function isShown(key: string, prefix: string): boolean {
  return !key.endsWith('/') && !key.slice(prefix.length).split('/').some(isHidden);
}

async function fetchSample(
  bucket: Bucket,
  file: StoredFile,
): Promise<Omit<LocalCopy, 'path'> & { body: Buffer }> {
  if (formatOf(file.key, bucket.declared) === 'parquet') return fetchFooter(bucket, file);
  const isCompressed = /\.(?:gz|zst)$/.test(file.key);
  if (isCompressed && file.bytes > maxSampleBytes) {
    throw new Error(`the file is compressed and larger than ${maxSampleBytes} bytes`);
  }
  const range = file.bytes > 0 ? { first: 0, last: maxSampleBytes - 1 } : undefined;
  const body = await fetchRange(bucket, file, { range, beyondLimit: 'cut' });
  return { body, isCut: body.length < file.bytes };
}

type Part = { range: { first: number; last: number } | undefined; beyondLimit?: 'cut' };

async function fetchRange(bucket: Bucket, { key }: StoredFile, part: Part): Promise<Buffer> {
  const url = objectUrl(bucket, key);
  const answer = await readBucket(bucket, { url, limitBytes: maxSampleBytes, ...part });
  if (answer.status !== 200 && answer.status !== 206)
    throw new Error(bucketFailure(bucket, answer));
  return answer.body;
}

const magic = Buffer.from('PAR1');

/** Makes a file of the footer alone: DuckDB reads nothing else to describe the columns. */
async function fetchFooter(
  bucket: Bucket,
  file: StoredFile,
): Promise<{ body: Buffer; isCut: boolean }> {
  let end = await fetchEnd(bucket, file, footerBytes);
  if (end.length < 12 || !end.subarray(-4).equals(magic))
    throw new Error('the file is not in the Parquet format');
  const length = end.readUInt32LE(end.length - 8) + 8;
  if (length > maxSampleBytes || length > file.bytes) throw new Error('the footer is too long');
  if (length > end.length) end = await fetchEnd(bucket, file, length);
  if (length > end.length) throw new Error('the footer is incomplete');
  return { body: Buffer.concat([magic, end.subarray(end.length - length)]), isCut: false };
}

/** A store that ignores ranges answers with the whole file, which also works when the file is short. */
const fetchEnd = (bucket: Bucket, file: StoredFile, bytes: number): Promise<Buffer> =>
  fetchRange(bucket, file, {
    range: file.bytes <= bytes ? undefined : { first: file.bytes - bytes, last: file.bytes - 1 },
  });
