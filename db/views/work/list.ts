import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkKind, WorkState } from '../../../domain/work/kinds.ts';
import type { Db } from '../../connect.ts';
import { partPattern } from '../../fragments/part-pattern.ts';

/** Filters of a list of work; all must match. */
export type WorkFilter = {
  id?: string | undefined;
  /** Any of these. */
  ids?: readonly string[] | undefined;
  kind?: string | undefined;
  job?: string | undefined;
  key?: string | undefined;
  subjectId?: string | undefined;
  state?: string | undefined;
  /** Part of the key or of the id of the subject, in any case. */
  subject?: string | undefined;
  /** Part of the last error, in any case. */
  error?: string | undefined;
  /** Requested at or after this instant. */
  from?: Date | undefined;
  /** Requested before this instant. */
  to?: Date | undefined;
};

/**
 * Scope of a list of work: one organization, optionally with the installation's own work; undefined means all.
 */
export type WorkScope = { organizationId: OrganizationId; withInstallation: boolean } | undefined;

/** A piece of work as operators see it. */
export type WorkRow = {
  id: string;
  organizationId: string | null;
  kind: WorkKind;
  job: string;
  key: string;
  subjectId: string | null;
  state: WorkState;
  attempt: number;
  maxAttempts: number | null;
  availableAt: Date;
  dispatchedAt: Date | null;
  leaseUntil: Date | null;
  deadlineAt: Date | null;
  cancelRequestedAt: Date | null;
  progress: string | null;
  lastError: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
};

const columns = {
  id: 'id',
  organizationId: 'organization_id',
  kind: 'kind',
  job: 'job',
  key: 'key',
  subjectId: 'subject_id',
  state: 'state',
  attempt: 'attempt',
  maxAttempts: 'max_attempts',
  availableAt: 'available_at',
  dispatchedAt: 'dispatched_at',
  leaseUntil: 'lease_until',
  deadlineAt: 'deadline_at',
  cancelRequestedAt: 'cancel_requested_at',
  lastError: 'last_error',
  createdAt: 'created_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
} as const;

/** Work that matches the filter, newest request first, after the work `after`. */
export async function listWork(
  db: Db,
  scope: WorkScope,
  filter: WorkFilter,
  page: { limit: number; after: string | undefined },
): Promise<WorkRow[]> {
  const query = filterWork(db('work'), scope, filter)
    .select({ ...columns, progress: db.raw('progress::text') })
    .orderBy('id', 'desc')
    .limit(page.limit);
  if (page.after !== undefined) void query.where('id', '<', page.after);
  return (await query) as WorkRow[];
}

/** Adds the conditions of the scope and the filter to a query of work. */
export function filterWork(
  query: Knex.QueryBuilder,
  scope: WorkScope,
  filter: WorkFilter,
): Knex.QueryBuilder {
  const { id, ids, kind, job, key, state, from, to } = filter;
  const equal = Object.entries({ id, kind, job, key, state, subject_id: filter.subjectId });
  void query.where(Object.fromEntries(equal.filter(([, value]) => value !== undefined)));
  if (scope !== undefined) {
    const { organizationId, withInstallation } = scope;
    void query.whereRaw('(organization_id = ? or (? and organization_id is null))', [
      organizationId,
      withInstallation,
    ]);
  }
  if (filter.error !== undefined) {
    void query
      .whereNotNull('last_error')
      .where('last_error', 'ilike', partPattern(filter.error) ?? '%');
  }
  const part = partPattern(filter.subject);
  if (part !== undefined) {
    void query.whereRaw('(key ilike ? or subject_id ilike ?)', [part, part]);
  }
  if (ids) void query.whereIn('id', ids);
  if (from) void query.where('created_at', '>=', from);
  if (to) void query.where('created_at', '<', to);
  return query;
}

/** Numbers of the work that matches the filter, by state, whatever state the filter names. */
export async function countByState(
  db: Db,
  scope: WorkScope,
  filter: WorkFilter,
): Promise<Record<WorkState, number>> {
  const rows: { state: WorkState; count: number }[] = await filterWork(db('work'), scope, {
    ...filter,
    state: undefined,
  })
    .select('state', db.raw('count(*)::int as count'))
    .groupBy('state');
  const counts = { QUEUED: 0, RUNNING: 0, DONE: 0, FAILED: 0, CANCELLED: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** One piece of work; undefined when there is none in the scope. */
export async function findWork(db: Db, scope: WorkScope, id: string): Promise<WorkRow | undefined> {
  const [row] = await listWork(db, scope, { id }, { limit: 1, after: undefined });
  return row;
}
