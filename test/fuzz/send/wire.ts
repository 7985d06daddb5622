import { encodeBody } from '../generate/encodings.ts';
import type { Header } from '../generate/headers.ts';
import { fillIn } from '../generate/placeholders.ts';
import type { KnownIds } from '../generate/placeholders.ts';
import type { FuzzRequest, PrincipalName } from '../generate/request.ts';

export type Credentials = Record<PrincipalName, readonly Header[]>;

/** The installation that receives requests. */
export type Receiver = { port: number; credentials: Credentials; known: KnownIds };

/** A request as bytes; `chunks` are the framed body. */
export type Wire = {
  requestLine: string;
  headers: readonly Header[];
  body: Buffer;
  framed: Buffer;
};

const bodyHeaders = (request: FuzzRequest, body: Buffer): Header[] => {
  const headers: Header[] = [];
  const { framing, coding } = request;
  const type = request.body?.contentType;
  if (type !== undefined) headers.push(['Content-Type', type]);
  if (coding) headers.push(['Content-Encoding', coding.name]);
  if (framing === 'chunked') headers.push(['Transfer-Encoding', 'chunked']);
  const added = { length: 0, 'too-long': 10, 'too-short': -1, chunked: 0, none: 0 }[framing];
  const hasLength = framing !== 'chunked' && framing !== 'none';
  if (hasLength) headers.push(['Content-Length', String(Math.max(0, body.length + added))]);
  return headers;
};

/** A request in its wire format, with the ids and credentials of an installation. */
export function toWire(request: FuzzRequest, receiver: Receiver, requestId: string): Wire {
  const { content } = request.body ?? { content: { text: '', charset: 'utf8' as const } };
  const text = fillIn(content.text, receiver.known);
  const body = encodeBody(Buffer.from(text, content.charset), request.coding);
  const target = fillIn(request.target, receiver.known, encodeURIComponent);
  return {
    requestLine: `${request.method} ${target} HTTP/1.1`,
    headers: [
      ['Host', `127.0.0.1:${receiver.port}`],
      ['Connection', 'close'],
      ['X-Request-Id', requestId],
      ...receiver.credentials[request.principal],
      ...request.headers,
      ...bodyHeaders(request, body),
    ],
    body,
    framed: request.framing === 'chunked' ? inChunks(body) : body,
  };
}

function inChunks(body: Buffer): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 3));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Request line and headers, including the final empty line. */
export function headOf({ requestLine, headers }: Wire): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${[requestLine, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
}
