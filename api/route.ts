import { Type } from '@sinclair/typebox';
import type { Static, TObject, TSchema, TString } from '@sinclair/typebox';
import type { PermissionNeed } from '../domain/organizations/permissions.ts';
import type { RefusalCode } from '../domain/errors.ts';
import type { BoundedKind } from './bounds/bounds.ts';
import type { RequestHeader, ResponseHeader } from './http/header-catalogue.ts';
import { dryRunQuery } from './http/dry-run-query.ts';
import type { ApiRequest, Handled } from './exchange.ts';

/** One status a route may answer; errors are declared by their codes (`refuses`). */
export type DeclaredAnswer = {
  description: string;
  schema?: TSchema;
  contentType?: string;
  /** Further content types, which the request asks for. */
  alsoAs?: readonly string[];
  /** True if the answer may have no body. */
  mayBeEmpty?: boolean;
};

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/** Accepted formats and size of a request body. */
export type BodyRule = {
  formats: readonly (
    | 'json'
    | 'yaml'
    | 'x-ndjson'
    | 'turtle'
    | 'rdf+xml'
    | 'x-www-form-urlencoded'
    | 'form-data'
    | 'x-protobuf'
  )[];
  schema?: TSchema;
  /** An example for a body whose schema has none in `api/examples.ts`. */
  example?: unknown;
  required: boolean;
  /** Bodies of other content types count as none, for routes that once took no body. */
  ignoresOtherTypes?: boolean;
  /** Maximum size after decompression (decisions §1). Default: 5 MB. */
  limitBytes?: number;
  /** The handler reads the body with `openBody`, whatever its length, and checks the Idempotency-Key itself. */
  streamed?: boolean;
};

