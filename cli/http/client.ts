import { exitCodes } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { withQuery } from './api-path.ts';
import type { Query } from './api-path.ts';
import { sendRequest } from './send-request.ts';
import type { Request } from './send-request.ts';

/** An answer below 400. */
export type Reply = { status: number; headers: Headers; text: string };

/** The API of one installation; errors are those of `sendRequest`. */
export type Client = {
  address: string;
  request: (request: Request) => Promise<Reply>;
  /** The JSON of a GET. */
  get: <T = unknown>(path: string, query?: Query) => Promise<T>;
  /** The JSON of any request, undefined for an answer without a body. */
  send: <T = unknown>(request: Request) => Promise<T>;
  /** The answer whose body is still to be read, for streams. */
  open: (request: Request) => Promise<Response>;
  /** All items of a list, which is read page by page. */
  items: <T = unknown>(path: string, query?: Query) => AsyncGenerator<T>;
};

/** A client of the API at an address, with or without a key. */
export function createClient(
  { url: address, apiKey }: { url: string; apiKey?: string },
  { signal }: { signal: AbortSignal },
): Client {
  const open = async (request: Request) => sendRequest(request, { address, apiKey, signal });

  async function request(wanted: Request): Promise<Reply> {
    const answer = await open(wanted);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  async function send<T>(wanted: Request): Promise<T> {
    const { text } = await request(wanted);
    return readJson(text, address) as T;
  }

  async function* items<T>(path: string, query?: Query): AsyncGenerator<T> {
    let next: string | undefined = withQuery(path, query);
    while (next !== undefined) {
      const { text, headers } = await request({ method: 'GET', path: next });
      yield* readJson(text, address) as T[];
      next = nextPage(headers.get('link'), address);
    }
  }

  const get = async <T>(path: string, query: Query = {}) => send<T>({ method: 'GET', path, query });
  return { address, request, get, send, open, items };
}

function readJson(text: string, address: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(
      `${address} does not answer JSON: is it the address of Concordat?`,
      exitCodes.noServer,
      'no_concordat',
    );
  }
}

/** The path of the next page below the address, which may be another one than the server's own. */
function nextPage(link: string | null, address: string): string | undefined {
  const [, target] = /<([^>]+)>;\s*rel="next"/.exec(link ?? '') ?? [];
  if (target === undefined) return undefined;
  const { pathname, search } = new URL(target, `${address}/`);
  return `${pathname.slice(pathname.indexOf('/api/'))}${search}`;
}
