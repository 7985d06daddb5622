import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A request as received by the platform. */
export type PlatformRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, if it is JSON. */
  json: any;
};

/** The answer of the platform: JSON with status 200 by default, or no answer at all. */
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
  /** Changes the answers from now on. */
  answer: (how: Answering) => void;
  stop: () => Promise<void>;
};

/** A server on the loopback address with the answers of a test; other requests get 404. */
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

/** A platform that is started for each test of this block, with the answers of `begin`; only available inside of tests. */
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

/** The page of a listing that starts at `token`, and the token of the next page, with `size` items per page. */
export function pageOf<Item>(
  items: readonly Item[],
  token: string | null,
  size: number,
): { items: Item[]; next: string | undefined } {
  const from = token === null || token === '' ? 0 : Number(token.replace(/^\D+/, ''));
  const to = from + size;
  return { items: items.slice(from, to), next: to < items.length ? `from-${to}` : undefined };
}
