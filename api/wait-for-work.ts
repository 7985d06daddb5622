import type { Database } from '../db/connect.ts';
import { listAwaitedWork } from '../db/tables/work/awaited.ts';
import type { AwaitedWork } from '../db/tables/work/awaited.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import { missingFor } from '../domain/operations/late-work.ts';
import { lateSeconds } from '../domain/operations/need.ts';
import type { Principal } from '../domain/principal.ts';
import { createBounds } from './bounds/bounds.ts';

/** The reason why a wait ended; with `full` it did not begin. `missing` says what the work waits for. */
export type WaitEnd = 'done' | 'timeout' | 'gone' | 'draining' | 'full' | { missing: string };

type WaitOptions = {
  timeoutMs: number;
  gone: AbortSignal;
  /** Ends the wait when the work is late because a process or Redis is missing. */
  untilLate?: boolean;
};

/**
 * The slot of a stream. `leave` releases it; `replaced` aborts when another stream of the same caller took it
 * over.
 */
export type StreamSlot = { leave: () => void; replaced: AbortSignal };

export type WorkWaiters = {
  /**
   * Waits until the work has ended, without holding a connection. `gone` is the client's disconnect. At most
   * 500 requests wait per process; further ones are answered `full` at once.
   */
  wait: (workId: string, options: WaitOptions) => Promise<WaitEnd>;
  /**
   * Takes a slot among the waiting requests for a request that waits for something else; undefined if all are
   * taken.
   */
  enter: () => (() => void) | undefined;
  /**
   * Takes a slot among the streams, which last longer than any wait and are counted separately; `full` if all
   * are taken. Refuses streams beyond the caller's limit in `bounds`. A caller with `replaceFrom` streams loses
   * the oldest one to the new one.
   */
  enterStream: (principal: Principal, replaceFrom: number) => StreamSlot | 'full';
  close: () => void;
};

const maxWaiters = 500;
const maxStreams = 250;
const pollMs = 250;

type Waiter = { workId: string; untilLate: boolean; end: (reason: WaitEnd) => void };

/**
 * The only way a request waits for a job: one query for all waiters, on each signal and every 250 ms. Work that is due for longer
 * than `lateMs` is late.
 */
export function createWaiters(
  database: Database,
  log: Logger,
  draining: AbortSignal,
  lateMs = lateSeconds * 1000,
): WorkWaiters {
  const waiters = new Set<Waiter>();
  let others = 0;
  const look = createLook({ database, log, lateMs }, waiters);
  const timer = setInterval(look, pollMs).unref();
  const unsubscribe = database.signals.on('work_done', look);
  return {
    wait: (workId, options) => {
      const { timeoutMs } = options;
      if (draining.aborted) return Promise.resolve('draining');
      if (timeoutMs <= 0) return Promise.resolve('timeout');
      if (waiters.size + others >= maxWaiters) return Promise.resolve('full');
      return join(waiters, workId, { ...options, draining });
    },
    enter: () => {
      if (waiters.size + others >= maxWaiters) return undefined;
      others += 1;
      return () => {
        others -= 1;
      };
    },
    enterStream: createStreamSlots(),
    close: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

function createStreamSlots(): WorkWaiters['enterStream'] {
  const enterBounds = createBounds();
  // Streams of each caller, oldest first, with the function that releases each slot.
  const byCaller = new Map<string, Map<AbortController, () => void>>();
  let taken = 0;
  return (principal, replaceFrom) => {
    const caller = principal.name;
    const own = byCaller.get(caller) ?? new Map<AbortController, () => void>();
    const [oldest] = own;
    if (oldest && own.size >= replaceFrom) {
      // The slot is released at once, because a vanished client would keep it until its connection ends.
      const [slot, leave] = oldest;
      leave();
      slot.abort();
    }
    if (taken >= maxStreams) return 'full';
    const leaveBounds = enterBounds('streams', principal);
    const slot = new AbortController();
    const leave = (): void => {
      if (!own.delete(slot)) return;
      leaveBounds();
      taken -= 1;
      if (own.size === 0) byCaller.delete(caller);
    };
    byCaller.set(caller, own.set(slot, leave));
    taken += 1;
    return { leave, replaced: slot.signal };
  };
}

function createLook(
  { database, log, lateMs }: { database: Database; log: Logger; lateMs: number },
  waiters: ReadonlySet<Waiter>,
): () => void {
  const mayLog = createThrottle(10_000);
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || waiters.size === 0) return;
    looking = true;
    try {
      const ids = new Set([...waiters].map((waiter) => waiter.workId));
      const awaited = await listAwaitedWork(database.knex, [...ids], lateMs);
      const ends = new Map(awaited.map((work) => [work.id, endOf(work)]));
      for (const waiter of waiters) {
        const end = ends.get(waiter.workId);
        if (end === 'done' || (end && waiter.untilLate)) waiter.end(end);
      }
    } catch (error) {
      if (mayLog('look')) log.warn({ err: error }, 'waiting requests could not look at their work');
    } finally {
      looking = false;
    }
  };
  return () => void look();
}

function endOf(work: AwaitedWork): WaitEnd | undefined {
  if (!work.isLate) return 'done';
  const missing = missingFor(work);
  return missing === undefined ? undefined : { missing };
}

function join(
  waiters: Set<Waiter>,
  workId: string,
  leave: WaitOptions & { draining: AbortSignal },
): Promise<WaitEnd> {
  return new Promise((resolve) => {
    const onGone = (): void => waiter.end('gone');
    const onDraining = (): void => waiter.end('draining');
    const timeout = setTimeout(() => waiter.end('timeout'), leave.timeoutMs);
    const waiter: Waiter = {
      workId,
      untilLate: leave.untilLate ?? false,
      end: (reason) => {
        clearTimeout(timeout);
        waiters.delete(waiter);
        leave.gone.removeEventListener('abort', onGone);
        leave.draining.removeEventListener('abort', onDraining);
        resolve(reason);
      },
    };
    if (leave.gone.aborted) return onGone();
    leave.gone.addEventListener('abort', onGone, { once: true });
    leave.draining.addEventListener('abort', onDraining, { once: true });
    waiters.add(waiter);
  });
}
