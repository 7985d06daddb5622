import { workKinds } from '../../../domain/work/kinds.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const findMinute = {
  name: 'minutes-find',
  // Two seconds late, so that work whose end falls into the minute has committed.
  text: `select at, exists (select from installation_minutes m where m.at = last.at) as "isRecorded"
    from (select date_trunc('minute', clock_timestamp() - interval '2 seconds') as at) last`,
};

const record = {
  name: 'minutes-record',
  // One statement: a minute is recorded completely or not at all, and the second of two clocks waits for the
  // first and then adds nothing.
  text: `with recorded as (
      insert into installation_minutes (at, feed_lag_seconds, webhook_failures, webhook_waiting, mail_failures, database_bytes)
      select $1::timestamptz,
        (select coalesce(greatest(extract(epoch from clock_timestamp() - min(at)), 0), 0) from events where seq is null and public),
        (select count(*) from webhook_deliveries
          where (status = 'failed' or status = 'pending' and first_failed_at is not null)
            and last_attempt_at >= $1::timestamptz - interval '1 minute' and last_attempt_at < $1::timestamptz),
        (select count(*) from webhook_deliveries d
          join webhooks w on w.organization_id = d.organization_id and w.id = d.webhook_id
          where d.status = 'pending' and w.enabled and w.paused_at is null),
        (select count(*) from notifications
          where status = 'failed' and failed_at >= $1::timestamptz - interval '1 minute' and failed_at < $1::timestamptz),
        pg_database_size(current_database())
      on conflict do nothing returning at),
    unfinished as (
      select kind, count(*) filter (where state = 'QUEUED') as waiting, count(*) filter (where state = 'RUNNING') as running,
        min(available_at) filter (where state = 'QUEUED') as oldest
      from (
        select kind, state, available_at from work where state = 'QUEUED' and available_at <= statement_timestamp()
        union all
        select kind, state, available_at from work where lease_until is not null and state = 'RUNNING') w
      group by kind),
    moved as (
      select kind,
        count(*) filter (where started_at >= $1::timestamptz - interval '1 minute' and started_at < $1::timestamptz) as started,
        sum(greatest(extract(epoch from started_at - available_at), 0))
          filter (where started_at >= $1::timestamptz - interval '1 minute' and started_at < $1::timestamptz) as lag,
        count(*) filter (where state = 'DONE') as done, count(*) filter (where state = 'FAILED') as failed
      from (
        select kind, state, available_at, started_at from work
        where finished_at >= $1::timestamptz - interval '1 minute' and finished_at < $1::timestamptz
        union all
        select kind, state, available_at, started_at from work where lease_until is not null and state = 'RUNNING') w
      group by kind)
    insert into work_minutes (at, kind, waiting, running, oldest_seconds, started, start_lag_seconds, done, failed)
    select recorded.at, k.kind, coalesce(waiting, 0), coalesce(running, 0),
      coalesce(greatest(extract(epoch from clock_timestamp() - oldest), 0), 0),
      coalesce(started, 0), coalesce(lag, 0), coalesce(done, 0), coalesce(failed, 0)
    from recorded cross join unnest($2::text[]) as k(kind)
    left join unfinished using (kind) left join moved using (kind)
    returning kind`,
};

/**
 * Records the numbers of the last full minute of Postgres; true if this call recorded them. Any number of clocks may call it: each
 * minute is recorded once.
 */
export async function recordMinute(db: Db): Promise<boolean> {
  const [minute] = await runStatement<{ at: Date; isRecorded: boolean }>(db, findMinute, []);
  if (!minute || minute.isRecorded) return false;
  return (await runStatement(db, record, [minute.at, workKinds])).length > 0;
}

const deleteOfKinds = {
  name: 'work-minutes-delete',
  text: `delete from work_minutes where (at, kind) in (select at, kind from work_minutes where at < $1 order by at limit $2) returning at`,
};

const deleteOfInstallation = {
  name: 'installation-minutes-delete',
  text: `delete from installation_minutes where at in (select at from installation_minutes where at < $1 order by at limit $2) returning at`,
};

/** Deletes up to `limit` rows of minutes before the given time; returns their number. */
export async function deleteOldMinutes(db: Db, before: Date, limit: number): Promise<number> {
  const ofKinds = await runStatement(db, deleteOfKinds, [before, limit]);
  if (ofKinds.length === limit) return limit;
  return (await runStatement(db, deleteOfInstallation, [before, limit])).length;
}
