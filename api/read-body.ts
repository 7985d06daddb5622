import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import getRawBody from 'raw-body';
import { refuse } from '../domain/errors.ts';
import type { BodyRule, RawBody } from './route.ts';

/** Longest body (decisions §1); compressed bodies are measured unpacked. */
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
 * Reads the body as text, checking size and UTF-8 and nothing else: documents are stored byte for byte, which
 * is why no parser stands in front (docs/decisions/0003). An empty body is `none`, whatever its type says.
 */
export async function readBody(request: IncomingMessage, rule: BodyRule): Promise<RawBody> {
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
  const length = encoding === 'identity' ? request.headers['content-length'] : undefined;
  const stream = unpacked(request);
  try {
    return await getRawBody(stream, {
      limit: limitBytes,
      ...(length && { length }),
    });
  } catch (error) {
    // What the client still sends must be taken: one that writes all before it reads would never see our answer.
    if (stream !== request) request.unpipe().resume();
    if ((error as { type?: string }).type === 'entity.too.large') {
      const megabytes = Math.floor(limitBytes / 1024 / 1024);
      refuse('payload_too_large', `The body is larger than ${limitBytes} bytes (${megabytes} MB).`);
    }
    return refuseBroken(error, encoding);
  }
}

/** Says why a body cannot be read to its end. */
export function refuseBroken(error: unknown, encoding: string): never {
  const { code } = error as { code?: string };
  if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_')) {
    refuse('malformed_body', `The body is no valid ${encoding} stream.`);
  }
  return refuse('malformed_body', 'The body ended before it was complete.');
}

const unpackers = new Map<string, () => ReturnType<typeof createGunzip>>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Content-Encoding as it is compared. */
export function encodingOf({ headers }: IncomingMessage): string {
  return (headers['content-encoding'] || 'identity').trim().toLowerCase();
}

/** The bytes of a body without its Content-Encoding; refuses encodings that are not understood. */
export function unpacked(request: IncomingMessage): Readable {
  const encoding = encodingOf(request);
  if (encoding === 'identity') return request;
  const unpacker = unpackers.get(encoding);
  if (!unpacker) {
    return refuse(
      'unsupported_media_type',
      `Content-Encoding '${encoding}' is not understood; gzip, deflate and br are.`,
    );
  }
  const stream = unpacker();
  request.on('error', (error) => stream.destroy(error));
  return request.pipe(stream);
}

const typesOf = {
  json: (name: string) => jsonTypes.test(name),
  yaml: (name: string) => yamlTypes.has(name),
  'x-ndjson': (name: string) => ndjsonTypes.has(name),
  turtle: (name: string) => name === 'text/turtle' || name === 'application/x-turtle',
  'rdf+xml': (name: string) => name === 'application/rdf+xml',
  'x-www-form-urlencoded': (name: string) => name === 'application/x-www-form-urlencoded',
  'form-data': (name: string) => name === 'multipart/form-data',
};

/** The content type by which a format is documented. */
export function contentTypeOf(format: BodyRule['formats'][number]): string {
  if (format === 'turtle') return 'text/turtle';
  return format === 'form-data' ? 'multipart/form-data' : `application/${format}`;
}

/** What the content type says that the body is; refuses what the rule does not allow. */
export function formatOf(
  { headers }: IncomingMessage,
  { formats }: BodyRule,
): BodyRule['formats'][number] {
  const [name = '', ...parameters] = (headers['content-type'] ?? 'application/json')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
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
