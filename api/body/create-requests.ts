import type { Context } from 'koa';
import { refuse } from '../../domain/errors.ts';
import { clientHost } from '../../lib/client-host.ts';
import type { Rehearsal } from '../http/dry-run.ts';
import type { IdempotentRun } from '../http/idempotency.ts';
import { openBody } from './read-stream.ts';
import { stateOf } from '../request-state.ts';
import type { Route } from '../route.ts';
import type { ApiRequest } from '../exchange.ts';
import type { Services } from '../services.ts';

type AnyRequest = ApiRequest<Record<string, never>, Record<string, never>>;

/** Creates the requests that handlers receive, after all checks. */
export function createRequests(
  ctx: Context,
  route: Route,
  {
    services,
    checked,
  }: {
    services: Services;
    checked: Pick<AnyRequest, 'params' | 'query' | 'principal' | 'body' | 'header' | 'checkKey'>;
  },
): (run: IdempotentRun, rehearsal?: Rehearsal) => AnyRequest {
  return (idempotent, rehearsal) => ({
    ...checked,
    requestId: stateOf(ctx).requestId,
    now: services.clock.now(),
    get gone() {
      return goneSignal(ctx);
    },
    method: ctx.method,
    get clientHost() {
      const { trustedProxies } = services.settings;
      return clientHost(ctx.req.socket.remoteAddress, ctx.get('x-forwarded-for'), trustedProxies);
    },
    // Links are built on the configured address, never on the Host header, which clients choose.
    get url() {
      return new URL(services.settings.publicUrl + ctx.path + ctx.search);
    },
    openBody: () => openBody(ctx.req, ctx.res, route.body),
    ...idempotent,
    reading: services.database,
    ...rehearsal,
  });
}

/** A header without a value counts as missing, unless a write would then lose its precondition. */
export function headerOf(ctx: Context, name: string): string | undefined {
  const value = ctx.get(name);
  if (name === 'if-match' && value === '' && ctx.headers[name] !== undefined) {
    refuse('bad_request', 'If-Match has no value.');
  }
  return value || undefined;
}

function goneSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  if (ctx.res.closed || ctx.req.socket.destroyed) controller.abort();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}
