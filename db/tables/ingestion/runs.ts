import type { OrganizationId } from '../../../domain/principal.ts';
import { uuidTime } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IntegrationKey } from './integrations.ts';

/** Names one run. */
export type IngestionRunKey = { organizationId: OrganizationId; id: string };

export type IngestionPhase =
  | 'queued'
  | 'connecting'
  | 'scanning'
  | 'removing'
  | 'undoing'
  | 'ended';
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
  integrationName: string;
  workId: string;
  trigger: 'request' | 'schedule';
  requestedBy: string;
  acceptedRemovals: number | null;
  /** Run whose missing assets it may remove, and no others; null if any. */
  acceptedRun: string | null;
  /** Run that it undoes; null for a scan. */
  undoes: string | null;
  /** The newest run that undoes it. */
  undoneBy: string | null;
  cancelRequestedAt: Date | null;
  cancelRequestedBy: string | null;
  /** Number of assets that it will probably process; null if nothing is known. */
  expected: number | null;
  /** When its counters were saved last. */
  progressedAt: Date | null;
  /** Its phases in order; a second attempt adds its own. */
  phaseTimes: { phase: IngestionPhase; at: string }[];
  phase: IngestionPhase;
  message: string | null;
  /** JSON text: the removals that the fuse prevented. */
  removalPlan: string | null;
  startedAt: Date;
  endedAt: Date | null;
  /** Null while it is open. */
  outcome: IngestionOutcome | null;
};

const columns = `r.id, r.integration_id as "integrationId", (
      select i.name from integrations i where i.organization_id = r.organization_id and i.id = r.integration_id) as "integrationName",
    r.work_id as "workId", r.trigger, r.requested_by as "requestedBy",
    r.accepted_removals as "acceptedRemovals", r.accepted_run as "acceptedRun", r.undoes, coalesce(r.cancel_requested_at, (
      select w.cancel_requested_at from work w where w.id = r.work_id)) as "cancelRequestedAt",
    r.cancel_requested_by as "cancelRequestedBy", r.expected, r.progressed_at as "progressedAt", (
      select u.id from ingestion_runs u where u.organization_id = r.organization_id and u.undoes = r.id
      order by u.started_at desc limit 1) as "undoneBy", r.phase_times as "phaseTimes", r.phase, r.message, r.processed, r.created, r.updated, r.deleted, r.unchanged,
    r.skipped, r.removal_plan::text as "removalPlan", r.started_at as "startedAt", r.ended_at as "endedAt", r.outcome`;

export type NewIngestionRun = {
  organizationId: OrganizationId;
  id: string;
  integrationId: string;
  workId: string;
  trigger: 'request' | 'schedule';
  requestedBy: string;
  acceptedRemovals: number | undefined;
  acceptedRun: string | undefined;
  undoes: string | undefined;
  /** Known number of assets; undefined takes that of the last successful scan. */
  expected: number | undefined;
  now: Date;
};

/** SQL that adds a phase with its time to those of a run; \`phase\` and \`at\` are parameters. */
export const phaseAt = (phase: string, at: string): string =>
  `jsonb_build_array(jsonb_build_object('phase', ${phase}, 'at', ${at}))`;

const insert = {
  name: 'ingestion-runs-insert',
  text: `insert into ingestion_runs (organization_id, id, integration_id, work_id, trigger, requested_by, accepted_removals, phase,
      started_at, accepted_run, undoes, expected, phase_times)
    values ($1, $2, $3, $4, $5, $6, $7, 'queued', $8, $9, $10, coalesce($11, (
      select l.processed from ingestion_runs l
      where l.organization_id = $1 and l.integration_id = $3 and l.undoes is null and l.outcome = 'SUCCESS'
      order by l.started_at desc, l.id desc limit 1)), ${phaseAt("'queued'", '$8::timestamptz')})
    on conflict (organization_id, integration_id) where ended_at is null do nothing returning id`,
};

/** Opens a run; false when the integration has an open run. */
export async function insertIngestionRun(tx: Tx, run: NewIngestionRun): Promise<boolean> {
  const { organizationId, id, integrationId, workId, trigger } = run;
  const values = [organizationId, id, integrationId, workId, trigger, run.requestedBy];
  const { acceptedRemovals, now, acceptedRun, undoes, expected } = run;
  const more = [acceptedRemovals, now, acceptedRun, undoes, expected];
  const rows = await runStatement(tx, insert, [...values, ...more]);
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
      and ($5::uuid is null or (r.started_at, r.id) < (
        coalesce((select a.started_at from ingestion_runs a where a.organization_id = $1 and a.id = $5), $6::timestamptz), $5))
    order by r.started_at desc, r.id desc limit $4`,
};

/**
 * The runs of an integration, newest first, after the run `after`, which retention may have deleted: then its id tells when it began.
 * `status` is an outcome or RUNNING.
 */
export function listIngestionRuns(
  db: Db,
  { organizationId, id }: IntegrationKey,
  page: { status: string | undefined; after: string | undefined; limit: number },
): Promise<IngestionRun[]> {
  const { status, after, limit } = page;
  const time = after === undefined ? undefined : uuidTime(after);
  const began = time === undefined ? undefined : new Date(time);
  const values = [organizationId, id, status, limit, after, began];
  return runStatement<IngestionRun>(db, list, values);
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
  text: `update ingestion_runs set processed = $4, created = $5, updated = $6, deleted = $7, unchanged = $8, skipped = $9,
      progressed_at = clock_timestamp(), phase = $3, phase_times = case when phase = $3 then phase_times else phase_times || ${phaseAt('$3::text', 'clock_timestamp()')} end
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
