import { AwsV4Signer } from 'aws4fetch';

/** An access key; temporary ones have a session token. */
export type S3Key = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
};

/** A bucket of Amazon S3 or of a store that implements its protocol. */
export type S3Bucket = {
  /** Without a slash at the end. */
  url: string;
  region: string;
  /** Requests are unsigned without a key. */
  key: S3Key | undefined;
};

/** A request that is ready to be sent. Callers send it, because connectors may reach allowed hosts only. */
export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
};

/** The URL of a bucket. Amazon has the bucket in the host, unless dots break the certificate; other stores have it in the path. */
export function bucketUrl(place: {
  bucket: string;
  endpoint?: string | undefined;
  region: string;
}): string {
  const { bucket, endpoint, region } = place;
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const ending = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return bucket.includes('.')
    ? `https://s3.${region}.${ending}/${bucket}`
    : `https://${bucket}.s3.${region}.${ending}`;
}

/** A signature covers paths in which more is escaped than `encodeURIComponent` does. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The URL of an object. */
export function objectUrl({ url }: S3Bucket, key: string): string {
  return `${url}/${key.split('/').map(encodeName).join('/')}`;
}

/** The URL of a page of ListObjectsV2; `readListing` reads the answer. */
export function listUrl(
  { url }: S3Bucket,
  prefix: string,
  options: Readonly<Record<string, string>> = {},
): string {
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...options };
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${url}/?${pairs.join('&')}`;
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

type Unsigned = {
  method?: S3Request['method'];
  url: string;
  range?: { first: number; last: number } | undefined;
  /** Size and SHA-256 of the body; without it the request has no body. */
  content?: { size: number; sha256: string } | undefined;
};

/** Signs a request with the key of the bucket (AWS Signature Version 4). */
export async function signRequest(
  { key, region }: S3Bucket,
  { method = 'GET', url, range, content }: Unsigned,
): Promise<S3Request> {
  const headers = {
    ...(range && { range: `bytes=${range.first}-${range.last}` }),
    ...(content && { 'content-length': String(content.size) }),
  };
  if (key === undefined) return { method, url, headers };
  const { accessKeyId, secretAccessKey, sessionToken } = key;
  const signed = await new AwsV4Signer({
    method,
    url,
    headers: { 'x-amz-content-sha256': content?.sha256 ?? emptySha256 },
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region,
  }).sign();
  return { method, url, headers: { ...headers, ...Object.fromEntries(signed.headers.entries()) } };
}
