import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exchangeFailure, withAttempts } from './source.ts';
import type { Exchange, SourceAnswer, SourceRequest } from './source.ts';
import { isTimeoutError, timeoutError } from '../source-error.ts';

/** The file for a body, and its maximum size. */
export type DownloadTarget = { path: string; limitBytes: number };

/** Only this much of a failed answer is read. */
const failureBytes = 8192;

type Received = { response: IncomingMessage; touch: () => void };

/** Passes chunks on and fails beyond the limit. */
function counter(limitBytes: number, touch: () => void): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      touch();
      length += chunk.length;
      if (length <= limitBytes) done(null, chunk);
      else done(new Error(`the file is longer than its limit of ${limitBytes} bytes`));
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

/** `timeoutMs` limits the time without a byte, because the duration of a large download is unknown. */
async function download(
  { outgoing, shown }: Exchange,
  { timeoutMs, signal }: SourceRequest,
  target: DownloadTarget,
): Promise<SourceAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const stop = (reason: unknown): void => void outgoing.destroy(reason as Error);
  const touch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop(timeoutError(`${shown}: no bytes arrived for ${timeoutMs / 1000} s`));
    }, timeoutMs);
  };
  const abort = (): void => stop(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  touch();
  let failed: unknown;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('error', (error) => {
        failed = error;
        reject(error);
      });
      outgoing.on('response', resolve);
      outgoing.on('close', () => reject(new Error('the connection was closed without an answer')));
    });
    return await receive({ response, touch }, target);
  } catch (error) {
    signal.throwIfAborted();
    throw isTimeoutError(failed) ? failed : exchangeFailure(shown, failed ?? error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    outgoing.destroy();
  }
}

/**
 * Streams the body of an answer with status 200 into a file; for other statuses it returns the beginning of the body. Otherwise
 * it works like `requestSource`. After a failure the caller removes the file.
 */
export async function downloadSource(
  request: SourceRequest,
  target: DownloadTarget,
): Promise<SourceAnswer> {
  return withAttempts(request, (exchange) => download(exchange, request, target));
}
