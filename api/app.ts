import Koa from 'koa';
import type { Context } from 'koa';
import { refuse } from '../domain/errors.ts';
import { createAuthenticate } from './authenticate.ts';
import { createRouter } from './create-router.ts';
import type { RouterOptions } from './create-router.ts';
import { answerErrors } from './middleware/errors.ts';
import { identify } from './middleware/identify.ts';
import { limitRequests } from './middleware/limits.ts';
import { logRequests } from './middleware/request-log.ts';
import { routes } from './routes/index.ts';
import type { Services } from './services.ts';

/** The whole API as a Koa application: the middleware in their order, then the routes. */
export function createApp(services: Services, inspect?: RouterOptions['inspect']): Koa {
  const { database, clock, log } = services;
  const app = new Koa();
  const router = createRouter(routes, {
    services,
    authenticate: createAuthenticate(database, clock, log),
    inspect,
  });
  app.use(identify());
  app.use(logRequests(log));
  app.use(answerErrors(log));
  app.use(limitRequests());
  app.use(router.routes());
  app.use((ctx) =>
    refuseUnrouted(
      ctx,
      router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods),
    ),
  );
  // What Koa itself could not send (a client that left in the middle) is no error of ours.
  app.on('error', (error: Error) => log.debug({ err: error }, 'answer not sent'));
  return app;
}

function refuseUnrouted(ctx: Context, methods: readonly string[]): void {
  if (methods.length === 0) refuse('not_found', `There is nothing at ${ctx.path}.`);
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
  ctx.set('allow', allow);
  if (ctx.method !== 'OPTIONS')
    refuse('method_not_allowed', `${ctx.method} is not possible here; ${allow} are.`);
  ctx.status = 204;
}
