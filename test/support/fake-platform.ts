import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A request as the platform got it. */
export type PlatformRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, when it is JSON. */
  json: any;
};

/** What the platform answers: JSON with status 200 unless it says otherwise, or nothing at all, for ever. */
export type PlatformAnswer =
  | {
      status?: number;
      json?: unknown;
      text?: string;
      headers?: Record<string, string>;
      gzip?: boolean;
    }
  | 'silence';

export type Answering = (request: PlatformRequest) => PlatformAnswer;

export type FakePlatform = {
  url: string;
  requests: PlatformRequest[];
  /** Answers so from now on. */
  answer: (how: Answering) => void;
  stop: () => Promise<void>;
};

/** A server on the loopback address that answers as the platform of a test does; what it has no answer for is a 404. */
async function startPlatform(first: Answering): Promise<FakePlatform> {
  const requests: PlatformRequest[] = [];
  let answering = first;
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => (body += chunk));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://localhost');
      const { method = '', headers } = incoming;
      const isJson = /^[[{]/.test(body);
      const request: PlatformRequest = {
        method,
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers,
        body,
        json: isJson ? JSON.parse(body) : undefined,
      };
      requests.push(request);
      send(response, answering(request));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (how) => (answering = how),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A platform that each test of this block has anew, with what `begin` answers; it is there in tests only. */
export function platformOfEachTest(begin: () => Answering): Omit<FakePlatform, 'stop'> {
  let platform: FakePlatform;
  beforeEach(async () => {
    platform = await startPlatform(begin());
  });
  afterEach(() => platform.stop());
  return {
    get url() {
      return platform.url;
    },
    get requests() {
      return platform.requests;
    },
    answer: (how) => platform.answer(how),
  };
}

function send(response: ServerResponse, answer: PlatformAnswer): void {
  if (answer === 'silence') return;
  const { status = 200, json, text, headers = {}, gzip = false } = answer;
  const body = text ?? (json === undefined ? '' : JSON.stringify(json));
  const type = { 'content-type': 'application/json', ...headers };
  if (gzip) response.writeHead(status, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(body));
  else response.writeHead(status, type).end(body);
}

/** The part of a listing that starts behind `token`, and the token of the next part, when each has `size` items. */
export function pageOf<Item>(
  items: readonly Item[],
  token: string | null,
  size: number,
): { items: Item[]; next: string | undefined } {
  const from = token === null || token === '' ? 0 : Number(token.replace(/^\D+/, ''));
  const to = from + size;
  return { items: items.slice(from, to), next: to < items.length ? `from-${to}` : undefined };
}
