import Koa from 'koa';
import type { Context } from 'koa';
import { measurePool } from '../db/presence.ts';
import { refuse } from '../domain/errors.ts';
import { isApiPath } from './api-paths.ts';
import { createAuthenticate } from './authenticate.ts';
import { createAuthenticateSession } from './authenticate-session.ts';
import { createAuthenticateToken } from './authenticate-token.ts';
import { createRouter, isWide } from './create-router.ts';
import type { RouterOptions } from './create-router.ts';
import { answerErrors } from './middleware/errors.ts';
import { identify } from './middleware/identify.ts';
import { limitRequests } from './middleware/limits.ts';
import { observeRequests } from './middleware/observe-requests.ts';
import { createQueueDashboard } from './ops/queue-dashboard.ts';
import { routes } from './routes/index.ts';
import { messagingRoutes } from './routes/messaging.ts';
import type { Services } from './services.ts';

/** The API: what answers requests, and how it lets go of what it opened itself. */
export type App = { handle: ReturnType<Koa['callback']>; close: () => Promise<void> };

export type AppOptions = Pick<RouterOptions, 'inspect'> & { redisUrl?: string | undefined };

/** The whole API as a Koa application: the middleware in their order, the dashboard, then the routes. */
export function createApp(services: Services, { inspect, redisUrl }: AppOptions = {}): App {
  const { database, clock, log, metrics } = services;
  const koa = new Koa();
  measurePool(metrics, database);
  const authenticate = createAuthenticate(database, clock, log);
  const dashboard = createQueueDashboard({ database, redisUrl, authenticate, log });
  const authenticateSession = createAuthenticateSession(database, clock, log);
  const authenticateToken = createAuthenticateToken(database, clock, log);
  const options = { services, authenticate, authenticateSession, authenticateToken, inspect };
  const router = createRouter(
    [...routes.filter((route) => !isWide(route)), ...messagingRoutes],
    options,
  );
  // No request that has a route of its own shall be compared with all of these.
  const wide = createRouter(routes.filter(isWide), options);
  koa.use(identify());
  koa.use(observeRequests(metrics, log));
  koa.use(answerErrors(services));
  koa.use(limitRequests());
  koa.use(dashboard.middleware);
  koa.use(router.routes());
  const answerWide = wide.routes();
  koa.use((ctx, next) => (isApiPath(ctx.path) ? next() : answerWide(ctx as never, next)));
  koa.use((ctx) =>
    refuseUnrouted(
      ctx,
      (isApiPath(ctx.path) ? [router] : [router, wide])
        .flatMap((each) => each.match(ctx.path, ctx.method).path)
        .flatMap((layer) => layer.methods),
    ),
  );
  // What Koa itself could not send (a client that left in the middle) is no error of ours.
  koa.on('error', (error: Error) => log.debug({ err: error }, 'answer not sent'));
  return { handle: koa.callback(), close: dashboard.close };
}

function refuseUnrouted(ctx: Context, methods: readonly string[]): void {
  if (methods.length === 0) refuse('not_found', `There is nothing at ${ctx.path}.`);
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
  ctx.set('allow', allow);
  if (ctx.method !== 'OPTIONS')
    refuse('method_not_allowed', `${ctx.method} is not possible here; ${allow} are.`);
  ctx.status = 204;
}
