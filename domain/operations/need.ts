import type { WorkKind } from '../work-kinds.ts';

/** One thing that a human should look at. */
export type Need = {
  /** `notice`: it has healed by itself, and tells that something happened. */
  severity: 'critical' | 'warning' | 'notice';
  code:
    | 'no_process'
    | 'process_lost'
    | 'kind_without_worker'
    | 'dispatch_late'
    | 'work_unclaimed'
    | 'leases_expired'
    | 'leases_lost'
    | 'feed_late'
    | 'work_failed'
    | 'work_struggling'
    | 'notifications_failed'
    | 'webhook_paused';
  message: string;
  advice: string;
  since?: Date | undefined;
  kind?: WorkKind | undefined;
  /** Newest or oldest example. */
  workId?: string | undefined;
};

/** What is not done for longer is late. */
export const lateSeconds = 10;

/** The worst that is the case now; what has healed does not count. */
export function statusOf(needs: readonly Need[]): 'ok' | 'warning' | 'critical' {
  const [worst] = needs;
  return worst === undefined || worst.severity === 'notice' ? 'ok' : worst.severity;
}

const longest = 200;

/** The beginning of an error; the whole is in the history of the work. */
export function shortened(error: string | null): string {
  if (error === null) return 'no reason';
  return error.length > longest ? `${error.slice(0, longest)}…` : error;
}
