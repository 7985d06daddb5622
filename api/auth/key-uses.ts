import type { Context, Middleware, Next } from 'koa';
import type { Database } from '../../db/connect.ts';
import { addKeyUses } from '../../db/tables/organizations/api-key-uses.ts';
import type { KeyUse } from '../../db/tables/organizations/api-key-uses.ts';
import { dayOf } from '../../domain/organizations/api-key-rules.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { stateOf } from '../request-state.ts';

/** Counts requests of API keys in memory. */
export type KeyUses = {
  /** Counts a request that was answered with this status; principals without a key are ignored. */
  count: (principal: Principal, status: number) => void;
  /** Stores what was counted since the last time. */
  flush: () => Promise<void>;
  /** Stores the rest. */
  close: () => Promise<void>;
};

const prefix = 'api-key:';
/** Time between two writes. */
const usualFlushMs = 60_000;

/**
 * Counts the requests of each key and stores the counts once a minute with one statement, so that a request costs no write. A
 * process that is killed loses the counts of its last minute.
 */
export function createKeyUses(
  { database, clock, log }: { database: Database; clock: Clock; log: Logger },
  flushMs = usualFlushMs,
): KeyUses {
  let counted = new Map<string, KeyUse>();
  let timer: NodeJS.Timeout | undefined;
  const add = (use: KeyUse): void => {
    const key = `${use.apiKeyId} ${use.day}`;
    const known = counted.get(key);
    if (known) {
      known.requests += use.requests;
      known.failed += use.failed;
    } else counted.set(key, use);
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const uses = [...counted.values()];
    counted = new Map();
    try {
      await addKeyUses(database.knex, uses);
    } catch (error) {
      log.warn({ err: error }, 'use of keys not recorded; it is tried again');
      for (const use of uses) add(use);
    }
  };
  const close = async (): Promise<void> => {
    await flush();
    clearTimeout(timer);
  };
  const count = ({ name, organizationId }: Principal, status: number): void => {
    const apiKeyId = name.slice(prefix.length);
    const day = dayOf(clock.now());
    const failed = status >= 400 ? 1 : 0;
    add({ organizationId, apiKeyId, day, requests: 1, failed });
  };
  return {
    count: (principal, status) => {
      if (principal.name.startsWith(prefix)) count(principal, status);
    },
    flush,
    close,
  };
}

/** Counts each request of an API key, or of its session, once. */
export function countKeyUses(uses: KeyUses): Middleware {
  return async (ctx: Context, next: Next) => {
    await next();
    const { principal } = stateOf(ctx);
    if (principal) uses.count(principal, ctx.status);
  };
}
