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
    | 'kind_without_worker'
    | 'kind_paused'
    | 'dispatch_late'
    | 'work_unclaimed'
    | 'leases_expired'
    | 'leases_lost'
    | 'feed_late'
    | 'schedule_overdue'
    | 'removals_stopped'
    | 'work_failed'
    | 'work_struggling'
    | 'notifications_failed'
    | 'webhook_paused'
    | 'webhook_failing';
  message: string;
  advice: string;
  since?: Date | undefined;
  kind?: WorkKind | undefined;
  /** Newest or oldest example. */
  workId?: string | undefined;
  /** What the message is about, under the name that it uses. */
  subject?: NeedSubject | undefined;
  /** Number of what the message counts. */
  count?: number | undefined;
};

/** What a need is about; pages know an address for each kind. */
export type NeedSubject = {
  kind:
    | 'installation'
    | 'process'
    | 'work-kind'
    | 'work'
    | 'integration-run'
    | 'schedule'
    | 'notification'
    | 'webhook';
  id: string;
  name: string;
  /** Id of what it belongs to, e.g. the integration of a run. */
  parentId?: string | undefined;
};

/** Codes by the harm that they do, the worst first; the severity counts before it. */
const byHarm: readonly Need['code'][] = [
  'database_refuses_writes',
  'no_process',
  'feed_late',
  'kind_without_worker',
  'dispatch_late',
  'work_unclaimed',
  'removals_stopped',
  'kind_paused',
  'webhook_paused',
  'webhook_failing',
  'notifications_failed',
  'work_failed',
  'schedule_overdue',
  'work_struggling',
  'redis_evicts',
  'leases_expired',
  'clock_skewed',
  'process_lost',
  'leases_lost',
];

const severities: readonly Need['severity'][] = ['critical', 'warning', 'notice'];

/** A number for the order of needs, lowest for the most harmful. */
export function harmOf({ severity, code }: Need): number {
  return severities.indexOf(severity) * byHarm.length + byHarm.indexOf(code);
}

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
