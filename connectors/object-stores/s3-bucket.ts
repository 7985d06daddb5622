import { refuse } from '../../domain/errors.ts';
import { readFailure, readListing } from '../../lib/s3/answers.ts';
import type { ObjectPage, S3Object } from '../../lib/s3/answers.ts';
import { bucketUrl, listUrl, objectUrl, signRequest } from '../../lib/s3/bucket.ts';
import type { S3Bucket, S3Key } from '../../lib/s3/bucket.ts';
import type { ScanContext } from '../asset-source.ts';
import { followPages } from '../http/page-chain.ts';
import { withoutSecrets } from '../http/shown-secret.ts';
import { requestSource } from '../http/source.ts';
import type { SourceAnswer, SourceRequest } from '../http/source.ts';
import { gatherObjects } from './place.ts';
import type { ObjectStore } from './place.ts';

/** An access key as configured; requests are unsigned without one. */
export type S3Credentials = { [Name in keyof S3Key]?: S3Key[Name] | undefined };

/** A bucket as configured. */
export type S3Place = {
  bucket: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  credentials: S3Credentials;
  /** Names of the settings that hold the key, for messages. */
  keyNames?: string;
};

/** A bucket that is read with requests to allowed hosts only. */
export type GuardedBucket = S3Bucket & {
  name: string;
  /** Ends the message when the store refuses an unsigned request. */
  advice: string;
  context: Pick<ScanContext, 'access' | 'signal'>;
};

const answerTimeoutMs = 60_000;

/** Checks the configuration of a bucket; refuses with `source_refused` an invalid name, region or endpoint, and half a key. */
export function bucketOf(place: S3Place, context: GuardedBucket['context']): GuardedBucket {
  const { bucket: name, endpoint, region = 'us-east-1', keyNames } = place;
  if (!/^[a-z0-9][a-z0-9._-]{1,253}$/i.test(name)) {
    refuse(
      'source_refused',
      'The location contains no valid bucket name; it must be like s3://bucket/prefix',
    );
  }
  if (!/^[a-z0-9-]{1,40}$/i.test(region))
    refuse('source_refused', 'The region is not a valid name such as eu-west-1');
  const key = keyOf(place.credentials);
  if (endpoint !== undefined && !URL.canParse(endpoint)) {
    refuse('source_refused', 'The endpoint is not a URL');
  }
  const url = bucketUrl({ bucket: name, endpoint, region });
  const advice = keyNames === undefined ? '' : `; no key is set (${keyNames})`;
  return { name, url, region, key, advice, context };
}

function keyOf(credentials: S3Credentials): S3Key | undefined {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { accessKeyId, secretAccessKey, sessionToken };
  }
  return refuse(
    'source_refused',
    'accessKeyId and secretAccessKey belong together: one is missing',
  );
}

/** The host of the bucket, for messages. */
export const hostOfBucket = ({ url }: S3Bucket): string => new URL(url).host;

type Read = Pick<SourceRequest, 'limitBytes' | 'beyondLimit'> & {
  url: string;
  range?: { first: number; last: number } | undefined;
};

/** Sends a GET, signed when the bucket has a key. */
export async function readBucket(
  bucket: GuardedBucket,
  { url, range, ...limits }: Read,
): Promise<SourceAnswer> {
  const { access, signal } = bucket.context;
  const { headers } = await signRequest(bucket, { url, range });
  const { allowedHosts } = access;
  const timeoutMs = answerTimeoutMs;
  return requestSource({ method: 'GET', url, headers, allowedHosts, timeoutMs, signal, ...limits });
}

/** One sentence instead of XML; it names the region of the bucket when the configured one is wrong. */
export function bucketFailure(
  bucket: GuardedBucket,
  { status, headers, body }: SourceAnswer,
): string {
  const region = headers['x-amz-bucket-region'];
  if (typeof region === 'string' && region !== bucket.region) {
    return `the bucket is in region ${region}`;
  }
  const failure = readFailure(body.subarray(0, 4096).toString('utf8'));
  const secrets = Object.values(bucket.key ?? {}).filter((secret) => secret !== undefined);
  const isUnsigned = status === 403 && bucket.key === undefined;
  const message = `${hostOfBucket(bucket)} answered ${status}${failure ? `, ${failure}` : ''}`;
  return withoutSecrets(isUnsigned ? `${message}${bucket.advice}` : message, secrets);
}

/** Limit of one page of a listing, which has at most 1000 keys. */
export const maxListingBytes = 8 * 1024 * 1024;

async function listPage(
  bucket: GuardedBucket,
  prefix: string,
  options?: Record<string, string>,
): Promise<ObjectPage> {
  const url = listUrl(bucket, prefix, options);
  const answer = await readBucket(bucket, { url, limitBytes: maxListingBytes });
  if (answer.status !== 200) throw new Error(bucketFailure(bucket, answer));
  return readListing(answer.body.toString('utf8'));
}

/** The objects whose keys begin with the prefix and are admitted; throws when there are too many. */
export function listObjects(
  bucket: GuardedBucket,
  prefix: string,
  admits: (key: string) => boolean,
): Promise<S3Object[]> {
  const objects = followPages('objects', async (token) => {
    const options = token === undefined ? {} : { 'continuation-token': token };
    const { files, next } = await listPage(bucket, prefix, options);
    return { items: files, next };
  });
  return gatherObjects(objects, admits);
}

/** The objects of a bucket, whose URLs begin with the scheme. */
export function s3Objects(bucket: GuardedBucket, scheme: string): ObjectStore {
  return {
    shown: `${scheme}://${bucket.name}`,
    allowedHosts: bucket.context.access.allowedHosts,
    signal: bucket.context.signal,
    list: (prefix, admits) => listObjects(bucket, prefix, admits),
    first: async (prefix) => (await listPage(bucket, prefix, { delimiter: '/' })).files[0],
    locate: (key) => signRequest(bucket, { url: objectUrl(bucket, key) }),
    explain: (answer) => bucketFailure(bucket, answer),
  };
}
