import type { Database } from '../db/connect.ts';
import { listEndedWork } from '../db/tables/work.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';

/** Why a wait ended; `full` did not even begin. */
export type WaitEnd = 'done' | 'timeout' | 'gone' | 'draining' | 'full';

/** A place of a stream: it is given back with `leave`, or was given to another stream of the same caller, which `replaced` tells. */
export type StreamPlace = { leave: () => void; replaced: AbortSignal };

export type WorkWaiters = {
  /**
   * Waits until the work has ended, without a connection of its own. `gone` is the client's disconnect. At
   * most 500 requests wait per process; more are answered `full` at once.
   */
  wait: (workId: string, options: { timeoutMs: number; gone: AbortSignal }) => Promise<WaitEnd>;
  /** A place among the waiting requests for one that waits for something else; undefined when all are taken. */
  enter: () => (() => void) | undefined;
  /**
   * The same among the streams, which last longer than any wait and must not take its places. All are taken: `full`; as many as
   * one may have are the caller's: `enough`, unless the oldest of them shall make room (`replaces`).
   */
  enterStream: (
    caller: string,
    limit: { most: number; replaces: boolean },
  ) => StreamPlace | 'full' | 'enough';
  close: () => void;
};

const maximumWaiters = 500;
const maximumStreams = 200;
const pollMs = 250;

type Waiter = { workId: string; end: (reason: WaitEnd) => void };

/** The one way a request waits for a job: one query for all waiters, on each signal and every 250 ms. */
export function createWaiters(database: Database, log: Logger, draining: AbortSignal): WorkWaiters {
  const waiters = new Set<Waiter>();
  let others = 0;
  const look = createLook(database, log, waiters);
  const timer = setInterval(look, pollMs).unref();
  const unsubscribe = database.signals.on('work_done', look);
  return {
    wait: (workId, { timeoutMs, gone }) => {
      if (draining.aborted) return Promise.resolve('draining');
      if (timeoutMs <= 0) return Promise.resolve('timeout');
      if (waiters.size + others >= maximumWaiters) return Promise.resolve('full');
      return join(waiters, workId, { timeoutMs, gone, draining });
    },
    enter: () => {
      if (waiters.size + others >= maximumWaiters) return undefined;
      others += 1;
      return () => {
        others -= 1;
      };
    },
    enterStream: createStreamPlaces(),
    close: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

function createStreamPlaces(): WorkWaiters['enterStream'] {
  // Those of each caller, the oldest first.
  const byCaller = new Map<string, Set<AbortController>>();
  let taken = 0;
  const giveBack = (caller: string, place: AbortController): void => {
    const own = byCaller.get(caller);
    if (!own?.delete(place)) return;
    taken -= 1;
    if (own.size === 0) byCaller.delete(caller);
  };
  return (caller, { most, replaces }) => {
    const [oldest] = byCaller.get(caller) ?? [];
    const isEnough = (byCaller.get(caller)?.size ?? 0) >= most;
    if (isEnough && oldest && replaces) {
      // Its place is free at once: a client that has vanished would keep it until its connection ends.
      giveBack(caller, oldest);
      oldest.abort();
    } else if (taken >= maximumStreams) return 'full';
    else if (isEnough) return 'enough';
    const place = new AbortController();
    const own = byCaller.get(caller) ?? new Set();
    byCaller.set(caller, own.add(place));
    taken += 1;
    return { leave: () => giveBack(caller, place), replaced: place.signal };
  };
}

function createLook(database: Database, log: Logger, waiters: ReadonlySet<Waiter>): () => void {
  const mayLog = createThrottle(10_000);
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || waiters.size === 0) return;
    looking = true;
    try {
      const ids = new Set([...waiters].map((waiter) => waiter.workId));
      const ended = new Set(await listEndedWork(database.knex, [...ids]));
      for (const waiter of waiters) if (ended.has(waiter.workId)) waiter.end('done');
    } catch (error) {
      if (mayLog('look')) log.warn({ err: error }, 'waiting requests could not look at their work');
    } finally {
      looking = false;
    }
  };
  return () => void look();
}

function join(
  waiters: Set<Waiter>,
  workId: string,
  leave: { timeoutMs: number; gone: AbortSignal; draining: AbortSignal },
): Promise<WaitEnd> {
  return new Promise((resolve) => {
    const onGone = (): void => waiter.end('gone');
    const onDraining = (): void => waiter.end('draining');
    const timeout = setTimeout(() => waiter.end('timeout'), leave.timeoutMs);
    const waiter: Waiter = {
      workId,
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
