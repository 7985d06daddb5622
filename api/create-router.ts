import { Router } from '@koa/router';
import { isApiPath } from './api-paths.ts';
import type { Context } from 'koa';
import { refuse } from '../domain/errors.ts';
import { assertMayCall } from '../domain/permission-needs.ts';
import type { Principal } from '../domain/principal.ts';
import { sendsKey } from './authenticate.ts';
import { assertOwnPage } from './own-page.ts';
import type { Authenticate } from './authenticate.ts';
import { createParameterCheck } from './check-parameters.ts';
import { answerDryRun } from './dry-run.ts';
import type { Rehearsal } from './dry-run.ts';
import { runIdempotently } from './idempotency.ts';
import type { IdempotentRun } from './idempotency.ts';
import { comparableText } from './messaging-body.ts';
import { refusalAnswer } from './middleware/errors.ts';
import { readBody } from './read-body.ts';
import { openBody } from './read-stream.ts';
import { isGuarded, permissionOf, stateOf } from './route.ts';
import type { Answer, ApiRequest, RawBody, Route } from './route.ts';
import { sendAnswer } from './send-answer.ts';
import type { Services } from './services.ts';

/** What the declarations cannot do themselves. */
export type RouterOptions = {
  services: Services;
  authenticate: Authenticate;
  /** The same for routes that take a session. */
  authenticateSession: Authenticate;
  /** The same for routes that take the token of a contact. */
  authenticateToken: Authenticate;
  /** Sees every answer before it is sent; tests check it against the declaration. */
  inspect?: ((route: Route, answer: Answer) => void) | undefined;
};

const noBody: RawBody = { text: '', format: 'none' };

/** Turns route declarations into a router: key, parameters, body, Idempotency-Key, handler, answer. */
export function createRouter(routes: readonly Route[], options: RouterOptions): Router {
  const router = new Router({ sensitive: true, strict: true });
  for (const route of routes) {
    const handle = createHandler(route, options);
    router.register(route.path, [route.method], handle);
  }
  // Paths that begin with a parameter belong to no collection.
  if (!routes.some(isWide)) matchByCollection(router);
  return router;
}

/** Whether the path of the route begins with a parameter. */
export function isWide({ path }: Route): boolean {
  return path.startsWith('/:');
}

/**
 * Lets the router look only at the routes of the collection that a path begins with. It looks at every route of
 * every request otherwise, which with some hundred routes costs more than the rest of its work.
 */
function matchByCollection(router: Router): void {
  const collections = new Map<string, Router>();
  for (const layer of router.stack) {
    const collection = collectionOf(String(layer.path));
    const routes = collections.get(collection) ?? new Router();
    routes.stack.push(layer);
    collections.set(collection, routes);
  }
  const none = new Router();
  router.match = (path, method) =>
    (collections.get(collectionOf(path)) ?? none).match(path, method);
}

/** `/api/teams` of `/api/teams/:id`, likewise below `/v1`, and `/teams` of `/teams/:id`. */
function collectionOf(path: string): string {
  const parts = path.split('/', isApiPath(path) ? 3 : 2);
  return parts.join('/');
}

