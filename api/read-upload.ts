import { Busboy } from '@fastify/busboy';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { refuse, Refusal } from '../domain/errors.ts';

/** Longest file that is uploaded (decisions §1). */
export const longestFileBytes = 25 * 1024 * 1024;

/** Other parts and what stands between parts. */
const longestRestBytes = 1024 * 1024;

/** What browsers and curl write as `%22`, `%0D` and `%0A` in the name of a file, and nothing else. */
function unescapeFilename(name: string | undefined): string | undefined {
  return name?.replaceAll(/%(?:22|0D|0A)/g, decodeURIComponent);
}

/** A file as it comes. */
export type ComingFile = { filename: string | undefined; chunks: AsyncIterable<Uint8Array> };

/** Where a file goes: what takes it must read it to its end, or throw; it is dropped when the body turns out to be bad behind it. */
export type FileTaker<Taken> = {
  take: (file: ComingFile) => Promise<Taken>;
  drop: (taken: Taken) => Promise<void>;
};

type Upload<Taken> = { taken: Taken | undefined; fields: (readonly [string, string])[] };

/**
 * Reads a multipart body: its part `file` goes to `take` while it comes, the fields without a file are collected. Refuses with
 * `malformed_body` what is none, two files, and files of other names; with `payload_too_large` a file over the limit.
 */
export async function readUpload<Taken>(
  body: AsyncIterable<Buffer>,
  contentType: string,
  { take, drop }: FileTaker<Taken>,
): Promise<Upload<Taken>> {
  const parser = createParser(contentType);
  const fields: (readonly [string, string])[] = [];
  const end = new AbortController();
  const fail = (reason: unknown): void => end.abort(reason);
  let taking: Promise<Taken> | undefined;
  let coming: BusboyFileStream | undefined;
  listen(parser, fields, fail);
  parser.on('file', (name: string | undefined, file, filename: string | undefined) => {
    coming = file.on('error', () => undefined).on('limit', () => fail(tooLong()));
    if (name !== 'file') return fail(malformed("Send the file as the part 'file'."));
    taking = take({ filename: unescapeFilename(filename), chunks: file });
    taking.catch(fail);
  });
  try {
    await unlessOver(end.signal, feed(parser, body, end));
    return { taken: taking && (await unlessOver(end.signal, taking)), fields };
  } catch (error) {
    fail(error);
    // Whoever takes the file waits for its end.
    coming?.destroy(error as Error);
    const taken = await taking?.catch(() => undefined);
    if (taken !== undefined) await drop(taken);
    throw error;
  }
}

function listen(
  parser: BusboyInstance,
  fields: (readonly [string, string])[],
  fail: (reason: Refusal) => void,
): void {
  parser.on('error', () => fail(malformed('The body is no complete multipart/form-data.')));
  parser.on('filesLimit', () => fail(malformed('Upload one file at a time.')));
  parser.on('partsLimit', () => fail(malformed('The form has too many parts.')));
  parser.on('field', (name: string | undefined, value: string, _cut, isCut: boolean) => {
    if (isCut) fail(malformed('A field of the form is too long.'));
    else fields.push([name ?? '', value]);
  });
}

function malformed(message: string): Refusal {
  return new Refusal('malformed_body', message);
}

function tooLong(): Refusal {
  const megabytes = longestFileBytes / 1024 / 1024;
  const message = `The file is larger than ${longestFileBytes} bytes (${megabytes} MB).`;
  return new Refusal('payload_too_large', message);
}

/** What the promise says, or the reason of the end when that comes first. */
function unlessOver<T>(end: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(end.reason as Error);
    promise.then(resolve, reject);
    if (end.aborted) stop();
    else end.addEventListener('abort', stop, { once: true });
  });
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name, _type, filename) => filename !== undefined || name === 'file',
      preservePath: true,
      limits: {
        files: 1,
        parts: 100,
        fileSize: longestFileBytes,
        fieldSize: longestRestBytes,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    return refuse('malformed_body', 'The content type multipart/form-data needs a boundary.');
  }
}

/** A part that nobody reads stops the parser for good; nothing else does for so long. */
const silentMs = 60_000;

/**
 * Gives the parser all that comes. After the end the rest is read away: a client that sends all before it reads would never see
 * the answer. Its connection is cut soon after that has been sent.
 */
async function feed(
  parser: BusboyInstance,
  body: AsyncIterable<Buffer>,
  end: AbortController,
): Promise<void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longestFileBytes + longestRestBytes) end.abort(tooLong());
    if (end.signal.aborted) continue;
    await inTime(end, (done) => parser.write(chunk, done));
  }
  if (end.signal.aborted) return;
  await inTime(end, (done) => parser.once('finish', done).end());
}

function inTime(over: AbortController, act: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => over.abort(malformed('The body cannot be read to its end.')),
      silentMs,
    ).unref();
    const done = (): void => {
      clearTimeout(timer);
      over.signal.removeEventListener('abort', done);
      resolve();
    };
    over.signal.addEventListener('abort', done);
    act(done);
  });
}
