import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { koaBody, KoaBodyMiddlewareOptions } from 'koa-body';
import { Refusal } from '../errors.ts';

/** A part of a form, whose headers have been read; `filename` is undefined if the part is no file. */
export type FormPart = {
  name: string | undefined;
  filename: string | undefined;
  /**
   * Passes on the bytes of the part as they arrive; `end` follows the last bytes, and is never called if the
   * form breaks off before.
   */
  read: (take: (bytes: Buffer) => void, end: () => void) => void;
};

type OnPart = NonNullable<NonNullable<KoaBodyMiddlewareOptions['formidable']>['onPart']>;
/** Its types leave out the headers. */
type KoaPart = Parameters<OnPart>[0] & { headers?: Record<string, string> };
type KoaContext = Parameters<ReturnType<typeof koaBody>>[0];

/** Code of the error with which koa-body reports a content type without boundary. */
const missingBoundary = 1013;

/**
 * Reads a multipart/form-data body with koa-body, which gives each part to `onPart` in the order of the form.
 * Refuses with `malformed_body` an incomplete body; passes on errors of `onPart` and the body. The body is read
 * to its end even if it turns out to be malformed before.
 */
export async function readParts(
  body: AsyncIterable<Buffer>,
  contentType: string,
  onPart: (part: FormPart) => void,
): Promise<void> {
  // Most processes never read a multipart form, and loading koa-body takes 0.1 s and 20 MB.
  const { koaBody: createReader } = await import('koa-body');
  const ending = watchEnding(body, contentType);
  const stream = Readable.from(ending.body, { highWaterMark: 1 });
  stream.on('error', () => undefined);
  let failure: Error | undefined;
  const take = (part: KoaPart): void => {
    const disposition = part.headers?.['content-disposition'];
    if (failure || disposition === undefined) return;
    try {
      onPart(readHeader(part, disposition));
    } catch (error) {
      failure = error as Error;
      stream.destroy(failure);
    }
  };
  // The part is never handed on to koa-body, which would end the process: see docs/decisions/0003.
  const formidable = { encoding: 'binary' as const, onPart: take };
  const readForm = createReader({ multipart: true, formidable });
  const headers = { 'content-type': contentType, 'transfer-encoding': 'chunked' };
  const isForm = (types: readonly string[]): boolean => types.includes('multipart');
  const context = { method: 'POST', is: isForm, req: Object.assign(stream, { headers }) };
  try {
    await readForm({ ...context, request: {} } as unknown as KoaContext, () => Promise.resolve());
    // koa-body stops at the last boundary, after which the connection may break.
    await finished(stream);
    if (!ending.isComplete()) failure ??= incomplete();
  } catch (error) {
    failure ??= explain(error as Error & { httpCode?: number; code?: unknown });
  }
  // The parser may reach the last parts after the stream has ended, when no error event follows.
  if (failure) throw failure;
}

/** Records how a body ends: koa-body accepts a body that ends at the beginning of a part. */
function watchEnding(
  body: AsyncIterable<Buffer>,
  contentType: string,
): { body: AsyncIterable<Buffer>; isComplete: () => boolean } {
  const [, quoted, token = ''] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = `--${quoted ?? token}`;
  let tail: Buffer = Buffer.alloc(0);
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      const kept = boundary.length + '--\r\n'.length;
      tail = Buffer.concat([tail, chunk.subarray(-kept)]).subarray(-kept);
      yield chunk;
    }
  }
  const isComplete = (): boolean => {
    const text = tail.toString('latin1').replace(/\r\n$/, '');
    return text.endsWith(`${boundary}--`) || !text.endsWith(boundary);
  };
  return { body: pass(), isComplete };
}

const incomplete = (): Refusal =>
  new Refusal('malformed_body', 'The body is not complete multipart/form-data.');

function explain(error: Error & { httpCode?: number; code?: unknown }): Error {
  if (error.httpCode === undefined) return error;
  if (error.code !== missingBoundary) return incomplete();
  return new Refusal('malformed_body', 'The content type multipart/form-data needs a boundary.');
}

function readHeader(part: KoaPart, disposition: string): FormPart {
  const { name } = part;
  const filename = readQuoted(disposition) ?? part.originalFilename;
  return {
    name: name === null ? undefined : decode(name),
    filename: filename === null ? readExtended(disposition) : decode(filename),
    read: (take, end) => part.on('data', take).on('end', end),
  };
}

/** Headers are read as bytes: koa-body breaks characters that come in two pieces otherwise. */
function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** A name of a file in quotes: koa-body takes an escaped quote for the end of a folder, and drops a name before `;` without a space. */
function readQuoted(disposition: string): string | undefined {
  const [, name] = /;\s*filename="((?:\\"|[^"])*)"/i.exec(disposition) ?? [];
  return name?.replaceAll('\\"', '"');
}

/** A name of a file as older Python clients send it, which koa-body does not read (RFC 8187). */
function readExtended(disposition: string): string | undefined {
  const [, name] = /filename\*=utf-8''([^;\s]+)/i.exec(disposition) ?? [];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return '';
  }
}