function createHandler(route: Route, options: RouterOptions): (ctx: Context) => Promise<void> {
  const { services, inspect } = options;
  const authenticate = authenticationOf(route, options);
  const checkParameters = createParameterCheck(route);
  const checkPermission = createPermissionCheck(route);
  return async (ctx) => {
    const header = (name: string): string | undefined => headerOf(ctx, name);
    stateOf(ctx).route = route.path;
    const principal = asksWho(route, header) ? await authenticate(header) : nobody;
    stateOf(ctx).principal = principal;
    checkPermission?.(principal);
    assertRehearsable(route, ctx);
    const { params, query } = checkParameters(ctx);
    const body = route.body && !route.body.streamed ? await readBody(ctx.req, route.body) : noBody;
    const run = ({ joinedWork, noteWork }: IdempotentRun, rehearsal?: Rehearsal): Promise<Answer> =>
      route.handle({
        params,
        query,
        principal,
        requestId: stateOf(ctx).requestId,
        now: services.clock.now(),
        checkKey: () => authenticate(header),
        get gone() {
          return goneSignal(ctx);
        },
        method: ctx.method,
        header,
        // Links are built on the configured address, never on the Host header, which clients choose.
        get url() {
          return new URL(services.settings.publicUrl + ctx.path + ctx.search);
        },
        body,
        openBody: () => openBody(ctx.req, ctx.res, route.body),
        joinedWork,
        noteWork,
        services,
        ...rehearsal,
      } satisfies ApiRequest<Record<string, never>, Record<string, never>>);
    if (isDryRun(route, query)) {
      const rehearsed = await answerDryRun(services, principal, (rehearsal) =>
        run(alone, rehearsal),
      );
      sendAnswer(ctx, rehearsed, services.log);
      return;
    }
    const answer = await answerOf(ctx, route, { body, principal, services, run });
    inspect?.(route, answer);
    sendAnswer(ctx, answer, services.log);
  };
}

/** A header without a value counts as left out, but not where a write would then happen without its condition. */
function headerOf(ctx: Context, name: string): string | undefined {
  const value = ctx.get(name);
  if (name === 'if-match' && value === '' && ctx.headers[name] !== undefined) {
    refuse('bad_request', 'If-Match has no value.');
  }
  return value || undefined;
}

function asksWho(route: Route, header: (name: string) => string | undefined): boolean {
  return (
    isGuarded(route) ||
    route.access === 'token' ||
    (route.access === 'optional' && sendsKey(header))
  );
}

/** A browser sends the cookie of a session whatever page asks it to, so that a change must come from one of ours. */
function authenticationOf(
  { access, method }: Route,
  { authenticate, authenticateSession, authenticateToken, services }: RouterOptions,
): Authenticate {
  if (access === 'token') return authenticateToken;
  if (access !== 'session') return authenticate;
  return async (header) => {
    const principal = await authenticateSession(header);
    if (method !== 'GET') assertOwnPage(header, services.settings.publicUrl);
    return principal;
  };
}

/** The one place where a key is compared with what its route needs; owners are looked at by the commands. */
function createPermissionCheck(route: Route): ((principal: Principal) => void) | undefined {
  const need = permissionOf(route);
  if (!isGuarded(route) || need === 'read') return undefined;
  const how = route.method === 'GET' ? 'look' : 'change';
  return (principal) => assertMayCall(principal, need, how);
}

/** Nobody who asks for a rehearsal gets the real thing. */
function assertRehearsable(route: Route, ctx: Context): void {
  if (route.dryRun || route.method === 'GET') return;
  const { dryRun = 'false' } = ctx.query;
  if (dryRun === 'false') return;
  refuse('bad_request', `${route.method} ${route.path} cannot be rehearsed; leave out 'dryRun'.`);
}

function isDryRun(route: Route, query: { dryRun?: boolean }): boolean {
  return route.dryRun === true && query.dryRun === true;
}

type Handling = {
  body: RawBody;
  principal: Principal;
  services: Services;
  run: (run: IdempotentRun) => Promise<Answer>;
};

function answerOf(
  ctx: Context,
  route: Route,
  { body, principal, services, run }: Handling,
): Promise<Answer> {
  // What nobody asks for is nobody's to repeat.
  const isRepeatable = route.method === 'POST' && route.access !== 'public';
  if (!isRepeatable || route.body?.streamed) return run(alone);
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

const alone: IdempotentRun = { joinedWork: undefined, noteWork: () => Promise.resolve() };

/** Public routes ask for nobody; using this principal for data would be a bug, so it refuses. */
const nobody: Principal = Object.freeze({
  get organizationId(): never {
    return refuse('permission_denied', 'This needs an API key.');
  },
  name: 'anonymous',
  scope: 'user_read',
  teamId: undefined,
  email: undefined,
});

function goneSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  if (ctx.res.closed || ctx.req.socket.destroyed) controller.abort();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}
