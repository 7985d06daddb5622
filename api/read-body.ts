import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import getRawBody from 'raw-body';
import { refuse } from '../domain/errors.ts';
import type { BodyRule, RawBody } from './route.ts';

/** Longest body (decisions §1); compressed bodies are measured unpacked. */
const limitBytes = 5 * 1024 * 1024;

const jsonTypes = /^application\/(json|[\w.-]+\+json)$/;
const yamlTypes = new Set(['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml']);

/**
 * Reads the body as text, checking size and UTF-8 and nothing else: documents are stored byte for byte, which
 * is why no parser stands in front (docs/decisions/0003). An empty body is `none`, whatever its type says.
 */
export async function readBody(request: IncomingMessage, rule: BodyRule): Promise<RawBody> {
  const buffer = await readBuffer(request);
  if (buffer.length === 0) {
    if (rule.required) refuse('malformed_body', 'The request has no body.');
    return { text: '', format: 'none' };
  }
  const format = formatOf(request.headers['content-type'], rule);
  if (!isUtf8(buffer)) refuse('malformed_body', 'The body is not valid UTF-8.');
  const text = buffer.toString('utf8');
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text, format };
}

async function readBuffer(request: IncomingMessage): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const length = encoding === 'identity' ? request.headers['content-length'] : undefined;
  const stream = unpacked(request, encoding);
  try {
    return await getRawBody(stream, {
      limit: limitBytes,
      ...(length && { length }),
    });
  } catch (error) {
    const { type, code } = error as { type?: string; code?: string };
    if (type === 'entity.too.large') {
      refuse('payload_too_large', `The body is larger than ${limitBytes} bytes (5 MB).`);
    }
    if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_')) {
      refuse('malformed_body', `The body is no valid ${encoding} stream.`);
    }
    return refuse('malformed_body', 'The body ended before it was complete.');
  }
}

function unpacked(request: IncomingMessage, encoding: string): Readable {
  const unpackers = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
  if (encoding === 'identity') return request;
  const unpacker = unpackers[encoding as keyof typeof unpackers] as
    (() => ReturnType<typeof createGunzip>) | undefined;
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

function formatOf(contentType: string | undefined, rule: BodyRule): 'json' | 'yaml' {
  const [name = '', ...parameters] = (contentType ?? 'application/json')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  assertUtf8(parameters);
  const format = jsonTypes.test(name) ? 'json' : yamlTypes.has(name) ? 'yaml' : undefined;
  if (format && rule.formats.includes(format)) return format;
  const expected = rule.formats.map((known) => `application/${known}`).join(' or ');
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
