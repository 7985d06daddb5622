import type { WorkKind } from '../work/kinds.ts';

/** One problem that needs an operator's attention. */
export type Need = {
  /** `notice`: the problem has resolved itself. */
  severity: 'critical' | 'warning' | 'notice';
  code:
    | 'database_refuses_writes'
    | 'no_process'
    | 'process_lost'
    | 'clock_skewed'
    | 'redis_evicts'
    | 'kind_paused'
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

/** Work waiting for longer counts as late. */
export const lateSeconds = 10;

/** The worst current severity; resolved problems do not count. */
export function statusOf(needs: readonly Need[]): 'ok' | 'warning' | 'critical' {
  const [worst] = needs;
  return worst === undefined || worst.severity === 'notice' ? 'ok' : worst.severity;
}

const maxLength = 200;

/** The start of an error; the history of the work has the complete text. */
export function shortened(error: string | null): string {
  if (error === null) return 'no reason';
  return error.length > maxLength ? `${error.slice(0, maxLength)}…` : error;
}
