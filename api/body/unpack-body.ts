import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { refuse } from '../../domain/errors.ts';

type Unpacker = ReturnType<typeof createGunzip>;

const unpackers = new Map<string, () => Unpacker>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Content-Encoding, normalized for comparison. */
export function encodingOf({ headers }: IncomingMessage): string {
  return (headers['content-encoding'] || 'identity').trim().toLowerCase();
}

/**
 * Decodes the Content-Encoding of a body; refuses unknown encodings. Reading begins when the first chunk is requested. Errors of
 * the stream are thrown to its reader; they are ignored if no code reads the body. If the reader stops early, the connection
 * stays open for the answer, and `takeRest` reads the rest of the body.
 */
export function unpackBody(request: IncomingMessage): AsyncGenerator<Buffer> {
  const encoding = encodingOf(request);
  if (encoding === 'identity') return sentBytes(request);
  const createUnpacker = unpackers.get(encoding);
  if (!createUnpacker) {
    return refuse(
      'unsupported_media_type',
      `Content-Encoding '${encoding}' is not understood; gzip, deflate and br are.`,
    );
  }
  return unpack(request, createUnpacker);
}

function sentBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  // Handles errors after the reader has stopped.
  request.on('error', () => undefined);
  return request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer>;
}

async function* unpack(
  request: IncomingMessage,
  createUnpacker: () => Unpacker,
): AsyncGenerator<Buffer> {
  const unpacker = createUnpacker();
  // The reader gets errors from the unpacker, which also fails when the request does; this handles errors after
  // its end.
  unpacker.on('error', () => undefined);
  // The pipeline would destroy the request itself, and with it the connection.
  pipeline(sentBytes(request), unpacker, () => undefined);
  yield* unpacker;
}
