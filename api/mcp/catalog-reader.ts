import type { Principal } from '../../domain/principal.ts';
import type { CallRoute } from '../inner-request.ts';

/** An error of a route, as an agent reads it. */
export class CatalogProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'CatalogProblem';
    this.status = status;
    this.code = code;
  }
}

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The routes of the API for one request of an agent, with the rights of its person. */
export type Catalog = {
  /** The answer of a GET as JSON. */
  get: <Answer = unknown>(path: string, query?: Query) => Promise<Answer>;
  /** The answer of a GET as text. */
  getText: (path: string) => Promise<string>;
  /** The answer of a POST as JSON. */
  post: <Answer = unknown>(
    path: string,
    request?: { query?: Query; body?: object; prefer?: string },
  ) => Promise<Answer>;
};

/** The circumstances of a request of an agent. */
export type AgentRequest = {
  principal: Principal;
  requestId: string;
  gone: AbortSignal;
};

/** Creates the access to routes for one request. */
export function createCatalog(callRoute: CallRoute, request: AgentRequest): Catalog {
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    { body, headers = {} }: { body?: object | undefined; headers?: Record<string, string> } = {},
  ): Promise<string> => {
    const type = body && { 'content-type': 'application/json' };
    const answer = await callRoute({
      ...request,
      method,
      url,
      headers: { accept: 'application/json', ...type, ...headers },
      body: body && JSON.stringify(body),
    });
    if (answer.status >= 400) throw problemOf(answer);
    return answer.text;
  };
  return {
    get: async (path, query) => JSON.parse(await call('GET', withQuery(path, query))),
    getText: (path) => call('GET', path, { headers: { accept: '*/*' } }),
    post: async (path, { query, body, prefer } = {}) => {
      const headers = prefer === undefined ? {} : { prefer };
      return JSON.parse(await call('POST', withQuery(path, query), { body, headers }));
    },
  };
}

function withQuery(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}

type Problem = { code: string; detail: string; violations?: { field: string; message: string }[] };

function problemOf({ status, text }: { status: number; text: string }): CatalogProblem {
  const { code, detail, violations = [] } = JSON.parse(text) as Problem;
  const named = violations.map(({ field, message }) => `\n- ${field} ${message}`);
  return new CatalogProblem(status, code, `${detail}${named.join('')}`);
}

/** A path with encoded ids: path`/api/teams/${id}`. */
export function path(parts: TemplateStringsArray, ...ids: string[]): string {
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}

/** Refuses input of a tool that lacks a member which another one could replace. */
export function missing(what: string): never {
  throw new CatalogProblem(422, 'invalid_body', `${what} is missing.`);
}
