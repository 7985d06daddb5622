import { Router } from '@koa/router';
import type { RouterContext } from '@koa/router';
import { isApiPath } from './api-paths.ts';
import type { Context, Middleware } from 'koa';
import { refuse } from '../domain/errors.ts';
import { assertMayCall } from '../domain/organizations/permissions.ts';
import type { Principal } from '../domain/principal.ts';
import { sendsKey } from './auth/authenticate.ts';
import { assertOwnPage } from './auth/own-page.ts';
import type { Authenticate } from './auth/authenticate.ts';
import { createBoundRequest, leavingBounds } from './bounds/bound-requests.ts';
import type { BoundRequest } from './bounds/bound-requests.ts';
import { createCallerTurns, needsTurn } from './bounds/caller-turns.ts';
import type { InTurn } from './bounds/caller-turns.ts';
import { createParameterCheck } from './http/check-parameters.ts';
import { createRequests, headerOf } from './body/create-requests.ts';
import { answerDryRun } from './http/dry-run.ts';
import { runIdempotently, settle } from './http/idempotency.ts';
import type { IdempotentRun } from './http/idempotency.ts';
import { isIdempotent } from './openapi/declared-headers.ts';
import { comparableText } from './messaging/body.ts';
import { refusalAnswer } from './http/errors/errors.ts';
import { readBody } from './body/read-body.ts';
import { isGuarded, permissionOf } from './route.ts';
import { stateOf } from './request-state.ts';
import type { Route } from './route.ts';
import type { Answer, Handled, RawBody } from './exchange.ts';
import { sendAnswer } from './http/send-answer.ts';
import type { Services } from './services.ts';

/** Dependencies of all routes. */
export type RouterOptions = {
  services: Services;
  authenticate: Authenticate;
  /** Authenticates routes that take a session. */
  authenticateSession: Authenticate;
  /** Authenticates routes that take the token of a contact. */
  authenticateToken: Authenticate;
  /** Authenticates routes that take the access token of an agent. */
  authenticateAgent: Authenticate;
  /** Receives what tests compare with the declaration. */
  inspect?: Inspection | undefined;
};

/** The parts of a request that tests see. */
export type Inspection = {
  /** The name of a header that is read. */
  header: (route: Route, name: string) => void;
  /** An answer before it is sent. */
  answer: (route: Route, answer: Answer) => void;
  /** The request once it is answered, with an error as well. */
  end: (route: Route, ctx: Context) => void;
};

const noBody: RawBody = { text: '', format: 'none' };

/**
 * Turns route declarations into middleware: key, parameters, body, Idempotency-Key, handler, answer. Each
 * collection has a separate router, because a router compares a request with all its routes: this takes 14 µs
 * for 300 routes, and 2 µs for those of one collection.
 */
export function createRouter(routes: readonly Route[], options: RouterOptions): Middleware {
  const [boundRequest, inTurn] = [createBoundRequest(), createCallerTurns()];
  // Paths that begin with a parameter belong to no collection.
  const nameOf = routes.some(isWide) ? () => '' : collectionOf;
  const routers = new Map<string, Router>();
  for (const route of routes) {
    const name = nameOf(route.path);
    const router = routers.get(name) ?? new Router({ sensitive: true, strict: true });
    routers.set(name, router);
    const handle = leavingBounds(createHandler(route, { ...options, boundRequest, inTurn }));
    router.register(route.path, [route.method], handle);
  }
  const answers = new Map([...routers].map(([name, router]) => [name, router.routes()]));
  return (ctx, next) => answers.get(nameOf(ctx.path))?.(ctx as RouterContext, next) ?? next();
}

/** True if the path of the route begins with a parameter. */
export function isWide({ path }: Route): boolean {
  return path.startsWith('/:');
}

/**
 * The first segments of a path: `/api/teams` of `/api/teams/:id`, likewise below `/v1` and `/ui/api`, and `/teams`
 * of `/teams/:id`.
 */
function collectionOf(path: string): string {
  if (path.startsWith('/ui/api/')) return path.split('/', 4).join('/');
  return path.split('/', isApiPath(path) ? 3 : 2).join('/');
}

type HandlerOptions = RouterOptions & { boundRequest: BoundRequest; inTurn: InTurn };

