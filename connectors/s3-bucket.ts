import { AwsV4Signer } from 'aws4fetch';
import { refuse } from '../domain/errors.ts';
import type { ScanContext } from './asset-source.ts';
import type { StoredFile } from './file-sets.ts';
import { mostListed } from './file-store.ts';
import { requestSource } from './http-source.ts';
import type { SourceAnswer } from './http-source.ts';
import { readFailure, readListing } from './s3-listing.ts';
import { withoutSecrets } from './shown-secret.ts';

export type S3Credentials = {
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  sessionToken?: string | undefined;
};

/** Which bucket, where it is, and as whom it is read. */
export type S3Place = {
  bucket: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  credentials: S3Credentials;
  /** Names of the settings that hold the key, for messages. */
  keyNames?: string;
};

/** A bucket of S3 or of a store that speaks like it. */
export type S3Bucket = {
  bucket: string;
  /** Address of the bucket, without a slash at the end. */
  address: string;
  /** Its host, for messages. */
  shown: string;
  region: string;
  credentials: S3Credentials;
  /** Said when the store refuses somebody without a key. */
  advice: string;
  context: Pick<ScanContext, 'access' | 'signal'>;
};

const answerTimeoutMs = 60_000;

/** Where the bucket is; refuses with `source_refused` what is no name of a bucket or region, and half a key. */
export function bucketOf(place: S3Place, context: S3Bucket['context']): S3Bucket {
  const { bucket, endpoint, region = 'us-east-1', credentials, keyNames } = place;
  if (!/^[a-z0-9][a-z0-9._-]{1,253}$/i.test(bucket)) {
    refuse('source_refused', 'The location has no usable name of a bucket: s3://bucket/prefix');
  }
  if (!/^[a-z0-9-]{1,40}$/i.test(region)) refuse('source_refused', 'The region is no name of one');
  const { accessKeyId, secretAccessKey } = credentials;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    refuse('source_refused', 'accessKeyId and secretAccessKey belong together: one is missing');
  }
  const address = addressOf(bucket, region, endpoint);
  const advice = keyNames === undefined ? '' : `; no key is set (${keyNames})`;
  return { bucket, address, shown: new URL(address).host, region, credentials, advice, context };
}

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

/** A signed GET, or an unsigned one without a key. */
export async function askBucket(bucket: S3Bucket, question: Question): Promise<SourceAnswer> {
  const { access, signal } = bucket.context;
  const { url, range, ...limits } = question;
  const plain: Record<string, string> = range === undefined ? {} : { range };
  const headers = { ...plain, ...(await signedHeaders(bucket, url)) };
  const { allowedHosts } = access;
  const wish = { method: 'GET', url, headers, allowedHosts, timeoutMs: answerTimeoutMs } as const;
  return requestSource({ ...wish, signal, ...limits });
}

/** The headers by which a GET of an address of the bucket is signed; none without a key. */
export async function signedHeaders(
  { credentials, region }: S3Bucket,
  url: string,
): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  if (accessKeyId === undefined || secretAccessKey === undefined) return {};
  const token = sessionToken === undefined ? {} : { sessionToken };
  const key = { accessKeyId, secretAccessKey, ...token };
  const signer = new AwsV4Signer({ method: 'GET', url, ...key, service: 's3', region });
  const { headers } = await signer.sign();
  return Object.fromEntries(headers.entries());
}

/** Most bytes of a page of a listing. */
export const listingBytes = 8 * 1024 * 1024;

/** Address of a page of ListObjectsV2. */
export function listUrl(
  { address }: S3Bucket,
  prefix: string,
  options: Record<string, string>,
): string {
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...options };
  const written = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${address}/?${written.join('&')}`;
}

/** What a signature covers escapes more than `encodeURIComponent` does. */
const encodeKey = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Address of an object. */
export function objectUrl({ address }: S3Bucket, key: string): string {
  return `${address}/${key.split('/').map(encodeKey).join('/')}`;
}

/** A short sentence instead of XML, with the region when the bucket is in another one. */
export function bucketFailure(bucket: S3Bucket, { status, headers, body }: SourceAnswer): string {
  const region = headers['x-amz-bucket-region'];
  if (typeof region === 'string' && region !== bucket.region) {
    return `the bucket is in region ${region}`;
  }
  const said = readFailure(body.subarray(0, 4096).toString('utf8'));
  const secrets = Object.values(bucket.credentials).filter((secret) => secret !== undefined);
  const isUnsigned = status === 403 && bucket.credentials.accessKeyId === undefined;
  const message = `${bucket.shown} answered ${status}${said ? `, ${said}` : ''}`;
  return withoutSecrets(isUnsigned ? `${message}${bucket.advice}` : message, secrets);
}

/** The objects whose keys begin with the prefix and are admitted; throws when there are too many. */
export async function listObjects(
  bucket: S3Bucket,
  prefix: string,
  admits: (key: string) => boolean,
): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  let next: string | undefined;
  do {
    const options: Record<string, string> =
      next === undefined ? {} : { 'continuation-token': next };
    const url = listUrl(bucket, prefix, options);
    const answer = await askBucket(bucket, { url, limitBytes: listingBytes });
    if (answer.status !== 200) throw new Error(bucketFailure(bucket, answer));
    const page = readListing(answer.body.toString('utf8'));
    found.push(...page.files.filter(({ key }) => admits(key)));
    if (found.length > mostListed) {
      throw new Error(`more than ${mostListed} objects; name a longer prefix as the location`);
    }
    if (page.next !== undefined && page.next === next) throw new Error('the list does not end');
    next = page.next;
  } while (next !== undefined);
  return found;
}
