import type { Clock } from '../lib/clock.ts';
import { isDiskFull } from './postgres-errors.ts';

/** Remembers in this process that Postgres refuses writes, because a full disk has no room for a row about it. */
export type RefusedWrites = {
  /** Takes any error; only those of a full disk count. */
  note: (error: unknown) => void;
  /** The first refusal, if the last one was less than a minute ago. */
  since: () => Date | undefined;
};

const forgetAfterMs = 60_000;

/** Creates an empty memory. */
export function createRefusedWrites(clock: Clock): RefusedWrites {
  let first: Date | undefined;
  let last: Date | undefined;
  const since = (): Date | undefined =>
    last && clock.now().getTime() - last.getTime() < forgetAfterMs ? first : undefined;
  return {
    note: (error) => {
      if (!isDiskFull(error)) return;
      const now = clock.now();
      first = since() ?? now;
      last = now;
    },
    since,
  };
}
