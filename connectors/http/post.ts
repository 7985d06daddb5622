import { request as requestPlain } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { resolvePostableHost } from '../guard/hosts.ts';
import { lookupOf, readHttpTarget } from './target.ts';
import { reasonOf } from '../source-error.ts';

/** A POST to an address that an organization configured. */
export type Post = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Private hosts that may be contacted (WEBHOOK_ALLOWED_HOSTS). */
  allowedHosts: readonly string[];
  /** For the whole exchange: DNS, connection and answer. */
  timeoutMs: number;
  /** How much of the answer's body is read; 1 kB by default. */
  excerptBytes?: number;
  signal: AbortSignal;
};

/** Redirects are not followed. `text` is the beginning of the body. */
export type PostAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  /** True if the body may go on. */
  isCut: boolean;
};

/** The request got no answer. */
export class PostBroken extends Error {
  /**
   * True if the receiver may have the request nevertheless: it is sent as soon as the connection is
   * established.
   */
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean) {
    super(message);
    this.name = 'PostBroken';
    this.mayHaveArrived = mayHaveArrived;
  }
}

const usualExcerptBytes = 1024;

/**
 * Sends a POST to a public address, or to a private one that is allowed. Refuses with `source_refused`, before any connection,
 * addresses that are not allowed; throws PostBroken when there is no answer in time or the signal aborts. Messages contain the
 * host only, because the rest of the URL may be a secret.
 */
export async function post(request: Post): Promise<PostAnswer> {
  const { timeoutMs, allowedHosts, signal } = request;
  const begun = performance.now();
  signal.throwIfAborted();
  const { url, host, port } = readHttpTarget(request.url, 'The address');
  const addresses = await resolvePostableHost(host, port, { allowedHosts, timeoutMs });
  signal.throwIfAborted();
  const send = url.protocol === 'https:' ? requestEncrypted : requestPlain;
  const length = Buffer.byteLength(request.body);
  const headers = { 'user-agent': 'Concordat', ...request.headers, 'content-length': length };
  const lookup = lookupOf(addresses);
  const outgoing = send(url, { method: 'POST', headers, lookup, agent: false });
  const leftMs = timeoutMs - (performance.now() - begun);
  const { excerptBytes = usualExcerptBytes } = request;
  const reading = readAnswer(outgoing, { host, timeoutMs, leftMs, excerptBytes, signal });
  outgoing.end(request.body);
  return reading;
}

type Limits = {
  host: string;
  timeoutMs: number;
  leftMs: number;
  excerptBytes: number;
  signal: AbortSignal;
};

/** Resolves as soon as the status is known, even if the body is cut off, too slow or broken. */
function readAnswer(outgoing: ClientRequest, limits: Limits): Promise<PostAnswer> {
  const { host, timeoutMs, leftMs, excerptBytes, signal } = limits;
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    let body = Buffer.alloc(0);
    let isLonger = false;
    const hasLeft = watchConnection(outgoing);
    const end = (error?: Error): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      outgoing.destroy();
      const { statusCode: status, headers = {} } = answer ?? {};
      if (status === undefined || signal.aborted) reject(error ?? broken('no answer'));
      else resolve({ status, headers, text: readable(body), isCut: isLonger || !answer?.complete });
    };
    const broken = (message: string): PostBroken => new PostBroken(message, hasLeft());
    const abort = (): void => end(broken(reasonOf(signal.reason)));
    const fail = (error: unknown): void => end(broken(`${host}: ${reasonOf(error)}`));
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1000} s`), leftMs);
    signal.addEventListener('abort', abort, { once: true });
    outgoing.on('error', fail);
    outgoing.on('close', () => fail('the connection was closed without an answer'));
    outgoing.on('response', (response) => {
      answer = response;
      response.on('data', (chunk: Buffer) => {
        const room = excerptBytes - body.length;
        // The rest of an answer may arrive in the same chunk, which then counts as complete.
        isLonger = chunk.length > room;
        body = Buffer.concat([body, chunk.subarray(0, room)]);
        if (body.length === excerptBytes) end();
      });
      response.on('end', () => end());
      response.on('error', () => end());
    });
  });
}

/** Tells whether the connection was established, with TLS after the certificate was verified; before that nothing is sent. */
function watchConnection(outgoing: ClientRequest): () => boolean {
  let hasStood = false;
  const event = outgoing.protocol === 'https:' ? 'secureConnect' : 'connect';
  outgoing.on('socket', (socket) => socket.once(event, () => (hasStood = true)));
  return () => hasStood;
}

/** The text of the bytes without a truncated character and without control characters, which Postgres does not store. */
function readable(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes, { stream: true });
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
}

/** Shorter parts of a URL are ordinary words rather than tokens. */
const minSecretLength = 8;

/** Removes the requested URL and its parts from the text of an answer: the URL is a secret, and servers repeat it. */
export function withoutAddress(text: string, url: string): string {
  const { pathname, search, searchParams } = new URL(url);
  const tokens = [...pathname.split('/'), ...search.split(/[?&=]/), ...searchParams.values()];
  const parts = [
    ...[url, pathname + search, pathname, search].filter((part) => part.length > 1),
    ...tokens.filter((part) => part.length >= minSecretLength),
  ];
  return parts.reduce((shown, part) => shown.replaceAll(part, '…'), text);
}
