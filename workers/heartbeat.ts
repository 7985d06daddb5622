import type { Database } from '../db/connect.ts';
import { claimName, LeaseLost, WorkCancelled } from '../db/fenced.ts';
import type { Claim } from '../db/fenced.ts';
import { renewLeases } from '../db/tables/work/heartbeats.ts';
import type { Logger } from '../lib/log.ts';
import { startLoop } from '../lib/processes/background-loop.ts';

export type Heartbeat = {
  /** Keeps the claim alive until `release`; `abort` is called with LeaseLost or WorkCancelled. */
  hold: (claim: Claim, abort: (reason: Error) => void) => { release: () => void };
  stop: () => Promise<void>;
};

type Held = { claim: Claim; abort: (reason: Error) => void };

/**
 * Renews the leases of all claims of this process, five times per lease, over a dedicated connection, so that a busy pool does
 * not cost a lease. A cancellation arrives at once by signal, at the latest with the next beat.
 */
export function startHeartbeat(options: {
  /** A pool of one connection that is used for nothing else. */
  connection: Database;
  signals: Database['signals'];
  leaseMs: number;
  log: Logger;
}): Heartbeat {
  const { connection, signals, leaseMs, log } = options;
  const held = new Set<Held>();
  const loop = startLoop('heartbeat', leaseMs / 5, log, async () => {
    if (held.size === 0) return false;
    const beating = new Map([...held].map((entry) => [claimName(entry.claim), entry]));
    const answers = await renewLeases(
      connection.knex,
      [...beating.values()].map((entry) => entry.claim),
    );
    for (const answer of answers) notify(beating.get(claimName(answer)), answer);
    return false;
  });
  const unsubscribe = signals.on('work_cancel', loop.wake);
  return {
    hold: (claim, abort) => {
      const entry = { claim, abort };
      held.add(entry);
      return { release: () => void held.delete(entry) };
    },
    stop: async () => {
      unsubscribe();
      await loop.stop();
    },
  };
}

function notify(entry: Held | undefined, answer: { held: boolean; cancelled: boolean }): void {
  if (!answer.held) entry?.abort(new LeaseLost(entry.claim.id));
  else if (answer.cancelled) entry?.abort(new WorkCancelled(entry.claim.id));
}
