import { isAlive } from './facts.ts';
import type { KindFacts, OperationFacts, TroubleFacts } from './facts.ts';
import { lateSeconds, shortened } from './need.ts';
import type { Need } from './need.ts';

/** Needs of waiting or running work of one kind. */
export function queueNeeds(kind: KindFacts, { now, processes }: OperationFacts): Need[] {
  const isLate = (at: Date | null): at is Date =>
    at !== null && now.getTime() - at.getTime() > lateSeconds * 1000;
  const needs: Need[] = [];
  const about = { severity: 'critical', kind: kind.kind } as const;
  const workers = processes.filter((process) => process.role === 'worker' && isAlive(process));
  if (
    isLate(kind.oldestDueAt) &&
    workers.length > 0 &&
    !workers.some((worker) => worker.kinds.includes(kind.kind))
  ) {
    needs.push({
      ...about,
      code: 'kind_without_worker',
      message: `${pieces(kind.due, kind.kind)} waited past the due time, and no worker runs this kind.`,
      advice: `Start a worker whose WORKER_QUEUES is empty or names ${kind.kind}.`,
      since: kind.oldestDueAt,
    });
  } else if (kind.unclaimed > 0) {
    needs.push({
      ...about,
      code: 'work_unclaimed',
      message: `${pieces(kind.unclaimed, kind.kind)} waited for more than 30 s, and no worker has started.`,
      advice: 'All slots may be in use: start more workers. Otherwise check the workers and Redis.',
      since: kind.oldestDueAt ?? undefined,
    });
  }
  if (isLate(kind.oldestUndispatchedAt)) {
    needs.push({
      ...about,
      code: 'dispatch_late',
      message: `No queue was notified of due work of the kind ${kind.kind}.`,
      advice: 'Check that a clock is running and can reach Redis.',
      since: kind.oldestUndispatchedAt,
    });
  }
  if (kind.expiredLeases > 0) {
    needs.push({
      severity: 'warning',
      kind: kind.kind,
      code: 'leases_expired',
      message: `${pieces(kind.expiredLeases, kind.kind)} ran on a worker that stopped responding.`,
      advice:
        'A clock returns them to the queue within seconds; if this persists, check that a clock is running.',
    });
  }
  return needs;
}

/** The need about work that failed permanently. */
export function failedNeed({ kind, count, id, error, at }: TroubleFacts): Need {
  return {
    severity: 'warning',
    code: 'work_failed',
    message: `${pieces(count, kind)} failed in the last 24 hours, the newest with: ${shortened(error)}`,
    advice: 'Fix the cause, then retry them.',
    since: at,
    kind,
    workId: id,
  };
}

/** The need about work that failed and is still retried. */
export function strugglingNeed({ kind, count, id, error, at }: TroubleFacts): Need {
  return {
    severity: 'warning',
    code: 'work_struggling',
    message: `${pieces(count, kind)} failed several times and will be retried, the oldest with: ${shortened(error)}`,
    advice: 'They are retried with growing delays; fix the cause, or cancel them.',
    since: at,
    kind,
    workId: id,
  };
}

function pieces(count: number, kind: string): string {
  return `${count} ${count === 1 ? 'piece' : 'pieces'} of work of the kind ${kind}`;
}
