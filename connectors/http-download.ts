import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exchangeFailure, withAttempts } from './http-source.ts';
import type { Exchange, SourceAnswer, SourceRequest } from './http-source.ts';
import { isTimeoutError, timeoutError } from './source-error.ts';

/** Where a body goes, and how many bytes it may have. */
export type DownloadTarget = { path: string; limitBytes: number };

/** So much of an answer that is no success is looked at. */
const failureBytes = 8192;

type Received = { response: IncomingMessage; touch: () => void };

/** Lets through what is allowed; nothing of it is kept. */
function counter(limitBytes: number, touch: () => void): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      touch();
      length += chunk.length;
      if (length <= limitBytes) done(null, chunk);
      else done(new Error(`the file is longer than the ${limitBytes} bytes that it may have`));
    },
  });
}

async function firstBytes({ response, touch }: Received): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    touch();
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= failureBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, failureBytes);
}

async function receive(received: Received, target: DownloadTarget): Promise<SourceAnswer> {
  const { response, touch } = received;
  const { statusCode: status = 0, headers } = response;
  const answer = { status, headers, isCut: false };
  if (status !== 200) return { ...answer, body: await firstBytes(received) };
  const file = createWriteStream(target.path, { flags: 'w', mode: 0o600 });
  await pipeline(response, counter(target.limitBytes, touch), file);
  return { ...answer, body: Buffer.alloc(0) };
}

/** `timeoutMs` of the request is the longest time without a byte: how long a large file may take is not known. */
async function download(
  { request, shown }: Exchange,
  { timeoutMs, signal }: SourceRequest,
  target: DownloadTarget,
): Promise<SourceAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const stop = (reason: unknown): void => void request.destroy(reason as Error);
  const touch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop(timeoutError(`${shown}: nothing came for ${timeoutMs / 1000} s`));
    }, timeoutMs);
  };
  const abort = (): void => stop(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  touch();
  let failed: unknown;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('error', (error) => {
        failed = error;
        reject(error);
      });
      request.on('response', resolve);
      request.on('close', () => reject(new Error('the connection was closed without an answer')));
    });
    return await receive({ response, touch }, target);
  } catch (error) {
    signal.throwIfAborted();
    throw isTimeoutError(failed) ? failed : exchangeFailure(shown, failed ?? error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    request.destroy();
  }
}

/**
 * Writes the body of an answer with status 200 into a file, without holding it in memory; of other answers only the
 * beginning of the body comes back. The rest is as with `requestSource`. A file that a failure leaves behind is the caller's
 * to remove.
 */
export async function downloadSource(
  wish: SourceRequest,
  target: DownloadTarget,
): Promise<SourceAnswer> {
  return withAttempts(wish, (exchange) => download(exchange, wish, target));
}
