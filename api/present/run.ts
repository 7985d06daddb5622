import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { IngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { Database } from '../../db/connect.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { refuse } from '../../domain/errors.ts';
import { isUuid } from '../../lib/ids.ts';

/** A run in the form of the API: RUNNING from the trigger on. */
export function presentRun(run: IngestionRun): Record<string, unknown> {
  const { startedAt, endedAt, removalPlan } = run;
  return {
    ingestionRunId: run.id,
    integrationExternalId: run.integrationId,
    status: run.outcome ?? 'RUNNING',
    phase: run.phase,
    message: run.message,
    trigger: run.trigger,
    requestedBy: run.requestedBy,
    assetsProcessed: run.processed,
    assetsCreated: run.created,
    assetsUpdated: run.updated,
    assetsDeleted: run.deleted,
    assetsUnchanged: run.unchanged,
    assetsSkipped: run.skipped,
    startedAt,
    completedAt: endedAt,
    durationSeconds: endedAt && (endedAt.getTime() - startedAt.getTime()) / 1_000,
    ...(removalPlan !== null && { removalPlan: JSON.parse(removalPlan) as unknown }),
  };
}

/** The answer to a trigger. */
export function presentTriggered(
  integrationExternalId: string,
  ingestionRunId: string,
  scheduledAt: Date,
): Record<string, unknown> {
  return {
    integrationExternalId,
    ingestionRunId,
    scheduledAt,
    deferred: false,
    message: 'The run has started; its status is at /runs/latest.',
  };
}

/** A run of this integration. Refuses with `not_found`. */
export async function getRun(
  { knex }: Database,
  { organizationId, id }: IntegrationKey,
  runId: string,
): Promise<IngestionRun> {
  const run = isUuid(runId)
    ? await findIngestionRun(knex, { organizationId, id: runId })
    : undefined;
  if (run && run.integrationId === id) return run;
  return refuse('not_found', `The integration '${id}' has no run '${runId}'.`);
}
