import { getIngestionRun } from '../../commands/integrations/undo-run.ts';
import type { Database, Db } from '../../db/connect.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import type { IngestionRun } from '../../db/tables/ingestion/runs.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** A run with the names of who requested it and its cancellation. */
export type NamedRun = IngestionRun & {
  requestedByName: string | null;
  cancelRequestedByName: string | null;
};

/** Adds the names of principals to runs; all names are read at once. */
export async function nameRuns(
  db: Db,
  organizationId: OrganizationId,
  runs: readonly IngestionRun[],
): Promise<NamedRun[]> {
  if (runs.length === 0) return [];
  const principals = runs.flatMap(({ requestedBy, cancelRequestedBy }) => [
    requestedBy,
    ...(cancelRequestedBy === null ? [] : [cancelRequestedBy]),
  ]);
  const names = await listPrincipalNames(db, organizationId, principals);
  return runs.map((run) => ({
    ...run,
    requestedByName: names.get(run.requestedBy) ?? null,
    cancelRequestedByName: names.get(run.cancelRequestedBy ?? '') ?? null,
  }));
}

/** Runs in the form of the API. */
export async function presentRuns(
  db: Db,
  organizationId: OrganizationId,
  runs: readonly IngestionRun[],
): Promise<Record<string, unknown>[]> {
  return (await nameRuns(db, organizationId, runs)).map(presentRun);
}

/** A run of an integration in the form of the API. Refuses with `not_found`. */
export async function readRun(
  { knex }: Database,
  key: IntegrationKey,
  runId: string,
): Promise<{ id: string; json: Record<string, unknown> }> {
  const run = await getIngestionRun(knex, key, runId);
  const [json = {}] = await presentRuns(knex, key.organizationId, [run]);
  return { id: run.id, json };
}

/** A run in the form of the API: RUNNING from the trigger on. */
export function presentRun(run: NamedRun): Record<string, unknown> {
  const { startedAt, endedAt, removalPlan } = run;
  return {
    ingestionRunId: run.id,
    integrationExternalId: run.integrationId,
    integrationName: run.integrationName,
    status: run.outcome ?? 'RUNNING',
    ...aboutUndo(run),
    phase: run.phase,
    phases: phasesOf(run),
    message: run.message,
    trigger: run.trigger,
    requestedBy: run.requestedBy,
    requestedByName: run.requestedByName,
    acceptedRemovals: run.acceptedRemovals,
    acceptedRemovalsOf: run.acceptedRun,
    assetsProcessed: run.processed,
    assetsExpected: run.expected,
    assetsPerSecond: rateOf(run),
    assetsCreated: run.created,
    assetsUpdated: run.updated,
    assetsDeleted: run.deleted,
    assetsUnchanged: run.unchanged,
    assetsSkipped: run.skipped,
    startedAt,
    ...aboutCancellation(run),
    completedAt: endedAt,
    durationSeconds: endedAt && (endedAt.getTime() - startedAt.getTime()) / 1_000,
    ...(removalPlan !== null && { removalPlan: JSON.parse(removalPlan) as unknown }),
  };
}

function aboutUndo({ undoes, undoneBy }: IngestionRun): Record<string, unknown> {
  return {
    kind: undoes === null ? 'scan' : 'undo',
    undoesRunId: undoes,
    undoneByRunId: undoneBy,
  };
}

function aboutCancellation(run: NamedRun): Record<string, unknown> {
  const { cancelRequestedAt, endedAt } = run;
  return {
    cancelRequestedAt,
    cancelRequestedBy: run.cancelRequestedBy,
    cancelRequestedByName: run.cancelRequestedByName,
    stoppedAt: run.outcome === 'CANCELLED' ? endedAt : null,
  };
}

/** Each phase ends when the next one begins. */
function phasesOf({ phaseTimes }: IngestionRun): object[] {
  const phases = phaseTimes.map(({ phase, at }, index) => {
    const next = phaseTimes[index + 1];
    return { phase, startedAt: new Date(at), endedAt: next ? new Date(next.at) : null };
  });
  return phases.filter(({ phase }) => phase !== 'ended');
}

/** Assets for each second since the scan began, or the undo. */
function rateOf({ phaseTimes, progressedAt, processed }: IngestionRun): number | null {
  const began = phaseTimes.findLast(({ phase }) => phase === 'scanning' || phase === 'undoing');
  if (!began || !progressedAt) return null;
  const seconds = (progressedAt.getTime() - new Date(began.at).getTime()) / 1_000;
  return seconds > 0 ? Math.round((10 * processed) / seconds) / 10 : null;
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
