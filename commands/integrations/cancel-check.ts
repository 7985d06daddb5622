import type { Tx } from '../../db/connect.ts';
import { updateIntegrationCheckEnd } from '../../db/tables/ingestion/integration-checks.ts';
import { cancelWork } from '../../db/tables/work/work.ts';
import { getCheck } from './get-check.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  getIntegration,
  integrationKeyOf,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';

/**
 * Cancels a check: a waiting check ends CANCELLED at once, a running one when its worker receives the signal; a finished check
 * stays unchanged. Refuses with `not_found` and `permission_denied`.
 */
export async function cancelCheck(
  tx: Tx,
  request: IntegrationRequest & { checkId: string },
): Promise<void> {
  const key = integrationKeyOf(request);
  const { organizationId } = key;
  const { ownerId } = await getIntegration(tx, key);
  await assertMayIngest(tx, request.principal, [ownerId]);
  const { id, workId, kind } = await getCheck(tx, key, request.checkId);
  const state = await cancelWork(tx, organizationId, workId);
  if (state === undefined) return;
  const audited = { checkId: id, kind };
  await auditIntegration(tx, 'IntegrationCheckCancelRequested', causeOf(request), audited);
  if (state !== 'CANCELLED') return;
  await updateIntegrationCheckEnd(
    tx,
    { organizationId, id },
    { outcome: 'CANCELLED', message: 'Cancelled before it started.', now: request.now },
  );
}
