import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refuse } from '../domain/errors.ts';
import type { ScanContext } from './asset-source.ts';
import { formatOf, isHidden } from './file-sets.ts';
import type { StoredFile } from './file-sets.ts';
import type { FileStore, LocalCopy } from './file-store.ts';
import type { FileFormat } from './file-readers.ts';
import {
  askBucket,
  bucketFailure,
  bucketOf,
  listingBytes,
  listObjects,
  listUrl,
  objectUrl,
} from './s3-bucket.ts';
import type { S3Bucket, S3Credentials } from './s3-bucket.ts';

/** Where a bucket is, and as whom it is read. */
export type S3Settings = {
  location: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  declared: FileFormat | undefined;
  credentials: S3Credentials;
};

/** So much of a text file is looked at; a compressed one has to fit. */
const sampleBytes = 16 * 1024 * 1024;
/** The end of a Parquet file that is asked for first; most have their whole footer in it. */
const footerBytes = 64 * 1024;

type Bucket = S3Bucket & { prefix: string; declared: FileFormat | undefined };

/**
 * A bucket of S3 or of a store that speaks like it, read with signed requests, or unsigned ones without a key. Refuses with
 * `source_refused` hosts that are not allowed and what the store does not let us list.
 */
export async function openBucket(settings: S3Settings, context: ScanContext): Promise<FileStore> {
  const [, name = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(settings.location) ?? [];
  const opened = bucketOf({ ...settings, bucket: name }, context);
  const bucket = { ...opened, prefix: folderOf(prefix), declared: settings.declared };
  await checkAccess(bucket);
  let folder: string | undefined;
  let fetched = 0;
  return {
    root: { kind: 'bucket', name: bucket.bucket },
    describe: () => `S3 bucket ${bucket.bucket} at ${bucket.shown}`,
    locate: (key) => `s3://${bucket.bucket}/${key}`,
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
  const answer = await askBucket(bucket, { url, limitBytes: listingBytes });
  if (answer.status === 200) return;
  const failure = bucketFailure(bucket, answer);
  refuse('source_refused', `Could not list s3://${bucket.bucket}: ${failure}`);
}

/** Keys that end in a slash stand for folders. */
function isShown(key: string, prefix: string): boolean {
  return !key.endsWith('/') && !key.slice(prefix.length).split('/').some(isHidden);
}

async function fetchSample(
  bucket: Bucket,
  file: StoredFile,
): Promise<Omit<LocalCopy, 'path'> & { body: Buffer }> {
  if (formatOf(file.key, bucket.declared) === 'parquet') return fetchFooter(bucket, file);
  const isCompressed = /\.(?:gz|zst)$/.test(file.key);
  if (isCompressed && file.bytes > sampleBytes) {
    throw new Error(`the file is compressed and larger than ${sampleBytes} bytes`);
  }
  const range = `bytes=0-${sampleBytes - 1}`;
  const body = await fetchRange(bucket, file, {
    range: file.bytes > 0 ? range : '',
    beyond: 'cut',
  });
  return { body, isCut: body.length < file.bytes };
}

type Part = { range: string; beyond?: 'cut' };

async function fetchRange(bucket: Bucket, { key }: StoredFile, part: Part): Promise<Buffer> {
  const answer = await askBucket(bucket, {
    url: objectUrl(bucket, key),
    limitBytes: sampleBytes,
    ...(part.range === '' ? {} : { range: part.range }),
    ...(part.beyond === undefined ? {} : { beyondLimit: part.beyond }),
  });
  if (answer.status !== 200 && answer.status !== 206)
    throw new Error(bucketFailure(bucket, answer));
  return answer.body;
}

const magic = Buffer.from('PAR1');

/** A file of the footer alone: it is all that DuckDB reads to tell the columns. */
async function fetchFooter(
  bucket: Bucket,
  file: StoredFile,
): Promise<{ body: Buffer; isCut: boolean }> {
  let end = await fetchEnd(bucket, file, footerBytes);
  if (end.length < 12 || !end.subarray(-4).equals(magic)) throw new Error('the file is no Parquet');
  const length = end.readUInt32LE(end.length - 8) + 8;
  if (length > sampleBytes || length > file.bytes) throw new Error('the footer is too long');
  if (length > end.length) end = await fetchEnd(bucket, file, length);
  if (length > end.length) throw new Error('the footer is cut off');
  return { body: Buffer.concat([magic, end.subarray(end.length - length)]), isCut: false };
}

/** A store that knows no ranges answers with the whole file, which does as well when it is short. */
const fetchEnd = (bucket: Bucket, file: StoredFile, bytes: number): Promise<Buffer> =>
  fetchRange(bucket, file, {
    range: file.bytes <= bytes ? '' : `bytes=${file.bytes - bytes}-${file.bytes - 1}`,
  });
