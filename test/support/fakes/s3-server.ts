import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The signed parts of a request, and the secret of the key. */
export type Signed = {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: IncomingHttpHeaders;
  secretAccessKey: string;
};

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text, 'utf8').digest();

/**
 * True if a request without a body has a valid signature of version 4 by this key; written from Amazon's documentation,
 * independent of the code under test.
 */
export function isSigned({ method, target, headers, secretAccessKey }: Signed): boolean {
  const authorization = headers.authorization ?? '';
  const [, , day = '', region = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (signature === '' || !names.split(';').includes('host')) return false;
  const [path = '', query = ''] = target.split('?');
  const parameters = query.split('&').filter((each) => each !== '');
  const canonical = [
    method,
    path,
    parameters.sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical, 'utf8').digest('hex');
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, digest].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

export type S3Server = {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Method, path and range of each request. */
  requests: string[];
  /** If set, answers in place of the fake. */
  instead: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  stop: () => Promise<void>;
};

const pageKeys = 3;

function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const keys = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
  const page = keys.slice(0, pageKeys);
  const entries = page.map((key) => {
    const written = encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
    const size = objects.get(key)?.length ?? 0;
    return `<Contents><Key>${written}</Key><LastModified>2026-05-01T00:00:00.000Z</LastModified><Size>${size}</Size></Contents>`;
  });
  const next = Buffer.from(page.at(-1) ?? '').toString('base64');
  const more =
    keys.length > pageKeys ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${keys.length > pageKeys}</IsTruncated>${more}${entries.join('')}</ListBucketResult>`;
}

function sendObject(body: Buffer, range: string | undefined, response: ServerResponse): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined) response.end(body);
  else response.writeHead(206).end(body.subarray(Number(from), Number(to) + 1));
}

/** A fake of S3: one bucket, listed three keys per page and read with ranges, which only answers requests signed with the key. */
export async function startS3Server(
  bucket: string,
  secretAccessKey: string | undefined,
): Promise<S3Server> {
  const fail = (response: ServerResponse, status: number, code: string): void => {
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
  };
  const server = createServer((request, response) => {
    const { method = '', url: target = '', headers } = request;
    fake.requests.push(`${target} ${headers.range ?? ''}`.trim());
    if (fake.instead !== undefined) return fake.instead(request, response);
    if (secretAccessKey !== undefined && !isSigned({ method, target, headers, secretAccessKey })) {
      return fail(response, 403, 'SignatureDoesNotMatch');
    }
    const { pathname, searchParams } = new URL(target, 'http://bucket');
    if (!pathname.startsWith(`/${bucket}/`)) return fail(response, 404, 'NoSuchBucket');
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    if (key === '') return response.end(listing(fake.objects, searchParams));
    const body = fake.objects.get(key);
    return body === undefined
      ? fail(response, 404, 'NoSuchKey')
      : sendObject(body, headers.range, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    requests: [],
    instead: undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}
