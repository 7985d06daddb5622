import type { Tx } from '../../db/connect.ts';
import { updateIngestionRunCancel } from '../../db/tables/ingestion/run-ends.ts';
import { findOpenRun } from '../../db/tables/ingestion/runs.ts';
import { cancelWork } from '../../db/tables/work/work.ts';
import { endRun } from './end-run.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  getIntegration,
  integrationKeyOf,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';

/**
 * Cancels the run of an integration: a waiting run ends CANCELLED at once, a running one when its worker receives the signal;
 * without a run, or repeated, nothing happens. Refuses with `not_found` and `permission_denied`.
 */
export async function cancelRun(tx: Tx, request: IntegrationRequest): Promise<void> {
  const key = integrationKeyOf(request);
  const { ownerId } = await getIntegration(tx, key);
  await assertMayIngest(tx, request.principal, [ownerId]);
  const run = await findOpenRun(tx, key);
  if (!run) return;
  const state = await cancelWork(tx, key.organizationId, run.workId);
  if (state === undefined) return;
  const by = { principal: request.principal.name, now: request.now };
  if (!(await updateIngestionRunCancel(tx, { ...key, id: run.id }, by))) return;
  const cause = causeOf(request);
  await auditIntegration(tx, 'IngestionRunCancelRequested', cause, { ingestionRunId: run.id });
  if (state !== 'CANCELLED') return;
  const message = 'Cancelled before it started.';
  await endRun(tx, key.organizationId, run, { outcome: 'CANCELLED', message, now: request.now });
}
