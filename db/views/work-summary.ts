import type { WorkKind } from '../../domain/work-kinds.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { WorkScope } from './work-list.ts';

/** The work of one kind in numbers. */
export type KindSummary = {
  kind: WorkKind;
  /** Waiting, due or not. */
  queued: number;
  /** Waiting although its time has come. */
  due: number;
  oldestDueAt: Date | null;
  running: number;
  /** Running under a lease that has run out. */
  expiredLeases: number;
  /** Waiting or running, and not for the first time. */
  retrying: number;
  /** Told to a queue and still waiting 30 s after its time; the dispatcher tells it anew now and then. */
  unclaimed: number;
  /** Of the oldest due attempt that no queue was told of. */
  oldestUndispatchedAt: Date | null;
};

/** With the values of `scopeValues`. */
const scoped = `($1::uuid is null or organization_id = $1 or ($2::boolean and organization_id is null))`;

function scopeValues(scope: WorkScope): unknown[] {
  return [scope?.organizationId ?? null, scope?.withInstallation ?? true];
}

const summarise = {
  name: 'work-summary',
  // Two parts, so that each finds its few rows by an index of its own.
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
      min(available_at) filter (where state = 'QUEUED' and dispatched_at is null and available_at <= $3)
        as "oldestUndispatchedAt"
    from unfinished group by kind`,
};

/** Work that has not ended, by kind; kinds without any are left out. `now` is business time. */
export function summariseUnfinishedWork(
  db: Db,
  scope: WorkScope,
  now: Date,
): Promise<KindSummary[]> {
  return runStatement<KindSummary>(db, summarise, [...scopeValues(scope), now]);
}

/** How many pieces of work of a kind ended in a certain way. */
export type EndedCount = {
  kind: WorkKind;
  state: 'DONE' | 'FAILED' | 'CANCELLED';
  count: number;
};

const countUnsuccessful = {
  name: 'work-count-unsuccessful',
  text: `select kind, state, count(*)::int as count from work
    where state in ('FAILED', 'CANCELLED') and ${scoped} group by kind, state`,
};

/** Failed and cancelled work that is still kept, by kind. */
export function countUnsuccessfulWork(db: Db, scope: WorkScope): Promise<EndedCount[]> {
  return runStatement<EndedCount>(db, countUnsuccessful, scopeValues(scope));
}

const countDone = {
  name: 'work-count-done',
  text: `select kind, state, count(*)::int as count from work
    where finished_at >= $3 and state = 'DONE' and ${scoped} group by kind, state`,
};

/** Work that was done since then, by kind. */
export function countDoneWork(db: Db, scope: WorkScope, since: Date): Promise<EndedCount[]> {
  return runStatement<EndedCount>(db, countDone, [...scopeValues(scope), since]);
}

/** Failed, or failing again and again, with one example. */
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
    from work where state = 'FAILED' and finished_at >= $3 and ${scoped}
    order by kind, finished_at desc`,
};

/** Work that failed for good since then, by kind, with the newest. */
export function listFailedKinds(db: Db, scope: WorkScope, since: Date): Promise<WorkTrouble[]> {
  return runStatement<WorkTrouble>(db, listFailed, [...scopeValues(scope), since]);
}

const listStruggling = {
  name: 'work-list-struggling',
  text: `select distinct on (kind) kind, count(*) over (partition by kind)::int as count, id, key,
      last_error as error, created_at as at
    from work where last_error is not null and state in ('QUEUED', 'RUNNING') and attempt > $3 and ${scoped}
    order by kind, created_at`,
};

/** Work that has failed more than `attempts` times and is still tried, by kind, with the oldest. */
export function listStrugglingKinds(
  db: Db,
  scope: WorkScope,
  attempts: number,
): Promise<WorkTrouble[]> {
  return runStatement<WorkTrouble>(db, listStruggling, [...scopeValues(scope), attempts]);
}
