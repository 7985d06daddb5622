import { isAlive } from './facts.ts';
import type { KindFacts, OperationFacts, PausedFacts, TroubleFacts } from './facts.ts';
import { lateSeconds, shortened } from './need.ts';
import type { Need, NeedSubject } from './need.ts';
import type { WorkKind } from '../work/kinds.ts';

/** Needs of waiting or running work of one kind; that of a paused kind waits on purpose. */
export function queueNeeds(kind: KindFacts, facts: OperationFacts): Need[] {
  const isPaused = facts.pausedKinds.some((paused) => paused.kind === kind.kind);
  return [...(isPaused ? [] : waitingNeeds(kind, facts)), ...leaseNeeds(kind)];
}

function waitingNeeds(kind: KindFacts, { now, processes }: OperationFacts): Need[] {
  const isLate = (at: Date | null): at is Date =>
    at !== null && now.getTime() - at.getTime() > lateSeconds * 1000;
  const needs: Need[] = [];
  const about = {
    severity: 'critical',
    kind: kind.kind,
    subject: subjectOf(kind.kind),
    count: kind.due,
  } as const;
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
  return needs;
}

function leaseNeeds({ kind, expiredLeases }: KindFacts): Need[] {
  if (expiredLeases === 0) return [];
  return [
    {
      severity: 'warning',
      kind,
      subject: subjectOf(kind),
      count: expiredLeases,
      code: 'leases_expired',
      message: `${pieces(expiredLeases, kind)} ran on a worker that stopped responding.`,
      advice:
        'A clock returns them to the queue within seconds; if this persists, check that a clock is running.',
    },
  ];
}

function waitingOf(due: number): string {
  if (due === 0) return '';
  return due === 1 ? ', and 1 piece of due work waits' : `, and ${due} pieces of due work wait`;
}

/** The need about a kind that operators have paused. */
export function pausedNeed(
  { kind, reason, pausedAt }: PausedFacts,
  { kinds }: OperationFacts,
): Need {
  const due = kinds.find((facts) => facts.kind === kind)?.due ?? 0;
  return {
    severity: 'warning',
    code: 'kind_paused',
    message: `The kind ${kind} is paused${waitingOf(due)}: ${shortened(reason)}`,
    advice: `POST /api/ops/kinds/${kind}/resume when the cause is gone.`,
    since: pausedAt,
    kind,
    subject: subjectOf(kind),
    count: due,
  };
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
    subject: subjectOf(kind),
    count,
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
    subject: subjectOf(kind),
    count,
    workId: id,
  };
}

function subjectOf(kind: WorkKind): NeedSubject {
  return { kind: 'work-kind', id: kind, name: kind };
}

function pieces(count: number, kind: string): string {
  return `${count} ${count === 1 ? 'piece' : 'pieces'} of work of the kind ${kind}`;
}
