import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ByteRange, ObjectStorage, S3Settings } from './object-storage.ts';
import { pause } from './clock.ts';
import { spoolUnnamed } from './spool-file.ts';
import type { UnnamedFile } from './spool-file.ts';

/** An answer of the store that is no success, or none at all. */
class StorageProblem extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, { status, code }: { status?: number; code?: string } = {}) {
    super(message);
    this.name = 'StorageProblem';
    this.status = status;
    this.code = code;
  }
}

/** Silence of the store after which it is taken for dead. */
const silentMs = 30_000;

/** Before the second and the third attempt. */
const pausesMs = [250, 1_000];

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Keeps objects in the bucket. What is stored lies in a temporary file before, as the store must know its length. */
export function openS3Storage(settings: S3Settings): ObjectStorage {
  const address = addressOf(settings);
  const ask = (
    method: Question['method'],
    key: string,
    { file, range }: Partial<Pick<Question, 'file' | 'range'>> = {},
  ) =>
    withAttempts(() =>
      send(settings, { method, url: `${address}/${settings.prefix}${key}`, file, range }),
    );
  return {
    put: async (key, chunks) => {
      const file = await spoolUnnamed(chunks);
      try {
        (await ask('PUT', key, { file })).resume();
      } finally {
        await file.handle.close();
      }
      return { size: file.size, sha256: file.sha256 };
    },
    get: async (key, range) => {
      const answer = await ask('GET', key, { range }).catch(undefinedIfMissing);
      if (!answer) return undefined;
      // Not every store knows ranges.
      const isPart = range !== undefined && answer.statusCode === 206;
      const size = isPart ? range.last - range.first + 1 : Number(answer.headers['content-length']);
      return { stream: answer, size, isPart };
    },
    remove: async (key) => {
      const answer = await ask('DELETE', key).catch(undefinedIfMissing);
      answer?.resume();
    },
    // What lies here has no name, and the store keeps nothing that is not whole.
    tidy: () => Promise.resolve(),
  };
}

/** Other stores have the bucket in the path; Amazon in the host, unless dots would break its certificate. */
function addressOf({ bucket, endpoint, region }: S3Settings): string {
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const ending = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return bucket.includes('.')
    ? `https://s3.${region}.${ending}/${bucket}`
    : `https://${bucket}.s3.${region}.${ending}`;
}

type Question = {
  method: 'PUT' | 'GET' | 'DELETE';
  url: string;
  file: UnnamedFile | undefined;
  range: ByteRange | undefined;
};

/** Every question may be asked twice: the same object, the same bytes. */
async function withAttempts(attempt: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt();
    } catch (error) {
      const { status = 503 } = error as { status?: number };
      if (status < 500 && status !== 429) throw error;
      await pause(pauseMs);
    }
  }
  return attempt();
}

async function send(settings: S3Settings, question: Question): Promise<IncomingMessage> {
  const { method, url, file } = question;
  const headers = await signedHeaders(settings, question);
  const send = url.startsWith('https:') ? requestEncrypted : requestPlain;
  const request = send(url, { method, headers, timeout: silentMs });
  let unread: IncomingMessage | undefined;
  request.on('timeout', () => {
    // It is a slow client then that holds back what the store has sent.
    if (unread?.readableLength) request.setTimeout(silentMs);
    else request.destroy(new Error('it is silent'));
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', (answer) => resolve((unread = answer)));
    request.on('error', reject);
  });
  // What goes wrong before somebody waits for the answer must not end the process.
  answered.catch(() => undefined);
  const where = `the object storage at ${new URL(url).host}`;
  try {
    // It may answer before it has everything, e.g. that it does not want it.
    if (file) pipeline(piecesOf(file), request).catch(() => undefined);
    else request.end();
    const answer = await answered;
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    const code = await failureOf(answer);
    throw new StorageProblem(`${where} answers ${status} ${code} to ${method}`, { status, code });
  } catch (error) {
    request.destroy();
    if (error instanceof StorageProblem) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StorageProblem(`${where} cannot be reached: ${code ?? message}`);
  }
}

const pieceBytes = 64 * 1024;

/** From the beginning, as often as the store is asked. Streams would close the file when they are destroyed. */
async function* piecesOf({ handle, size }: UnnamedFile): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size;) {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(pieceBytes), position });
    if (bytesRead === 0) throw new Error('the file has become shorter');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function signedHeaders(
  { accessKeyId, secretAccessKey, region }: S3Settings,
  { method, url, file, range }: Question,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method,
    url,
    headers: { 'x-amz-content-sha256': file?.sha256 ?? emptySha256 },
    accessKeyId,
    secretAccessKey,
    service: 's3',
    region,
  });
  const { headers } = await signer.sign();
  const length = file ? { 'content-length': String(file.size) } : {};
  const part = range ? { range: `bytes=${range.first}-${range.last}` } : {};
  return { ...Object.fromEntries(headers.entries()), ...length, ...part };
}

/** The code of an error, e.g. `AccessDenied`; what else the store says may hold what was signed. */
async function failureOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
}

/** Only the store itself says that an object is missing: a bucket or an address that is wrong misses all of them. */
function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof StorageProblem && error.code === 'NoSuchKey') return undefined;
  throw error;
}
