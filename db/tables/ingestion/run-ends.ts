import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { phaseAt } from './runs.ts';
import type { IngestionOutcome, IngestionRunKey } from './runs.ts';

const cancel = {
  name: 'ingestion-runs-cancel',
  text: `update ingestion_runs set cancel_requested_at = $3, cancel_requested_by = $4
    where organization_id = $1 and id = $2 and ended_at is null and cancel_requested_at is null returning id`,
};

/** Records the request to cancel an open run; false if it was requested before. */
export async function updateIngestionRunCancel(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  { principal, now }: { principal: string; now: Date },
): Promise<boolean> {
  return (await runStatement(tx, cancel, [organizationId, id, now, principal])).length === 1;
}

const end = {
  name: 'ingestion-runs-end',
  text: `update ingestion_runs set phase = 'ended', outcome = $3, message = $4, removal_plan = $5, ended_at = $6,
      phase_times = phase_times || ${phaseAt("'ended'", '$6::timestamptz')}
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
  text: `update ingestion_runs r set phase = 'queued', outcome = null, message = null, removal_plan = null, ended_at = null,
      processed = case when undoes is null then processed else processed - skipped end,
      skipped = case when undoes is null then skipped else 0 end, cancel_requested_at = null, cancel_requested_by = null,
      phase_times = phase_times || ${phaseAt("'queued'", 'clock_timestamp()')}
    where organization_id = $1 and id = $2 and not exists (select 1 from ingestion_runs o
      where o.organization_id = $1 and o.integration_id = r.integration_id and o.ended_at is null)
    returning id`,
};

/** Reopens a run whose work is retried, an undo without what it left alone, which it looks at again; false while the integration has another open run. */
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
