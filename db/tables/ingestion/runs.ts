import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IntegrationKey } from './integrations.ts';

/** Names one run. */
export type IngestionRunKey = { organizationId: OrganizationId; id: string };

export type IngestionPhase = 'queued' | 'connecting' | 'scanning' | 'removing' | 'ended';
export type IngestionOutcome = 'SUCCESS' | 'FAILED' | 'CANCELLED';

/** Numbers of assets that a run has found, written and removed. */
export type IngestionCounts = {
  processed: number;
  created: number;
  updated: number;
  deleted: number;
  unchanged: number;
  skipped: number;
};

export type IngestionRun = IngestionCounts & {
  id: string;
  integrationId: string;
  workId: string;
  trigger: 'request' | 'schedule';
  requestedBy: string;
  acceptedRemovals: number | null;
  phase: IngestionPhase;
  message: string | null;
  /** JSON text: the removals that the fuse prevented. */
  removalPlan: string | null;
  startedAt: Date;
  endedAt: Date | null;
  /** Null while it is open. */
  outcome: IngestionOutcome | null;
};

const columns = `r.id, r.integration_id as "integrationId", r.work_id as "workId", r.trigger, r.requested_by as "requestedBy",
    r.accepted_removals as "acceptedRemovals", r.phase, r.message, r.processed, r.created, r.updated, r.deleted, r.unchanged,
    r.skipped, r.removal_plan::text as "removalPlan", r.started_at as "startedAt", r.ended_at as "endedAt", r.outcome`;

export type NewIngestionRun = {
  organizationId: OrganizationId;
  id: string;
  integrationId: string;
  workId: string;
  trigger: 'request' | 'schedule';
  requestedBy: string;
  acceptedRemovals: number | undefined;
  now: Date;
};

const insert = {
  name: 'ingestion-runs-insert',
  text: `insert into ingestion_runs (organization_id, id, integration_id, work_id, trigger, requested_by, accepted_removals, phase,
      started_at)
    values ($1, $2, $3, $4, $5, $6, $7, 'queued', $8)
    on conflict (organization_id, integration_id) where ended_at is null do nothing returning id`,
};

/** Opens a run; false when the integration has an open run. */
export async function insertIngestionRun(tx: Tx, run: NewIngestionRun): Promise<boolean> {
  const { organizationId, id, integrationId, workId, trigger } = run;
  const values = [organizationId, id, integrationId, workId, trigger, run.requestedBy];
  const rows = await runStatement(tx, insert, [...values, run.acceptedRemovals, run.now]);
  return rows.length === 1;
}

const find = {
  name: 'ingestion-runs-find',
  text: `select ${columns} from ingestion_runs r where r.organization_id = $1 and r.id = $2`,
};

/** The run with this id. */
export async function findIngestionRun(
  db: Db,
  key: IngestionRunKey,
): Promise<IngestionRun | undefined> {
  const [row] = await runStatement<IngestionRun>(db, find, [key.organizationId, key.id]);
  return row;
}

const findOpen = {
  name: 'ingestion-runs-find-open',
  text: `select ${columns} from ingestion_runs r
    where r.organization_id = $1 and r.integration_id = $2 and r.ended_at is null`,
};

/** The open run of an integration. */
export async function findOpenRun(db: Db, key: IntegrationKey): Promise<IngestionRun | undefined> {
  const [row] = await runStatement<IngestionRun>(db, findOpen, [key.organizationId, key.id]);
  return row;
}

const list = {
  name: 'ingestion-runs-list',
  text: `select ${columns} from ingestion_runs r
    where r.organization_id = $1 and r.integration_id = $2
      and ($3::text is null or coalesce(r.outcome, 'RUNNING') = $3)
    order by r.started_at desc, r.id desc limit $4`,
};

/** The newest runs of an integration, newest first; `status` is an outcome or RUNNING. */
export function listIngestionRuns(
  db: Db,
  { organizationId, id }: IntegrationKey,
  { status, limit }: { status: string | undefined; limit: number },
): Promise<IngestionRun[]> {
  return runStatement<IngestionRun>(db, list, [organizationId, id, status, limit]);
}

const listLatest = {
  name: 'ingestion-runs-list-latest',
  text: `select ${columns} from unnest($2::text[]) as asked(id)
    cross join lateral (select * from ingestion_runs n
      where n.organization_id = $1 and n.integration_id = asked.id
      order by n.started_at desc, n.id desc limit 1) r`,
};

/** The newest run of each of these integrations that has a run. */
export function listLatestRuns(
  db: Db,
  organizationId: OrganizationId,
  integrationIds: readonly string[],
): Promise<IngestionRun[]> {
  return runStatement<IngestionRun>(db, listLatest, [organizationId, [...integrationIds]]);
}

const updateAll = {
  name: 'ingestion-runs-update',
  text: `update ingestion_runs set phase = $3, processed = $4, created = $5, updated = $6, deleted = $7, unchanged = $8, skipped = $9
    where organization_id = $1 and id = $2 and ended_at is null`,
};

/** Records the progress of an open run. */
export async function updateIngestionRun(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  phase: IngestionPhase,
  counts: IngestionCounts,
): Promise<void> {
  const { processed, created, updated, deleted, unchanged, skipped } = counts;
  const numbers = [processed, created, updated, deleted, unchanged, skipped];
  await runStatement(tx, updateAll, [organizationId, id, phase, ...numbers]);
}

const end = {
  name: 'ingestion-runs-end',
  text: `update ingestion_runs set phase = 'ended', outcome = $3, message = $4, removal_plan = $5, ended_at = $6
    where organization_id = $1 and id = $2 and ended_at is null returning id`,
};

/** Ends an open run; false when it has already ended. */
export async function updateIngestionRunEnd(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  ending: {
    outcome: IngestionOutcome;
    message: string;
    /** JSON text. */
    removalPlan?: string | undefined;
    now: Date;
  },
): Promise<boolean> {
  const { outcome, message, removalPlan, now } = ending;
  const rows = await runStatement(tx, end, [
    organizationId,
    id,
    outcome,
    message,
    removalPlan,
    now,
  ]);
  return rows.length === 1;
}

const reopen = {
  name: 'ingestion-runs-reopen',
  text: `update ingestion_runs r set phase = 'queued', outcome = null, message = null, removal_plan = null, ended_at = null
    where organization_id = $1 and id = $2 and not exists (select 1 from ingestion_runs o
      where o.organization_id = $1 and o.integration_id = r.integration_id and o.ended_at is null)
    returning id`,
};

/** Reopens a run whose work is retried; false while the integration has another open run. */
export async function updateIngestionRunOpen(tx: Tx, key: IngestionRunKey): Promise<boolean> {
  return (await runStatement(tx, reopen, [key.organizationId, key.id])).length === 1;
}

const removeOld = {
  name: 'ingestion-runs-delete-old',
  text: `delete from ingestion_runs where (organization_id, id) in (
      select r.organization_id, r.id from ingestion_runs r
      where r.ended_at < $1 and exists (
        select 1 from ingestion_runs n where n.organization_id = r.organization_id and n.integration_id = r.integration_id
          and (n.started_at, n.id) > (r.started_at, r.id))
      limit $2) returning id`,
};

/**
 * Deletes up to `limit` runs with their logs that ended before the given time, except the newest run of each
 * integration; returns their number.
 */
export async function deleteOldRuns(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, removeOld, [before, limit])).length;
}
