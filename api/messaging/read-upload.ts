import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Refusal } from '../../domain/errors.ts';
import { readParts } from '../../domain/messaging/read-parts.ts';
import type { FormPart } from '../../domain/messaging/read-parts.ts';

/** Maximum size of an uploaded file. */
export const maxFileBytes = 25 * 1024 * 1024;

/** Maximum size of the other parts, the headers and the delimiters. */
const maxRestBytes = 1024 * 1024;

const maxParts = 100;

/** Decodes `%22`, `%0D` and `%0A`, the only characters that browsers and curl encode in a filename. */
function unescapeFilename(name: string | undefined): string | undefined {
  return name?.replaceAll(/%(?:22|0D|0A)/g, decodeURIComponent);
}

/** A file while it arrives. */
export type ComingFile = { filename: string | undefined; chunks: AsyncIterable<Uint8Array> };

/**
 * The destination of a file. `take` must read the file to its end, or throw; `drop` discards the result if the rest of the body
 * is invalid.
 */
export type FileTaker<Taken> = {
  take: (file: ComingFile) => Promise<Taken>;
  drop: (taken: Taken) => Promise<void>;
};

type Upload<Taken> = { taken: Taken | undefined; fields: (readonly [string, string])[] };

/** An upload in progress; `end` aborts with the reason why it is refused. */
type Coming = { file: PassThrough; fileBytes: number; end: AbortController };

/**
 * Reads a multipart body: passes its part `file` to `take` while the file arrives, and collects the other fields. Refuses with
 * `malformed_body` an invalid body, two files, and files with other names; with `payload_too_large` a file over the limit.
 */
export async function readUpload<Taken>(
  body: AsyncIterable<Buffer>,
  contentType: string,
  { take, drop }: FileTaker<Taken>,
): Promise<Upload<Taken>> {
  const coming: Coming = { file: new PassThrough(), fileBytes: 0, end: new AbortController() };
  const { file, end } = coming;
  const fail = (reason: unknown): void => end.abort(reason);
  const fields: (readonly [string, string])[] = [];
  let taking: Promise<Taken> | undefined;
  let parts = 0;
  const onPart = (part: FormPart): void => {
    parts += 1;
    if (parts > maxParts) return fail(malformed('The form has too many parts.'));
    const { name = '', filename } = part;
    if (filename === undefined && name !== 'file') return readField(part, fields);
    if (taking) return fail(malformed('Upload one file at a time.'));
    if (name !== 'file') return fail(malformed("Send the file as the part 'file'."));
    readFile(part, coming);
    taking = take({ filename: unescapeFilename(filename), chunks: file });
    taking.catch(fail);
  };
  file.on('error', () => undefined);
  try {
    await unlessOver(end.signal, readParts(feed(body, coming), contentType, onPart));
    if (!taking) return { taken: undefined, fields };
    await inTime(end, finished(file, { writable: false, signal: end.signal }));
    return { taken: await unlessOver(end.signal, taking), fields };
  } catch (error) {
    fail(error);
    // `take` waits for the end of the file.
    file.destroy(error as Error);
    const taken = await taking?.catch(() => undefined);
    if (taken !== undefined) await drop(taken);
    throw error;
  }
}

function readField({ name = '', read }: FormPart, fields: (readonly [string, string])[]): void {
  const pieces: Buffer[] = [];
  read(
    (piece) => pieces.push(piece),
    () => fields.push([name, Buffer.concat(pieces).toString()]),
  );
}

function readFile({ read }: FormPart, coming: Coming): void {
  const { file, end } = coming;
  read(
    (piece) => {
      coming.fileBytes += piece.length;
      if (coming.fileBytes > maxFileBytes) end.abort(tooLong());
      if (!end.signal.aborted) file.write(piece);
    },
    () => file.end(),
  );
}

function malformed(message: string): Refusal {
  return new Refusal('malformed_body', message);
}

function tooLong(): Refusal {
  const megabytes = maxFileBytes / 1024 / 1024;
  const message = `The file is larger than ${maxFileBytes} bytes (${megabytes} MB).`;
  return new Refusal('payload_too_large', message);
}

/** The result of the promise, or a rejection with the abort reason if that comes first. */
function unlessOver<T>(end: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(end.reason as Error);
    promise.then(resolve, reject);
    if (end.aborted) stop();
    else end.addEventListener('abort', stop, { once: true });
  });
}

/**
 * The body, read as fast as `take` reads the file. After the end, the rest is read and discarded: a client that
 * sends everything before it reads would never see the answer. The connection is closed soon after the answer.
 */
async function* feed(body: AsyncIterable<Buffer>, coming: Coming): AsyncGenerator<Buffer> {
  const { file, end } = coming;
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length - coming.fileBytes > maxRestBytes) {
      end.abort(malformed('A field of the form is too long.'));
    }
    if (end.signal.aborted) continue;
    yield chunk;
    if (file.writableNeedDrain) await inTime(end, once(file, 'drain', { signal: end.signal }));
  }
}

/** A storage that accepts no data for this long has failed. */
const silentMs = 60_000;

async function inTime(end: AbortController, waiting: Promise<unknown>): Promise<void> {
  const timer = setTimeout(
    () => end.abort(malformed('The body cannot be read to its end.')),
    silentMs,
  ).unref();
  await waiting.catch(() => undefined);
  clearTimeout(timer);
}
