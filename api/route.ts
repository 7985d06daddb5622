import { Type } from '@sinclair/typebox';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Context } from 'koa';
import type { Readable } from 'node:stream';
import type { Tx } from '../db/connect.ts';
import type { PermissionNeed } from '../domain/permission-needs.ts';
import type { Principal } from '../domain/principal.ts';
import { dryRunQuery } from './dry-run-query.ts';
import type { Services } from './services.ts';

/** What a handler answers; the adapter turns it into HTTP. `text` is sent as it is, `json` is serialised. */
export type Answer = {
  status: number;
  headers?: Record<string, string | undefined>;
  json?: unknown;
  text?: string;
  /** Sent as it comes, instead of `text`. */
  stream?: Readable;
  /** Of `text` and `stream`; `application/json` when left out. */
  contentType?: string;
  /** What is done once the answer has gone out whole, and its body was not left out (HEAD, 304). */
  onceSent?: () => Promise<unknown>;
};

/** One status a route may answer; problem answers need no declaration of their own body. */
export type DeclaredAnswer = {
  description: string;
  schema?: TSchema;
  contentType?: string;
  /** Whether it may come without a body. */
  mayBeEmpty?: boolean;
};

/** A request as a handler sees it: checked parameters, the body as bytes read, and who asks. */
export type ApiRequest<Params, Query> = {
  params: Params;
  query: Query;
  principal: Principal;
  requestId: string;
  now: Date;
  /** Looks at the key once more: refuses when it has stopped working since, and answers who asks. For answers that last. */
  checkKey: () => Promise<Principal>;
  /** Aborts when the client has gone away. */
  gone: AbortSignal;
  /** As sent: HEAD goes to the route of GET. */
  method: string;
  header: (name: string) => string | undefined;
  /** Path and query as sent, for links. */
  url: URL;
  body: RawBody;
  /** Opens the body of a route that reads it itself, piece by piece. */
  openBody: () => BodyStream;
  /** Work of an earlier request with the same Idempotency-Key, to wait for instead of starting anew. */
  joinedWork: string | undefined;
  /** Notes in a transaction that this request waits for the work, so that repetitions join it. */
  noteWork: (tx: Tx, workId: string) => Promise<void>;
  services: Services;
};

/** A body as it came: its text (UTF-8 checked) and what its content type says it is. */
export type RawBody = {
  text: string;
  format: 'json' | 'yaml' | 'turtle' | 'rdf+xml' | 'x-www-form-urlencoded' | 'form-data' | 'none';
};

/** A body that is read piece by piece; what is wrong with it refuses where it is found. */
export type BodyStream = {
  format: 'x-ndjson' | 'yaml' | 'form-data' | 'json' | 'x-www-form-urlencoded';
  chunks: AsyncIterable<Buffer>;
};

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** How a request body is read: not at all, as JSON, or as a document in JSON or YAML. */
export type BodyRule = {
  formats: readonly (
    'json' | 'yaml' | 'x-ndjson' | 'turtle' | 'rdf+xml' | 'x-www-form-urlencoded' | 'form-data'
  )[];
  schema?: TSchema;
  required: boolean;
  /** Longest body, unpacked; 5 MB when left out (decisions §1). */
  limitBytes?: number;
  /** The handler reads it with `openBody`, however long it is, and looks at the Idempotency-Key itself. */
  streamed?: boolean;
};

export type RouteDefinition<Params extends TObject, Query extends TObject> = {
  method: Method;
  /** In the syntax of @koa/router, e.g. `/api/teams/:id`. */
  path: string;
  summary: string;
  tag: string;
  /**
   * `public` routes need no key; `optional` ones look at it when there is one. `session` ones are for the web UI: they take the
   * cookie of who is signed in and look at no key, and what changes something must come from a page of ours. `token` ones
   * are those of messaging: they take tokens of contacts and nothing else.
   */
  access: 'key' | 'session' | 'token' | 'optional' | 'public';
  /** What the key needs; without it `read` for GET and `write` for the rest (`permissionOf`). */
  permission?: PermissionNeed;
  /** The answer to a POST shows a secret: it is not stored, and a repeated Idempotency-Key is told so. */
  shownOnce?: boolean;
  params: Params;
  /** Refuses, before anything is read, what of the path its schema cannot refuse as the route wants it. */
  checkParams?: (params: Record<string, unknown>) => void;
  query: Query;
  body?: BodyRule;
  /**
   * Whether `?dryRun=true` rehearses it: the handler must then change nothing but the database that it is given. True
   * for PUT and DELETE when left out (decisions §1); the others refuse the parameter. `own`: the handler rehearses itself.
   */
  dryRun?: boolean | 'own';
  answers: Record<number, DeclaredAnswer>;
  handle: (request: ApiRequest<Static<Params>, Static<Query>>) => Promise<Answer>;
};

/** A route whose parameter types are hidden, so that all fit one registry. */
export type Route = Omit<RouteDefinition<TObject, TObject>, 'handle'> & {
  handle: (request: ApiRequest<Record<string, never>, Record<string, never>>) => Promise<Answer>;
};

/**
 * Declares a route. The one declaration gives the checks of its parameters, the types of its handler and its
 * part of openapi.json.
 */
export function defineRoute<Params extends TObject, Query extends TObject>(
  route: RouteDefinition<Params, Query>,
): Route {
  const { method } = route;
  const replaces = method === 'PUT' || method === 'DELETE';
  const dryRun = route.dryRun ?? (replaces && isGuarded(route));
  if (dryRun === false) return route;
  const query = Type.Object({ ...route.query.properties, ...dryRunQuery });
  return { ...route, dryRun, query };
}

/** Whether it answers only to those who say who they are, by a key or a session. */
export function isGuarded({ access }: Pick<Route, 'access'>): boolean {
  return access === 'key' || access === 'session';
}

/** What the key of a request needs, or that of its session. */
export function permissionOf({ permission, method }: Route): PermissionNeed {
  return permission ?? (method === 'GET' ? 'read' : 'write');
}

/** What middleware leaves on the context for the adapter. */
export type RequestState = {
  requestId: string;
  principal?: Principal;
  /** Declared path of the route that answers. */
  route?: string;
};

/** The state of a request, typed. */
export function stateOf(ctx: Context): RequestState {
  return ctx.state;
}
