import type { Database } from '../../db/connect.ts';
import {
  deleteIntegration as deleteRow,
  lockIntegration,
} from '../../db/tables/ingestion/integrations.ts';
import { deleteSchedule } from '../../db/tables/work/schedules.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { assertPreconditions } from '../preconditions.ts';
import type { Preconditions } from '../preconditions.ts';
import { findOpenRun } from '../../db/tables/ingestion/runs.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  integrationKeyOf,
  refuseUnknownIntegration,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';

/**
 * Deletes an integration with its runs and its schedule; its ingested assets stay without an integration. Refuses with
 * `not_found`, and with `run_in_progress` while a run is open.
 */
export async function deleteIntegration(
  database: Database,
  request: IntegrationRequest & { preconditions: Preconditions },
): Promise<void> {
  const key = integrationKeyOf(request);
  await transact(database, async (tx) => {
    const stored = (await lockIntegration(tx, key)) ?? refuseUnknownIntegration(request.id);
    await assertMayIngest(tx, request.principal, [stored.ownerId]);
    assertPreconditions(request.preconditions, { revision: stored.revision, edition: 0 });
    // Deleted first, so that no new run starts.
    await deleteSchedule(tx, {
      organizationId: key.organizationId,
      kind: 'ingestion',
      key: key.id,
    });
    const open = await findOpenRun(tx, key);
    if (open) {
      refuse('run_in_progress', 'A run of the integration is in progress: cancel it first.', {
        extra: { ingestionRunId: open.id },
      });
    }
    await deleteRow(tx, key);
    await auditIntegration(tx, 'IntegrationDeleted', causeOf(request));
  });
}
