import { request as requestPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { xmlText } from './answers.ts';
import type { S3Request } from './bucket.ts';

/** The store answered with another status than 2xx, or, without a status, did not answer. */
export class S3Error extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;

  constructor(message: string, { status, code }: { status?: number; code?: string } = {}) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** A connection is closed when nothing moved on it for this long. */
const silenceMs = 30_000;

/**
 * Sends a request to a store that the operator of this installation chose; no host is checked. The body of the answer is a stream.
 * Throws an S3Error, whose message holds no secret, unless the status is 2xx.
 */
export async function sendRequest(
  { method, url, headers }: S3Request,
  body?: AsyncIterable<Uint8Array>,
): Promise<IncomingMessage> {
  const open = url.startsWith('https:') ? requestEncrypted : requestPlain;
  const request = open(url, { method, headers, timeout: silenceMs });
  let unread: IncomingMessage | undefined;
  request.on('timeout', () => {
    // A slow client then holds back what the store has sent.
    if (unread?.readableLength) request.setTimeout(silenceMs);
    else request.destroy(new Error('it sent no bytes for 30 s'));
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', (answer) => resolve((unread = answer)));
    request.on('error', reject);
  });
  // An error before the await below must not end the process.
  answered.catch(() => undefined);
  const where = `the object storage at ${new URL(url).host}`;
  try {
    // The store may refuse a body before it has read all of it.
    if (body) pipeline(body, request).catch(() => undefined);
    else request.end();
    const answer = await answered;
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    const code = await failureCode(answer);
    throw new S3Error(`${where} answers ${status} ${code} to ${method}`, { status, code });
  } catch (error) {
    request.destroy();
    if (error instanceof S3Error) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new S3Error(`${where} cannot be reached: ${code ?? message}`);
  }
}

/** The code of an error, e.g. `AccessDenied`; the rest of the answer may repeat what was signed. */
async function failureCode(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  const code = xmlText(text, 'Code') ?? '';
  return /^\w{1,60}$/.test(code) ? code : '';
}
