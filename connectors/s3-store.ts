import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AwsV4Signer } from 'aws4fetch';
import { refuse } from '../domain/errors.ts';
import type { ScanContext } from './asset-source.ts';
import { formatOf, isHidden } from './file-sets.ts';
import type { StoredFile } from './file-sets.ts';
import { mostListed } from './file-store.ts';
import type { FileStore, LocalCopy } from './file-store.ts';
import type { FileFormat } from './file-readers.ts';
import { requestSource } from './http-source.ts';
import type { SourceAnswer } from './http-source.ts';
import { readFailure, readListing } from './s3-listing.ts';

/** Where a bucket is, and as whom it is read. */
export type S3Settings = {
  location: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  declared: FileFormat | undefined;
  credentials: {
    accessKeyId?: string | undefined;
    secretAccessKey?: string | undefined;
    sessionToken?: string | undefined;
  };
};

/** So much of a text file is looked at; a compressed one has to fit. */
const sampleBytes = 16 * 1024 * 1024;
/** The end of a Parquet file that is asked for first; most have their whole footer in it. */
const footerBytes = 64 * 1024;
const answerTimeoutMs = 60_000;

type Bucket = S3Settings & {
  bucket: string;
  prefix: string;
  /** Address of the bucket, without a slash at the end. */
  address: string;
  shown: string;
  region: string;
  context: ScanContext;
};

/**
 * A bucket of S3 or of a store that speaks like it, read with signed requests, or unsigned ones without a key. Refuses with
 * `source_refused` hosts that are not allowed and what the store does not let us list.
 */
export async function openBucket(settings: S3Settings, context: ScanContext): Promise<FileStore> {
  const bucket = bucketOf(settings, context);
  await checkAccess(bucket);
  let folder: string | undefined;
  let fetched = 0;
  return {
    root: { kind: 'bucket', name: bucket.bucket },
    describe: () => `S3 bucket ${bucket.bucket} at ${bucket.shown}`,
    locate: (key) => `s3://${bucket.bucket}/${key}`,
    list: () => listAll(bucket),
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

function bucketOf(settings: S3Settings, context: ScanContext): Bucket {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(settings.location) ?? [];
  if (!/^[a-z0-9][a-z0-9._-]{1,253}$/i.test(bucket)) {
    refuse('source_refused', 'The location has no usable name of a bucket: s3://bucket/prefix');
  }
  const region = settings.region ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/i.test(region)) refuse('source_refused', 'The region is no name of one');
  const address = addressOf(bucket, region, settings.endpoint);
  const shown = new URL(address).host;
  return { ...settings, bucket, prefix: folderOf(prefix), region, address, shown, context };
}

const folderOf = (prefix: string): string =>
  prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;

/** Other stores have the bucket in the path; Amazon in the host, unless dots would break its certificate. */
function addressOf(bucket: string, region: string, endpoint: string | undefined): string {
  if (endpoint !== undefined) {
    if (!URL.canParse(endpoint)) refuse('source_refused', 'The endpoint is no URL');
    return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  }
  const ending = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return bucket.includes('.')
    ? `https://s3.${region}.${ending}/${bucket}`
    : `https://${bucket}.s3.${region}.${ending}`;
}

type Question = {
  url: string;
  range?: string;
  limitBytes: number;
  beyondLimit?: 'cut';
};

async function ask(bucket: Bucket, question: Question): Promise<SourceAnswer> {
  const { access, signal } = bucket.context;
  const { url, range, ...limits } = question;
  const plain: Record<string, string> = range === undefined ? {} : { range };
  const headers = { ...plain, ...(await signatureOf(bucket, url)) };
  const { allowedHosts } = access;
  const wish = { method: 'GET', url, headers, allowedHosts, timeoutMs: answerTimeoutMs } as const;
  return requestSource({ ...wish, signal, ...limits });
}

async function signatureOf({ credentials, region }: Bucket, url: string): Promise<SignedHeaders> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  if (accessKeyId === undefined || secretAccessKey === undefined) return {};
  const token = sessionToken === undefined ? {} : { sessionToken };
  const key = { accessKeyId, secretAccessKey, ...token };
  const signer = new AwsV4Signer({ method: 'GET', url, ...key, service: 's3', region });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers.entries());
}

type SignedHeaders = Record<string, string>;

function listUrl({ address, prefix }: Bucket, options: Record<string, string>): string {
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...options };
  const written = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${address}/?${written.join('&')}`;
}

const listingBytes = 8 * 1024 * 1024;

/** A short sentence instead of XML, with the region when the bucket is in another one. */
function failureOf(bucket: Bucket, { status, headers, body }: SourceAnswer): string {
  const region = headers['x-amz-bucket-region'];
  if (typeof region === 'string' && region !== bucket.region) {
    return `the bucket is in region ${region}`;
  }
  const said = readFailure(body.subarray(0, 4096).toString('utf8'));
  return withoutKeys(bucket, `${bucket.shown} answered ${status}${said ? `, ${said}` : ''}`);
}

function withoutKeys({ credentials }: Bucket, text: string): string {
  const secrets = Object.values(credentials).filter((secret) => secret !== undefined);
  return secrets.reduce((said, secret) => said.replaceAll(secret, '***'), text);
}

async function checkAccess(bucket: Bucket): Promise<void> {
  const { accessKeyId, secretAccessKey } = bucket.credentials;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    refuse('source_refused', 'accessKeyId and secretAccessKey belong together: one is missing');
  }
  const url = listUrl(bucket, { 'max-keys': '1' });
  const answer = await ask(bucket, { url, limitBytes: listingBytes }).catch((error: unknown) => {
    bucket.context.signal.throwIfAborted();
    throw error;
  });
  if (answer.status === 200) return;
  refuse('source_refused', `Could not list s3://${bucket.bucket}: ${failureOf(bucket, answer)}`);
}

async function listAll(bucket: Bucket): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  let next: string | undefined;
  do {
    const options: Record<string, string> =
      next === undefined ? {} : { 'continuation-token': next };
    const answer = await ask(bucket, { url: listUrl(bucket, options), limitBytes: listingBytes });
    if (answer.status !== 200) throw new Error(failureOf(bucket, answer));
    const page = readListing(answer.body.toString('utf8'));
    found.push(...page.files.filter(({ key }) => isShown(key, bucket.prefix)));
    if (found.length > mostListed) {
      throw new Error(`more than ${mostListed} objects; name a longer prefix as the location`);
    }
    if (page.next !== undefined && page.next === next) throw new Error('the list does not end');
    next = page.next;
  } while (next !== undefined);
  return found;
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
  const name = key.split('/').map(encodeKey).join('/');
  const answer = await ask(bucket, {
    url: `${bucket.address}/${name}`,
    limitBytes: sampleBytes,
    ...(part.range === '' ? {} : { range: part.range }),
    ...(part.beyond === undefined ? {} : { beyondLimit: part.beyond }),
  });
  if (answer.status !== 200 && answer.status !== 206) throw new Error(failureOf(bucket, answer));
  return answer.body;
}

/** What a signature covers escapes more than `encodeURIComponent` does. */
const encodeKey = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

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
