import type { Tx } from '../../db/connect.ts';
import { updateIngestionRunOpen } from '../../db/tables/ingestion/run-ends.ts';
import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import {
  updateIntegrationCheckEnd,
  updateIntegrationCheckOpen,
} from '../../db/tables/ingestion/integration-checks.ts';
import { deleteLeftAlone } from '../../db/tables/ingestion/run-assets.ts';
import type { LockedWork } from '../../db/tables/work/interventions.ts';
import { refuse } from '../../domain/errors.ts';
import { endRun } from './end-run.ts';

type Subject = { runId?: string; checkId?: string };

const subjectOf = (payload: string): Subject => JSON.parse(payload) as Subject;

/** Reopens the run or check of work that an operator retries. Refuses with `run_in_progress` while another run is open. */
export async function reopenIngestion(
  tx: Tx,
  { organizationId, payload }: LockedWork,
): Promise<void> {
  const { runId, checkId } = subjectOf(payload);
  if (!organizationId) return;
  if (checkId !== undefined) await updateIntegrationCheckOpen(tx, { organizationId, id: checkId });
  if (runId === undefined) return;
  await deleteLeftAlone(tx, { organizationId, id: runId });
  if (await updateIngestionRunOpen(tx, { organizationId, id: runId })) return;
  refuse('run_in_progress', 'Another run of the integration is in progress; wait for its end.');
}

/** Ends the run or check of work that an operator cancelled before it started. */
export async function endCancelledIngestion(
  tx: Tx,
  { organizationId, payload }: LockedWork,
  now: Date,
): Promise<void> {
  const { runId, checkId } = subjectOf(payload);
  if (!organizationId) return;
  const ending = { outcome: 'CANCELLED', message: 'Cancelled before it started.', now } as const;
  if (checkId !== undefined) {
    await updateIntegrationCheckEnd(tx, { organizationId, id: checkId }, ending);
  }
  const run =
    runId === undefined ? undefined : await findIngestionRun(tx, { organizationId, id: runId });
  if (run) await endRun(tx, organizationId, run, ending);
}
