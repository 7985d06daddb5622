import { request as requestPlain } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { resolvePostableHost } from './host-guard.ts';
import { lookupOf, readHttpTarget } from './http-target.ts';
import { reasonOf } from './source-error.ts';

/** Something to send to an address that an organization chose. */
export type Post = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Private hosts that may be reached all the same (WEBHOOK_ALLOWED_HOSTS). */
  allowedHosts: readonly string[];
  /** For everything together: name, connection, answer. */
  timeoutMs: number;
  signal: AbortSignal;
};

/** What came back; a redirect is an answer like others. `text` is at most the first 1 kB of the body. */
export type PostAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
};

/** There was no answer. */
export class PostBroken extends Error {
  /** Whether the other side may have the request all the same: it leaves as soon as the connection stands. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean) {
    super(message);
    this.name = 'PostBroken';
    this.mayHaveArrived = mayHaveArrived;
  }
}

const excerptBytes = 1024;

/**
 * Posts to a public address, or to a private one that is allowed. Refuses with `source_refused`, before any
 * connection, what may not be reached; throws PostBroken when there is no answer in time, or the signal ends the waiting. Its
 * messages name the host only, as the rest of the address may be a secret.
 */
export async function post(wish: Post): Promise<PostAnswer> {
  const { timeoutMs, allowedHosts, signal } = wish;
  const begun = performance.now();
  signal.throwIfAborted();
  const { url, host, port } = readHttpTarget(wish.url, 'The address');
  const addresses = await resolvePostableHost(host, port, { allowedHosts, timeoutMs });
  signal.throwIfAborted();
  const send = url.protocol === 'https:' ? requestEncrypted : requestPlain;
  const length = Buffer.byteLength(wish.body);
  const headers = { 'user-agent': 'Concordat', ...wish.headers, 'content-length': length };
  const lookup = lookupOf(addresses);
  const request = send(url, { method: 'POST', headers, lookup, agent: false });
  const leftMs = timeoutMs - (performance.now() - begun);
  const reading = readAnswer(request, { host, timeoutMs, leftMs, signal });
  request.end(wish.body);
  return reading;
}

type Limits = { host: string; timeoutMs: number; leftMs: number; signal: AbortSignal };

/** Once the status is known, the answer counts, however its body ends: cut off, too slow, or broken. */
function readAnswer(request: ClientRequest, limits: Limits): Promise<PostAnswer> {
  const { host, timeoutMs, leftMs, signal } = limits;
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    let body = Buffer.alloc(0);
    const hasLeft = watchConnection(request);
    const end = (error?: Error): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      request.destroy();
      const { statusCode: status, headers = {} } = answer ?? {};
      if (status === undefined || signal.aborted) reject(error ?? broken('no answer'));
      else resolve({ status, headers, text: readable(body) });
    };
    const broken = (message: string): PostBroken => new PostBroken(message, hasLeft());
    const abort = (): void => end(broken(reasonOf(signal.reason)));
    const fail = (error: unknown): void => end(broken(`${host}: ${reasonOf(error)}`));
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1000} s`), leftMs);
    signal.addEventListener('abort', abort, { once: true });
    request.on('error', fail);
    request.on('close', () => fail('the connection was closed without an answer'));
    request.on('response', (response) => {
      answer = response;
      response.on('data', (chunk: Buffer) => {
        body = Buffer.concat([body, chunk.subarray(0, excerptBytes - body.length)]);
        if (body.length === excerptBytes) end();
      });
      response.on('end', () => end());
      response.on('error', () => end());
    });
  });
}

/** Tells whether the connection has stood, an encrypted one with a certificate that holds; before that nothing is written. */
function watchConnection(request: ClientRequest): () => boolean {
  let hasStood = false;
  const event = request.protocol === 'https:' ? 'secureConnect' : 'connect';
  request.on('socket', (socket) => socket.once(event, () => (hasStood = true)));
  return () => hasStood;
}

/** The text of the bytes without a character that was cut in two, and without controls, which no table keeps. */
function readable(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes, { stream: true });
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
}