type ParameterNames<Path extends string> = Path extends `${string}/${':' | '*'}${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | ParameterNames<`/${Further}`>
    : Rest
  : never;

/** Parameters of a path, all strings: `:name` matches one segment, `*name` the rest of the path. */
export type PathParams<Path extends string> = TObject<Record<ParameterNames<Path>, TString>>;

/** A query without parameters. */
export type NoQuery = TObject<Record<string, never>>;

/** Declaration of a route; the defaults are those of most routes. */
export type RouteDefinition<
  Path extends string,
  Params extends TObject,
  Query extends TObject,
  Content,
> = {
  method: Method;
  /** Path in the syntax of @koa/router, e.g. `/api/teams/:id`. */
  path: Path;
  /** The operationId: a verb and a noun, e.g. `listTeams`. */
  name: string;
  /** One sentence; what follows `; ` is shown as the description. */
  summary: string;
  tag: string;
  /** Request headers that the handler reads, besides those that follow from the rest of the declaration (`requestHeadersOf`). */
  takes?: readonly RequestHeader[];
  /** Headers of successful answers, besides those that follow from the rest of the declaration (`responseHeadersOf`). */
  sends?: readonly ResponseHeader[];
  /** Codes of its errors, besides those that follow from the rest of the declaration (`refusalsOf`). */
  refuses?: readonly RefusalCode[];
  /**
   * `public` routes need no key; `optional` routes check one if it is sent. `session` routes are for the web
   * UI: they take the session cookie and no key, and changes must come from a page of the same origin. `token`
   * routes belong to messaging: they take only tokens of contacts. `agent` routes take access tokens of OAuth clients, and
   * keys. Default: `key`.
   */
  access?: 'key' | 'session' | 'token' | 'agent' | 'optional' | 'public';
  /** True for a former name of another route: openapi.json and the explorer leave it out. */
  hidden?: boolean;
  /** Permission that the key needs. Default: `read` for GET, otherwise `write` (`permissionOf`). */
  permission?: PermissionNeed;
  /**
   * The answer to a POST contains a secret: it is not stored, and a repetition with the same Idempotency-Key is
   * refused.
   */
  shownOnce?: boolean;
  /** False for a POST that replaces its credential: a repetition is refused anyway, so its Idempotency-Key is ignored. */
  repeatable?: false;
  /** Default: the parameters of the path, each a string. */
  params?: Params;
  /** Checks of path parameters whose refusal the schema cannot express; they run before anything is read. */
  checkParams?: (params: Record<string, unknown>) => void;
  /** Default: none. */
  query?: Query;
  /** Default: no body. A declared body is required JSON unless the rule says otherwise. */
  body?: Partial<BodyRule>;
  /**
   * True if the route accepts `?dryRun=true`; its handler must then change only the database that it is passed.
   * Default: true for PUT and DELETE (decisions §1). Other routes refuse the parameter. `own`: the handler
   * implements the dry run itself.
   */
  dryRun?: boolean | 'own';
  /** Schema of the answer to a dry run. Default: the events. */
  preview?: TSchema;
  /**
   * Limit in `bounds` for concurrent requests of one caller or organization; requests beyond it get 429. Dry runs always count as
   * `rehearsals`. `enterStream` counts `streams`, because these routes also answer without a stream.
   */
  bounded?: BoundedKind;
  /**
   * True if the route works on stored texts that may be long; it then waits for its caller's turn, like
   * requests with long bodies.
   */
  longTexts?: boolean;
  /**
   * Form of its errors; `otlp`: google.rpc.Status in the encoding of the request, `oauth`: as RFC 6749 §5.2, `rpc`: as JSON-RPC.
   * Default: that of its interface.
   */
  errors?: 'otlp' | 'oauth' | 'rpc';
  /** Default for PUT and DELETE: 200 without a body. */
  answers?: Record<number, DeclaredAnswer>;
  /**
   * Converts the body to the `content` of `handle`. A dry run calls it before it opens its transaction, because
   * reading a long body takes longer than a connection may be held.
   */
  read?: (request: ApiRequest<Static<Params>, Static<Query>>) => Promise<Content>;
  handle: (
    request: ApiRequest<Static<Params>, Static<Query>> & { content: Content },
  ) => Promise<Handled>;
};

type Declared = RouteDefinition<string, TObject, TObject, never>;
type Filled = Required<Pick<Declared, 'access' | 'params' | 'query' | 'answers'>>;

/** A route with its defaults filled in and its parameter types hidden, so that all routes fit one registry. */
export type Route = Omit<Declared, keyof Filled | 'body' | 'read' | 'handle'> &
  Filled & {
    body?: BodyRule;
    read?: (request: AnyRequest) => Promise<unknown>;
    handle: (request: AnyRequest & { content: never }) => Promise<Handled>;
  };

type AnyRequest = ApiRequest<Record<string, never>, Record<string, never>>;

const emptyAnswers: Partial<Record<Method, Route['answers']>> = {
  PUT: { 200: { description: 'Stored; the answer has no body' } },
  DELETE: { 200: { description: 'Deleted; the answer has no body' } },
};

/**
 * Declares a route. The checks of its parameters, the types of its handler and its part of openapi.json follow from the
 * declaration.
 */
export function defineRoute<
  Path extends string,
  Params extends TObject = PathParams<Path>,
  Query extends TObject = NoQuery,
  Content = undefined,
>(declared: RouteDefinition<Path, Params, Query, Content>): Route {
  const { method, path, access = 'key', body } = declared;
  const route = {
    params: paramsOf(path),
    query: Type.Object({}),
    answers: emptyAnswers[method] ?? {},
    ...declared,
    access,
    ...(body && { body: { formats: ['json'], required: true, ...body } }),
  } as Route;
  const replaces = method === 'PUT' || method === 'DELETE';
  const dryRun = route.dryRun ?? (replaces && isGuarded(route));
  if (dryRun === false) return route;
  return { ...route, dryRun, query: Type.Object({ ...route.query.properties, ...dryRunQuery }) };
}

function paramsOf(path: string): TObject {
  const names = [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => [name, Type.String()]);
  return Type.Object(Object.fromEntries(names) as Record<string, TString>);
}

/** True if the route requires a key or a session. */
export function isGuarded({ access }: Pick<Route, 'access'>): boolean {
  return access === 'key' || access === 'session';
}

/** True if the route answers 429 to too many concurrent requests. */
export function isBounded({ bounded, dryRun, longTexts, body }: Route): boolean {
  return (
    bounded !== undefined ||
    (dryRun ?? false) !== false ||
    longTexts === true ||
    (body !== undefined && !body.streamed)
  );
}

/** The permission that the key or the session of a request needs. */
export function permissionOf({ permission, method }: Route): PermissionNeed {
  return permission ?? (method === 'GET' ? 'read' : 'write');
}
