import type { Context, Middleware, Next } from 'koa';
import { refuse } from '../../domain/errors.ts';
import { createThrottle } from '../../lib/log.ts';
import type { Services } from '../services.ts';

/**
 * Refuses everything but health and metrics with `schema_outdated` until the database has the schema of this build, because its
 * code must not write to an older or newer schema. Free once the schema has matched.
 */
export function awaitSchema({ schema, log }: Pick<Services, 'schema' | 'log'>): Middleware {
  const mayLog = createThrottle(60_000);
  return async ({ path }: Context, next: Next) => {
    if (path.startsWith('/health/') || path === '/metrics') return next();
    const misfit = await schema.misfit();
    if (misfit === undefined) return next();
    if (mayLog(misfit)) log.warn({ reason: misfit }, 'waiting for the schema of this build');
    refuse('schema_outdated', misfit);
  };
}
