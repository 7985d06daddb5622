import type { Db } from '../../db/connect.ts';
import type { WorkScope } from '../../db/views/work-list.ts';
import {
  countDoneWork,
  countUnsuccessfulWork,
  summariseUnfinishedWork,
} from '../../db/views/work-summary.ts';
import type { EndedCount, KindSummary } from '../../db/views/work-summary.ts';
import { workKinds } from '../../domain/work-kinds.ts';

const day = 24 * 3_600_000;

/** The work of every kind in numbers, also of those that have none. */
export async function countWork(db: Db, scope: WorkScope, now: Date) {
  const [unfinished, unsuccessful, done] = await Promise.all([
    summariseUnfinishedWork(db, scope, now),
    countUnsuccessfulWork(db, scope),
    countDoneWork(db, scope, new Date(now.getTime() - day)),
  ]);
  const ended = [...unsuccessful, ...done];
  return workKinds.map((kind) => {
    const {
      unclaimed: _,
      oldestUndispatchedAt: __,
      ...open
    } = {
      kind,
      ...nothing,
      ...unfinished.find((entry) => entry.kind === kind),
    };
    const count = (state: EndedCount['state']): number =>
      ended.find((entry) => entry.kind === kind && entry.state === state)?.count ?? 0;
    return {
      ...open,
      done: count('DONE'),
      failed: count('FAILED'),
      cancelled: count('CANCELLED'),
      oldestDueSeconds: secondsSince(open.oldestDueAt, now),
    };
  });
}

const nothing: Omit<KindSummary, 'kind'> = {
  queued: 0,
  due: 0,
  oldestDueAt: null,
  running: 0,
  expiredLeases: 0,
  retrying: 0,
  unclaimed: 0,
  oldestUndispatchedAt: null,
};

/** Age in seconds; 0 for what is not there. */
export function secondsSince(at: Date | null | undefined, now: Date): number {
  return at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0;
}
