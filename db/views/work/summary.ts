import { answeredJobs } from '../../../domain/work/kinds.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { WorkScope } from './list.ts';

/** The work of one kind in numbers. */
export type KindSummary = {
  kind: WorkKind;
  /** Waiting, due or not. */
  queued: number;
  /** Waiting work whose due time has passed. */
  due: number;
  oldestDueAt: Date | null;
  running: number;
  /** Running under an expired lease. */
  expiredLeases: number;
  /** Waiting or running after a first attempt. */
  retrying: number;
  /**
   * Queue notified, and still waiting 30 s after the due time; the dispatcher repeats the notification now and
   * then.
   */
  unclaimed: number;
  /** Due time of the oldest due attempt whose queue was not notified; null for a paused kind. */
  oldestUndispatchedAt: Date | null;
};

/** With the values of `scopeValues`. */
const scoped = `($1::uuid is null or organization_id = $1 or ($2::boolean and organization_id is null))`;

function scopeValues(scope: WorkScope): unknown[] {
  return [scope?.organizationId ?? null, scope?.withInstallation ?? true];
}

const summarise = {
  name: 'work-summary',
  // Two parts, so that each uses its own index.
  text: `with unfinished as (
      select kind, state, attempt, available_at, dispatched_at, lease_until from work
      where state = 'QUEUED' and ${scoped}
      union all
      select kind, state, attempt, available_at, dispatched_at, lease_until from work
      where lease_until is not null and state = 'RUNNING' and ${scoped})
    select kind,
      count(*) filter (where state = 'QUEUED')::int as queued,
      count(*) filter (where state = 'QUEUED' and available_at <= $3)::int as due,
      min(available_at) filter (where state = 'QUEUED' and available_at <= $3) as "oldestDueAt",
      count(*) filter (where state = 'RUNNING')::int as running,
      count(*) filter (where state = 'RUNNING' and lease_until < clock_timestamp())::int as "expiredLeases",
      count(*) filter (where attempt > 1)::int as retrying,
      count(*) filter (where state = 'QUEUED' and dispatched_at is not null and available_at <= $3::timestamptz - interval '30 seconds')::int
        as unclaimed,
      min(available_at) filter (where state = 'QUEUED' and dispatched_at is null and available_at <= $3
        and not exists (select from paused_kinds p where p.kind = unfinished.kind)) as "oldestUndispatchedAt"
    from unfinished group by kind`,
};

/** Unfinished work by kind; kinds without any are left out. `now` is business time. */
export function summariseUnfinishedWork(
  db: Db,
  scope: WorkScope,
  now: Date,
): Promise<KindSummary[]> {
  return runStatement<KindSummary>(db, summarise, [...scopeValues(scope), now]);
}

/** Number of pieces of work of a kind that ended in a certain state. */
export type EndedCount = {
  kind: WorkKind;
  state: 'DONE' | 'FAILED' | 'CANCELLED';
  count: number;
};

const countUnsuccessful = {
  name: 'work-count-unsuccessful',
  text: `select kind, state, count(*)::int as count from work
    where state in ('FAILED', 'CANCELLED') and (state = 'CANCELLED' or job <> all($3)) and ${scoped} group by kind, state`,
};

/** Failed and cancelled work that is still stored, by kind; without failures that were answered to a person. */
export function countUnsuccessfulWork(db: Db, scope: WorkScope): Promise<EndedCount[]> {
  return runStatement<EndedCount>(db, countUnsuccessful, [...scopeValues(scope), answeredJobs]);
}

const countDone = {
  name: 'work-count-done',
  text: `select kind, state, count(*)::int as count from work
    where finished_at >= $3 and state = 'DONE' and ${scoped} group by kind, state`,
};

/** Work done since then, by kind. */
export function countDoneWork(db: Db, scope: WorkScope, since: Date): Promise<EndedCount[]> {
  return runStatement<EndedCount>(db, countDone, [...scopeValues(scope), since]);
}

/** Work that failed, or fails repeatedly, with one example. */
export type WorkTrouble = {
  kind: WorkKind;
  count: number;
  id: string;
  key: string;
  error: string | null;
  at: Date;
};

const listFailed = {
  name: 'work-list-failed',
  text: `select distinct on (kind) kind, count(*) over (partition by kind)::int as count, id, key,
      last_error as error, finished_at as at
    from work where state = 'FAILED' and finished_at >= $3 and job <> all($4) and ${scoped}
    order by kind, finished_at desc`,
};

/** Work that failed permanently since then, by kind, with the newest example; without failures that were answered to a person. */
export function listFailedKinds(db: Db, scope: WorkScope, since: Date): Promise<WorkTrouble[]> {
  return runStatement<WorkTrouble>(db, listFailed, [...scopeValues(scope), since, answeredJobs]);
}

const listStruggling = {
  name: 'work-list-struggling',
  text: `select distinct on (kind) kind, count(*) over (partition by kind)::int as count, id, key,
      last_error as error, created_at as at
    from work where last_error is not null and state in ('QUEUED', 'RUNNING') and attempt > $3 and job <> all($4)
      and ${scoped}
    order by kind, created_at`,
};

/**
 * Work that has failed more than `attempts` times and is still being retried, by kind, with the oldest example; without work that
 * a person waits for.
 */
export function listStrugglingKinds(
  db: Db,
  scope: WorkScope,
  attempts: number,
): Promise<WorkTrouble[]> {
  return runStatement<WorkTrouble>(db, listStruggling, [
    ...scopeValues(scope),
    attempts,
    answeredJobs,
  ]);
}