function createHandler(route: Route, options: HandlerOptions): (ctx: Context) => Promise<void> {
  const { services, inspect } = options;
  const ownAuthenticate = authenticationOf(route, options);
  const checkParameters = createParameterCheck(route);
  const checkPermission = createPermissionCheck(route);
  return async (ctx) => {
    const header = (name: string): string | undefined => {
      inspect?.header(route, name);
      return headerOf(ctx, name);
    };
    Object.assign(stateOf(ctx), { route: route.path, declaration: route });
    const authenticate = stateOf(ctx).authenticate ?? ownAuthenticate;
    const principal = asksWho(route, header) ? await authenticate(header) : anonymous;
    stateOf(ctx).principal = principal;
    checkPermission?.(principal);
    assertRehearsable(route, ctx);
    const { params, query } = checkParameters(ctx);
    options.boundRequest(ctx, route, query);
    const body = route.body && !route.body.streamed ? await readBody(ctx.req, route.body) : noBody;
    const requestFor = createRequests(ctx, route, {
      services,
      checked: { params, query, principal, body, header, checkKey: () => authenticate(header) },
    });
    const isRehearsal = isDryRun(query);
    const turn = <T>(work: () => Promise<T>): Promise<T> =>
      needsTurn(route, body, query) ? options.inTurn(principal, body.text.length, work) : work();
    if (isRehearsal && route.dryRun === true) {
      const alone = { joinedWork: undefined, services };
      const rehearsed = await turn(async () => {
        const content = (await route.read?.(requestFor(alone))) as never;
        return answerDryRun(services, principal, async (rehearsal) => {
          const request = Object.assign(requestFor(alone, rehearsal), { content });
          return settle(services, await route.handle(request));
        });
      });
      sendAnswer(ctx, rehearsed, services.log);
      return;
    }
    const run = (idempotent: IdempotentRun): Promise<Handled> =>
      turn(async () => {
        const request = requestFor(idempotent);
        const content = (await route.read?.(request)) as never;
        return route.handle(Object.assign(request, { content }));
      });
    const answer = await answerOf(ctx, route, { body, principal, services, run, isRehearsal });
    inspect?.answer(route, answer);
    sendAnswer(ctx, answer, services.log);
  };
}

function asksWho(route: Route, header: (name: string) => string | undefined): boolean {
  return (
    isGuarded(route) ||
    route.access === 'token' ||
    route.access === 'agent' ||
    (route.access === 'optional' && sendsKey(header))
  );
}

/**
 * A browser sends the session cookie for pages of any site, so a change must come from a page of the same
 * origin.
 */
function authenticationOf(
  { access, method }: Route,
  {
    authenticate,
    authenticateSession,
    authenticateToken,
    authenticateAgent,
    services,
  }: RouterOptions,
): Authenticate {
  if (access === 'token') return authenticateToken;
  if (access === 'agent') return authenticateAgent;
  if (access !== 'session') return authenticate;
  return async (header) => {
    const principal = await authenticateSession(header);
    if (method !== 'GET') assertOwnPage(header, services.settings.publicUrl);
    return principal;
  };
}

/** The only check of a key against the needs of its route; commands check owners. */
function createPermissionCheck(route: Route): ((principal: Principal) => void) | undefined {
  const need = permissionOf(route);
  if (!isGuarded(route) || need === 'read') return undefined;
  const how = route.method === 'GET' ? 'look' : 'change';
  return (principal) => assertMayCall(principal, need, how);
}

/** Refuses `dryRun` on routes without dry run, because a client that asks for one must not change data. */
function assertRehearsable(route: Route, ctx: Context): void {
  if (route.dryRun || route.method === 'GET') return;
  const { dryRun = 'false' } = ctx.query;
  if (dryRun === 'false') return;
  refuse('bad_request', `${route.method} ${route.path} cannot be rehearsed; leave out 'dryRun'.`);
}

function isDryRun(query: { dryRun?: boolean }): boolean {
  return query.dryRun === true;
}

type Handling = {
  body: RawBody;
  principal: Principal;
  services: Services;
  run: (run: IdempotentRun) => Promise<Handled>;
  /** A dry run has no effects that a repeated request could duplicate, so its Idempotency-Key is ignored. */
  isRehearsal: boolean;
};

async function answerOf(
  ctx: Context,
  route: Route,
  { body, principal, services, run, isRehearsal }: Handling,
): Promise<Answer> {
  // Answers of public routes are not stored, because they have no principal that the stored answer could belong
  // to.
  if (!isIdempotent(route) || isRehearsal) {
    return settle(services, await run({ joinedWork: undefined, services }));
  }
  const { requestId } = stateOf(ctx);
  const request = {
    key: ctx.get('idempotency-key') || undefined,
    method: ctx.method,
    url: ctx.url,
    body: comparableText(body, ctx.get('content-type')),
    principal,
    shownOnce: route.shownOnce === true,
    explain: (refusal: Parameters<typeof refusalAnswer>[0]) =>
      refusalAnswer(refusal, { path: ctx.path, requestId, services }),
  };
  return runIdempotently(services, request, run);
}

/** The principal of public routes. Reading its organization would be a bug, so it refuses. */
const anonymous: Principal = Object.freeze({
  get organizationId(): never {
    return refuse('permission_denied', 'This needs an API key.');
  },
  name: 'anonymous',
  scope: 'user_read',
  teamId: undefined,
  email: undefined,
});
