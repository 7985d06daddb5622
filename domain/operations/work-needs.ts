import { isAlive } from './facts.ts';
import type { KindFacts, OperationFacts, TroubleFacts } from './facts.ts';
import { lateSeconds, shortened } from './need.ts';
import type { Need } from './need.ts';

/** What needs a human of the work of one kind that waits or runs. */
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
      message: `${pieces(kind.due, kind.kind)} waited past the due time, and no worker does that kind.`,
      advice: `Start a worker whose WORKER_QUEUES is empty or names ${kind.kind}.`,
      since: kind.oldestDueAt,
    });
  } else if (kind.unclaimed > 0) {
    needs.push({
      ...about,
      code: 'work_unclaimed',
      message: `${pieces(kind.unclaimed, kind.kind)} waited for more than 30 s, and nobody has begun.`,
      advice: 'All slots may be taken: start more workers. Else look at the workers and at Redis.',
      since: kind.oldestDueAt ?? undefined,
    });
  }
  if (isLate(kind.oldestUndispatchedAt)) {
    needs.push({
      ...about,
      code: 'dispatch_late',
      message: `Due work of the kind ${kind.kind} was told to no queue.`,
      advice: 'See whether a clock runs and whether it reaches Redis.',
      since: kind.oldestUndispatchedAt,
    });
  }
  if (kind.expiredLeases > 0) {
    needs.push({
      severity: 'warning',
      kind: kind.kind,
      code: 'leases_expired',
      message: `${pieces(kind.expiredLeases, kind.kind)} ran on a worker that fell silent.`,
      advice: 'A clock takes them back within seconds; if this stays, see whether one runs.',
    });
  }
  return needs;
}

/** That work failed for good. */
export function failedNeed({ kind, count, id, error, at }: TroubleFacts): Need {
  return {
    severity: 'warning',
    code: 'work_failed',
    message: `${pieces(count, kind)} failed in the last 24 hours, the newest with: ${shortened(error)}`,
    advice: 'Mend the cause, then retry them.',
    since: at,
    kind,
    workId: id,
  };
}

/** That work failed, and is still tried. */
export function strugglingNeed({ kind, count, id, error, at }: TroubleFacts): Need {
  return {
    severity: 'warning',
    code: 'work_struggling',
    message: `${pieces(count, kind)} failed several times and will be tried again, the oldest with: ${shortened(error)}`,
    advice: 'They are tried further with growing pauses; mend the cause, or cancel them.',
    since: at,
    kind,
    workId: id,
  };
}

function pieces(count: number, kind: string): string {
  return `${count} ${count === 1 ? 'piece' : 'pieces'} of work of the kind ${kind}`;
}
