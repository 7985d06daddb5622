import { describeSkew, maxSkewMs } from '../domain/operations/clock-skew.ts';
import { startLoop } from '../lib/processes/background-loop.ts';
import { pause, skewBetween } from '../lib/clock.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { createThrottle } from '../lib/log.ts';
import type { Database, Db } from './connect.ts';
import { runStatement } from './statement.ts';

const measureEveryMs = 1_000;
const logEveryMs = 10 * 60_000;

/** The time of Postgres, as last measured by this process. */
export type DatabaseClock = Clock & {
  /** Resolves after the first answer of Postgres, or after `withinMs`. */
  measured: (withinMs: number) => Promise<void>;
  /** Milliseconds by which this machine is ahead of Postgres (negative: behind), as last measured. */
  skewMs: () => number | undefined;
  stop: () => Promise<void>;
};

const readTime = {
  name: 'database-clock-read',
  text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
};

/** The time of Postgres, in milliseconds since 1970. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const [row] = await runStatement<{ ms: number }>(db, readTime, []);
  if (!row) throw new Error('Postgres returned no time');
  return row.ms;
}

/**
 * Asks Postgres for its time every second, so that a machine with a wrong clock decides about dates like all
 * others. Between measurements the monotonic clock counts on, so setting the time of the machine has no effect.
 * Logs a warning when the machine is more than 5 s off.
 */
export function startDatabaseClock(options: { database: Database; log: Logger }): DatabaseClock {
  const { database, log } = options;
  const first = new AbortController();
  const say = createSkewLog(log);
  let offsetMs: number = performance.timeOrigin;
  let skewMs: number | undefined;
  const loop = startLoop('database-clock', measureEveryMs, log, async () => {
    const before = { own: Date.now(), steady: performance.now() };
    const ms = await readDatabaseTime(database.knex);
    const after = { own: Date.now(), steady: performance.now() };
    // Postgres read its clock at some time between sending and receiving: keep an offset that fits this
    // interval, or move it by as little as possible.
    offsetMs = Math.min(Math.max(offsetMs, ms - after.steady), ms - before.steady);
    skewMs = skewBetween(before.own, ms, after.own);
    say(skewMs);
    first.abort();
    return false;
  });
  return {
    now: () => new Date(offsetMs + performance.now()),
    measured: (withinMs) => pause(withinMs, first.signal),
    skewMs: () => skewMs,
    stop: loop.stop,
  };
}

function createSkewLog(log: Logger): (skewMs: number) => void {
  const mayLog = createThrottle(logEveryMs);
  let isOff = false;
  return (skewMs) => {
    const wasOff = isOff;
    isOff = Math.abs(skewMs) > maxSkewMs;
    if (isOff && mayLog('skew')) {
      const what = `the clock of this machine is ${describeSkew(skewMs)}`;
      log.warn({ skewMs: Math.round(skewMs) }, `${what}; this process uses the clock of Postgres`);
    }
    if (wasOff && !isOff) log.info('the clock of this machine agrees with Postgres again');
  };
}
