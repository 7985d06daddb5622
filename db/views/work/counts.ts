import { workKinds } from '../../../domain/work/kinds.ts';
import type { Db } from '../../connect.ts';
import type { WorkScope } from './list.ts';
import {
  countDoneWork,
  countUnsuccessfulWork,
  listFailedKinds,
  summariseUnfinishedWork,
} from './summary.ts';
import type { EndedCount, KindSummary } from './summary.ts';

/** Numbers of work of one kind for operators; `done` covers the last 24 hours. */
export type KindCounts = Omit<KindSummary, 'unclaimed' | 'oldestUndispatchedAt'> & {
  oldestDueSeconds: number;
  done: number;
  failed: number;
  /** Of the failed ones, those of the last 24 hours. */
  failedLastDay: number;
  cancelled: number;
};

const day = 24 * 3_600_000;

/** Numbers of work of every kind, also of kinds without work. */
export async function countWork(db: Db, scope: WorkScope, now: Date): Promise<KindCounts[]> {
  const since = new Date(now.getTime() - day);
  const [unfinished, unsuccessful, done, failed] = await Promise.all([
    summariseUnfinishedWork(db, scope, now),
    countUnsuccessfulWork(db, scope),
    countDoneWork(db, scope, since),
    listFailedKinds(db, scope, since),
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
      oldestDueSeconds: secondsSince(open.oldestDueAt, now),
      done: count('DONE'),
      failed: count('FAILED'),
      failedLastDay: failed.find((entry) => entry.kind === kind)?.count ?? 0,
      cancelled: count('CANCELLED'),
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

/** Age in seconds; 0 if there is no time. */
export function secondsSince(at: Date | null | undefined, now: Date): number {
  return at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0;
}
