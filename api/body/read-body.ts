import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { RawBody } from '../exchange.ts';
import type { BodyRule } from '../route.ts';

/** Default maximum size of a body (decisions §1); compressed bodies are measured after decompression. */
export const defaultLimitBytes = 5 * 1024 * 1024;

const jsonTypes = /^application\/(json|[\w.-]+\+json)$/;
const yamlTypes = new Set(['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml']);
const ndjsonTypes = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
]);

/**
 * Reads the body as text and checks only its size and UTF-8: documents are stored byte for byte, so no parser
 * runs first (docs/decisions/0003). An empty body is `none`, whatever its type.
 */
export async function readBody(request: IncomingMessage, rule: BodyRule): Promise<RawBody> {
  if (rule.ignoresOtherTypes && !isOfType(request, rule)) return { text: '', format: 'none' };
  const buffer = await readBuffer(request, rule.limitBytes ?? defaultLimitBytes);
  if (buffer.length === 0) {
    if (rule.required) refuse('malformed_body', 'The request has no body.');
    return { text: '', format: 'none' };
  }
  const format = formatOf(request, rule) as Exclude<RawBody['format'], 'none'>;
  if (!isUtf8(buffer)) {
    const advice = format === 'form-data' ? ' Files go to POST /v1/attachments.' : '';
    refuse('malformed_body', `The body is not valid UTF-8.${advice}`);
  }
  const text = buffer.toString('utf8');
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text, format };
}

async function readBuffer(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const encoding = encodingOf(request);
  const isPacked = encoding !== 'identity';
  if (!isPacked && Number(request.headers['content-length']) > limitBytes) refuseSize(limitBytes);
  const pieces: Buffer[] = [];
  let length = 0;
  const body = unpackBody(request);
  try {
    for await (const piece of body) {
      length += piece.length;
      if (length > limitBytes) refuseSize(limitBytes);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuseBroken(error, encoding);
  }
  return Buffer.concat(pieces, length);
}

function refuseSize(limitBytes: number): never {
  const megabytes = Math.floor(limitBytes / 1024 / 1024);
  const shown = megabytes > 0 ? ` (${megabytes} MB)` : '';
  return refuse('payload_too_large', `The body is larger than ${limitBytes} bytes${shown}.`);
}

/** Explains why a body cannot be read to its end. */
export function refuseBroken(error: unknown, encoding: string): never {
  const { code } = error as { code?: string };
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_')) {
    refuse('malformed_body', `The body is no valid ${encoding} stream.`);
  }
  return refuse('malformed_body', 'The body ended before it was complete.');
}

const typesOf = {
  json: (name: string) => jsonTypes.test(name),
  yaml: (name: string) => yamlTypes.has(name),
  'x-ndjson': (name: string) => ndjsonTypes.has(name),
  turtle: (name: string) => name === 'text/turtle' || name === 'application/x-turtle',
  'rdf+xml': (name: string) => name === 'application/rdf+xml',
  'x-www-form-urlencoded': (name: string) => name === 'application/x-www-form-urlencoded',
  'form-data': (name: string) => name === 'multipart/form-data',
  'x-protobuf': (name: string) => name === 'application/x-protobuf',
};

/** The content type under which a format is documented. */
export function contentTypeOf(format: BodyRule['formats'][number]): string {
  if (format === 'turtle') return 'text/turtle';
  return format === 'form-data' ? 'multipart/form-data' : `application/${format}`;
}

function typeOf({ headers }: IncomingMessage): string[] {
  const type = (headers['content-type'] ?? 'application/json').toLowerCase();
  return type.split(';').map((part) => part.trim());
}

function isOfType(request: IncomingMessage, { formats }: BodyRule): boolean {
  const [name = ''] = typeOf(request);
  return formats.some((known) => typesOf[known](name));
}

/** The format that the content type declares; refuses formats that the rule does not allow. */
export function formatOf(
  request: IncomingMessage,
  { formats }: BodyRule,
): BodyRule['formats'][number] {
  const [name = '', ...parameters] = typeOf(request);
  assertUtf8(parameters);
  const format = formats.find((known) => typesOf[known](name));
  if (format) return format;
  const expected = formats.map(contentTypeOf).join(' or ');
  return refuse(
    'unsupported_media_type',
    `The content type '${name}' is not understood here; send ${expected}.`,
  );
}

function assertUtf8(parameters: readonly string[]): void {
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length);
  if (charset === undefined || /^"?utf-?8"?$/.test(charset)) return;
  refuse('unsupported_media_type', `The charset ${charset} is not understood; send UTF-8.`);
}

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
