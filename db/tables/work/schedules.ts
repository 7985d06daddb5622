import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import { newId } from '../../../lib/ids.ts';
import { batched } from '../../batched.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A CRON expression that requests work at each due time. */
export type Schedule = {
  id: string;
  organizationId: OrganizationId | undefined;
  kind: WorkKind;
  job: string;
  key: string;
  cron: string;
  timezone: string;
  nextDueAt: Date;
  lastFiredAt: Date | null;
};

const listDue = {
  name: 'schedules-list-due',
  text: `select id, organization_id as "organizationId", kind, job, key, cron, timezone, next_due_at as "nextDueAt",
      last_fired_at as "lastFiredAt"
    from schedules where enabled and next_due_at <= $1 order by next_due_at limit $2`,
};

/** Enabled schedules whose time has come, oldest first. */
export async function listDueSchedules(db: Db, now: Date, limit: number): Promise<Schedule[]> {
  const rows = await runStatement<Schedule>(db, listDue, [now, limit]);
  return rows.map((row) => ({
    ...row,
    organizationId: row.organizationId ? asOrganizationId(row.organizationId) : undefined,
  }));
}

const advance = {
  name: 'schedules-advance',
  text: `update schedules set next_due_at = $3, last_fired_at = next_due_at
    where id = $1 and next_due_at = $2 returning id`,
};

/** Moves a schedule to its next time; true for exactly one of all clocks that see the same due time. */
export async function advanceSchedule(tx: Tx, schedule: Schedule, next: Date): Promise<boolean> {
  return (await runStatement(tx, advance, [schedule.id, schedule.nextDueAt, next])).length === 1;
}

const ensure = {
  name: 'schedules-ensure',
  text: `insert into schedules (id, organization_id, kind, job, key, cron, timezone, next_due_at)
    values ($1, null, $2, $3, $3, $4, 'UTC', $5)
    on conflict (organization_id, kind, key) do update set cron = excluded.cron, next_due_at = excluded.next_due_at
    where schedules.cron <> excluded.cron`,
};

/** Ensures that a schedule of the installation exists with this expression. */
export async function ensureSchedule(
  db: Db,
  schedule: { kind: WorkKind; job: string; cron: string; nextDueAt: Date },
): Promise<void> {
  const { kind, job, cron, nextDueAt } = schedule;
  await runStatement(db, ensure, [newId(), kind, job, cron, nextDueAt]);
}

/** Names one schedule of an organization. */
export type ScheduleKey = { organizationId: OrganizationId; kind: WorkKind; key: string };

const upsert = {
  name: 'schedules-upsert',
  text: `insert into schedules as s (id, organization_id, kind, job, key, cron, timezone, enabled, next_due_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (organization_id, kind, key) do update set job = excluded.job, cron = excluded.cron, timezone = excluded.timezone,
      enabled = excluded.enabled,
      next_due_at = case when (s.cron, s.timezone, s.enabled) = (excluded.cron, excluded.timezone, excluded.enabled)
        then s.next_due_at else excluded.next_due_at end`,
};

/** Sets a schedule of an organization; an unchanged schedule keeps its next time. */
export async function upsertSchedule(
  tx: Tx,
  { organizationId, kind, key }: ScheduleKey,
  schedule: { job: string; cron: string; timezone: string; enabled: boolean; nextDueAt: Date },
): Promise<void> {
  const { job, cron, timezone, enabled, nextDueAt } = schedule;
  const values = [newId(), organizationId, kind, job, key, cron, timezone, enabled, nextDueAt];
  await runStatement(tx, upsert, values);
}

const remove = {
  name: 'schedules-delete',
  text: `delete from schedules where organization_id = $1 and kind = $2 and key = $3`,
};

/** Deletes a schedule of an organization, if there is one. */
export async function deleteSchedule(
  tx: Tx,
  { organizationId, kind, key }: ScheduleKey,
): Promise<void> {
  await runStatement(tx, remove, [organizationId, kind, key]);
}

/** The wanted state of a schedule; without `schedule` it is deleted. */
type WantedSchedule = {
  key: ScheduleKey;
  schedule:
    | { job: string; cron: string; timezone: string; enabled: boolean; nextDueAt: Date }
    | undefined;
};

const writeAll = {
  name: 'schedules-write-all',
  text: `with wanted as (
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[],
        $9::timestamptz[]) as w(id, organization_id, kind, key, job, cron, timezone, enabled, next_due_at)),
    deleted as (
      delete from schedules s using wanted w
      where s.organization_id = w.organization_id and s.kind = w.kind and s.key = w.key and w.cron is null)
    insert into schedules as s (id, organization_id, kind, key, job, cron, timezone, enabled, next_due_at)
    select * from wanted where cron is not null order by organization_id, kind, key
    on conflict (organization_id, kind, key) do update set job = excluded.job, cron = excluded.cron, timezone = excluded.timezone,
      enabled = excluded.enabled,
      next_due_at = case when (s.cron, s.timezone, s.enabled) = (excluded.cron, excluded.timezone, excluded.enabled)
        then s.next_due_at else excluded.next_due_at end`,
};

const writeTogether = batched<WantedSchedule, never>({ maxRunning: 1 }, async (db, wanted) => {
  await runStatement(db, writeAll, [
    wanted.map(() => newId()),
    wanted.map(({ key }) => key.organizationId),
    wanted.map(({ key }) => key.kind),
    wanted.map(({ key }) => key.key),
    wanted.map(({ schedule }) => schedule?.job),
    wanted.map(({ schedule }) => schedule?.cron),
    wanted.map(({ schedule }) => schedule?.timezone),
    wanted.map(({ schedule }) => schedule?.enabled),
    wanted.map(({ schedule }) => schedule?.nextDueAt),
  ]);
  return [];
});

/**
 * Sets or deletes a schedule, as `upsertSchedule` and `deleteSchedule` do; concurrent calls share a statement.
 */
export async function writeSchedule(tx: Db, wanted: WantedSchedule): Promise<void> {
  await writeTogether(tx, wanted);
}

const findNext = {
  name: 'schedules-find-next',
  text: `select next_due_at as "nextDueAt" from schedules
    where organization_id = $1 and kind = $2 and key = $3 and enabled`,
};

/** Next due time of a schedule; undefined when there is none. */
export async function findNextDue(
  db: Db,
  { organizationId, kind, key }: ScheduleKey,
): Promise<Date | undefined> {
  const [row] = await runStatement<{ nextDueAt: Date }>(db, findNext, [organizationId, kind, key]);
  return row?.nextDueAt;
}

const skip = {
  name: 'schedules-skip',
  text: `update schedules set last_skipped_at = $2, last_fired_at = $3 where id = $1`,
};

/** Records that the due time of an advanced schedule was skipped, because the work of an earlier one is still running. */
export async function noteSkipped(tx: Tx, { id, nextDueAt, lastFiredAt }: Schedule): Promise<void> {
  await runStatement(tx, skip, [id, nextDueAt, lastFiredAt]);
}
