import type { WorkKind } from '../../../domain/work/kinds.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { WorkScope } from './list.ts';

/** A schedule as operators see it. */
export type ListedSchedule = {
  id: string;
  /** Null for one of the installation. */
  organizationId: string | null;
  kind: WorkKind;
  job: string;
  key: string;
  cron: string;
  timezone: string;
  enabled: boolean;
  nextDueAt: Date;
  lastFiredAt: Date | null;
  lastSkippedAt: Date | null;
};

const columns = `id, organization_id as "organizationId", kind, job, key, cron, timezone, enabled, next_due_at as "nextDueAt",
    last_fired_at as "lastFiredAt", last_skipped_at as "lastSkippedAt"`;

const scoped = `($1::uuid is null or organization_id = $1 or ($2::boolean and organization_id is null))`;

const scopeValues = (scope: WorkScope): unknown[] => [
  scope?.organizationId ?? null,
  scope?.withInstallation ?? true,
];

/** Filters of a list of schedules; all must match. */
export type ScheduleFilter = {
  kind: string | undefined;
  enabled: boolean | undefined;
  key: string | undefined;
};

const list = {
  name: 'schedules-list',
  text: `select ${columns} from schedules
    where ${scoped} and ($3::text is null or kind = $3) and ($4::boolean is null or enabled = $4) and ($5::text is null or key = $5)
      and ($6::uuid is null or (organization_id is not null, kind, key, id) >
        (select organization_id is not null, kind, key, id from schedules where id = $6))
    order by organization_id is not null, kind, key, id limit $7`,
};

/** A page of the schedules: those of the installation first, then by kind and key, after the schedule `after`. */
export function listSchedules(
  db: Db,
  scope: WorkScope,
  { kind, enabled, key }: ScheduleFilter,
  page: { after: string | undefined; limit: number },
): Promise<ListedSchedule[]> {
  const values = [...scopeValues(scope), kind, enabled, key, page.after, page.limit];
  return runStatement<ListedSchedule>(db, list, values);
}

const findOverdue = {
  name: 'schedules-find-overdue',
  text: `select ${columns}, count(*) over ()::int as count from schedules
    where enabled and next_due_at < $3 and ${scoped} order by next_due_at limit 1`,
};

/** The schedule that should have fired before this instant and waits longest, and the number of those; undefined if there is none. */
export async function findOverdueSchedule(
  db: Db,
  scope: WorkScope,
  before: Date,
): Promise<(ListedSchedule & { count: number }) | undefined> {
  type Row = ListedSchedule & { count: number };
  const [row] = await runStatement<Row>(db, findOverdue, [...scopeValues(scope), before]);
  return row;
}
