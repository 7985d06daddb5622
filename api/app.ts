import type { RouterContext } from '@koa/router';
import Koa from 'koa';
import type { Context, Middleware, Next } from 'koa';
import { measurePool } from '../db/announce-process.ts';
import { createRefusedWrites } from '../db/refused-writes.ts';
import type { RefusedWrites } from '../db/refused-writes.ts';
import { createSchemaGate } from '../db/schema-gate.ts';
import type { SchemaGate } from '../db/schema-gate.ts';
import { refuse } from '../domain/errors.ts';
import { isApiPath } from './api-paths.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { createAuthenticateAgent } from './auth/authenticate-agent.ts';
import { createAuthenticateSession } from './auth/authenticate-session.ts';
import { createAuthenticateToken } from './auth/authenticate-token.ts';
import { underSession } from './auth/for-session.ts';
import { createKeyUses, countKeyUses } from './auth/key-uses.ts';
import { openOidc } from './auth/open-oidc.ts';
import { createCallRoute } from './call-route.ts';
import { createRouter, isWide } from './create-router.ts';
import type { Inspection } from './create-router.ts';
import { answerErrors } from './http/errors/errors.ts';
import {
  awaitSchema,
  identify,
  limitRequests,
  observeRequests,
  refuseUnreadableAddresses,
  traceRequests,
} from './middleware/every-request.ts';
import { hintAtBranch } from './middleware/hint-at-branch.ts';
import { takeRest } from './http/take-rest.ts';
import type { CallRoute } from './inner-request.ts';
import { createRateLimit } from './mcp/rate-limit.ts';
import { findEviction, findRedis } from './ops/find-eviction.ts';
import { createQueueDashboard } from './ops/queue-dashboard.ts';
import { routes } from './routes/index.ts';
import { messagingRoutes } from './routes/messaging/messaging.ts';
import { stateOf } from './request-state.ts';
import type { Services } from './services.ts';
import { createFeedReaders } from './stream/feed-readers.ts';
import { serveWeb } from './web/serve-web.ts';
import type { WebFiles } from './web/web-files.ts';

/** The API: its request handler, and `close` for the resources that it opened itself. */
export type App = {
  handle: ReturnType<Koa['callback']>;
  /** Checks that the database has the schema of this build, for parts of the process that must wait for it. */
  schema: SchemaGate;
  /** Whether the disk of the database is full, for parts of the process that write. */
  writes: RefusedWrites;
  close: () => Promise<unknown>;
  /** Stores the counted requests of keys now, instead of within a minute. */
  recordKeyUses: () => Promise<void>;
};

export type AppOptions = {
  inspect?: Inspection;
  redisUrl?: string | undefined;
  /** The pages for browsers; without them the routes answer browsers with links. */
  web?: WebFiles | undefined;
  /** After this time, counted requests of keys are stored; default: a minute. */
  recordKeyUsesMs?: number;
};

type GivenServices = Omit<
  Services,
  | 'schema'
  | 'writes'
  | 'findEviction'
  | 'findRedis'
  | 'oidc'
  | 'readers'
  | 'callRoute'
  | 'countMessage'
>;

/** Creates the API as a Koa application: middleware in order, the dashboard, then the routes. */
export function createApp(
  given: GivenServices,
  { inspect, redisUrl, web, recordKeyUsesMs }: AppOptions = {},
): App {
  const services = completeServices(given, redisUrl, (request) => callRoute(request));
  const { database, log, metrics } = services;
  const koa = new Koa();
  measurePool(metrics, database);
  const checks = createChecks(services);
  const dashboard = createQueueDashboard({ database, redisUrl, ...checks, log });
  const keyUses = createKeyUses(services, recordKeyUsesMs);
  const options = { services, ...checks, inspect };
  const router = createRouter(
    [...routes.filter((route) => !isWide(route)), ...underSession(routes), ...messagingRoutes],
    options,
  );
  // These routes match almost any path, so a request is compared with them only if no other route matches.
  const wide = createRouter(routes.filter(isWide), options);
  koa.use(takeRest());
  koa.use(refuseUnreadableAddresses());
  koa.use(identify());
  koa.use(traceRequests());
  const observers = [observeRequests(metrics, log), ...(inspect ? [inspectEnd(inspect)] : [])];
  for (const observe of observers) koa.use(observe);
  koa.use(countKeyUses(keyUses));
  koa.use(answerErrors(services));
  koa.use(serveWeb(web));
  koa.use(awaitSchema(services));
  koa.use(limitRequests());
  koa.use(dashboard.middleware);
  koa.use(router);
  koa.use((ctx, next) => (isApiPath(ctx.path) ? next() : wide(ctx, next)));
  koa.use(hintAtBranch(database, checks.authenticate));
  koa.use(refuseUnrouted);
  const callRoute = createCallRoute([...observers, answerErrors(services), router, refuseUnrouted]);
  // An answer that Koa could not send, because the client disconnected, is not an error of the API.
  koa.on('error', (error: Error) => log.debug({ err: error }, 'answer not sent'));
  return {
    handle: koa.callback(),
    schema: services.schema,
    writes: services.writes,
    recordKeyUses: keyUses.flush,
    close: () => Promise.all([keyUses.close(), dashboard.close(), services.readers.close()]),
  };
}

function completeServices(
  given: GivenServices,
  redisUrl: string | undefined,
  callRoute: CallRoute,
): Services {
  return {
    ...given,
    schema: createSchemaGate(given.database.knex),
    writes: createRefusedWrites(given.clock),
    findEviction: () => findEviction(redisUrl),
    findRedis: () => findRedis(redisUrl),
    oidc: openOidc(given.settings),
    readers: createFeedReaders(given),
    countMessage: createRateLimit(() => given.clock.now()),
    callRoute,
  };
}

function createChecks({ database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>) {
  return {
    authenticate: createAuthenticate(database, clock, log),
    authenticateSession: createAuthenticateSession(database, clock, log),
    authenticateToken: createAuthenticateToken(database, clock, log),
    authenticateAgent: createAuthenticateAgent(database, clock, log),
  };
}

function inspectEnd({ end }: Inspection): Middleware {
  return async (ctx: Context, next: Next) => {
    await next();
    const { declaration } = stateOf(ctx);
    if (declaration) end(declaration, ctx);
  };
}

function refuseUnrouted(ctx: Context & Pick<RouterContext, 'matched'>): void {
  const methods = (ctx.matched ?? []).flatMap((layer) => layer.methods);
  if (methods.length === 0) refuse('not_found', `There is nothing at ${ctx.path}.`);
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
  ctx.set('allow', allow);
  if (ctx.method !== 'OPTIONS')
    refuse('method_not_allowed', `${ctx.method} is not possible here; ${allow} are.`);
  ctx.status = 204;
}
