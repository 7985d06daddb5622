import type { Tx } from '../../db/connect.ts';
import { appendLogLines } from '../../db/tables/ingestion/log-lines.ts';
import { updateIngestionRunEnd } from '../../db/tables/ingestion/run-ends.ts';
import type { IngestionOutcome, IngestionRun } from '../../db/tables/ingestion/runs.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { auditIntegration } from './integration-request.ts';

export type RunEnding = {
  outcome: IngestionOutcome;
  message: string;
  /** The removal plan as JSON text. */
  removalPlan?: string | undefined;
  now: Date;
};

/** Ends an open run with the last line of its log; a finished run stays unchanged. */
export async function endRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: Pick<IngestionRun, 'id' | 'integrationId' | 'requestedBy'>,
  ending: RunEnding,
): Promise<void> {
  const { outcome, message, now } = ending;
  const key = { organizationId, id: run.id };
  if (!(await updateIngestionRunEnd(tx, key, ending))) return;
  const level = outcome === 'SUCCESS' ? 'info' : outcome === 'FAILED' ? 'error' : 'warn';
  await appendLogLines(tx, key, [{ at: now, level, message }]);
  const by = { principal: run.requestedBy, requestId: undefined, now };
  const cause = { organizationId, id: run.integrationId, ...by };
  await auditIntegration(tx, 'IngestionRunEnded', cause, { ingestionRunId: run.id, outcome });
  signalAfterCommit(tx, 'work_done');
}
