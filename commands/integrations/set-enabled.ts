import type { Tx } from '../../db/connect.ts';
import {
  lockIntegration,
  updateIntegrationEnabled,
} from '../../db/tables/ingestion/integrations.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  integrationKeyOf,
  refuseUnknownIntegration,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';
import { scheduleRuns } from './schedule-runs.ts';

/**
 * Enables or disables the schedule of an integration; a run in progress continues. Repeating it changes nothing. Refuses with
 * `not_found` and `permission_denied`.
 */
export async function setEnabled(
  tx: Tx,
  request: IntegrationRequest & { enabled: boolean },
): Promise<void> {
  const { enabled, now } = request;
  const key = integrationKeyOf(request);
  const stored = (await lockIntegration(tx, key)) ?? refuseUnknownIntegration(request.id);
  await assertMayIngest(tx, request.principal, [stored.ownerId]);
  if (stored.enabled === enabled) return;
  await updateIntegrationEnabled(tx, key, enabled, now);
  const { cron, timezone } = stored;
  await scheduleRuns(tx, key, { cron: cron ?? undefined, timezone, enabled }, now);
  await auditIntegration(tx, 'IntegrationUpdated', causeOf(request), { enabled });
}
