import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { createBounds } from './bounds.ts';
import type { BoundedKind } from './bounds.ts';
import { stateOf } from '../request-state.ts';
import type { Route } from '../route.ts';

/** Counts a request whose caller and parameters are known, or refuses it (`bounds`). */
export type BoundRequest = (ctx: Context, route: Route, query: { dryRun?: boolean }) => void;

/** Counts the requests of bounded routes while they run. */
export function createBoundRequest(): BoundRequest {
  const enter = createBounds();
  return (ctx, route, query) => {
    const kind = kindOf(route, query);
    const { principal } = stateOf(ctx);
    if (kind && principal) stateOf(ctx).leaveBounds = enter(kind, principal);
  };
}

function kindOf({ bounded, dryRun }: Route, query: { dryRun?: boolean }): BoundedKind | undefined {
  if (dryRun && query.dryRun) return 'rehearsals';
  return bounded === 'streams' ? undefined : bounded;
}

/** Runs a handler and releases its bounds when the answer is made, or when the streamed answer has ended. */
export function leavingBounds(
  handle: (ctx: Context) => Promise<void>,
): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    try {
      await handle(ctx);
    } finally {
      const { leaveBounds } = stateOf(ctx);
      if (leaveBounds) afterStream(ctx.body, leaveBounds);
    }
  };
}

/** Koa destroys the stream of an answer when the client disconnects. */
function afterStream(body: unknown, leave: () => void): void {
  if (body instanceof Readable && !body.closed) body.once('close', leave);
  else leave();
}
