import type { Tx } from '../../db/connect.ts';
import { insertIntegrationCheck } from '../../db/tables/ingestion/integration-checks.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { newId } from '../../lib/ids.ts';
import {
  assertMayIngest,
  auditIntegration,
  causeOf,
  getIntegration,
  integrationKeyOf,
} from './integration-request.ts';
import type { IntegrationRequest } from './integration-request.ts';

/**
 * Requests, as work, a test of the connection of an integration or a plan of a run's changes; returns both ids. Refuses with
 * `not_found` and `permission_denied`.
 */
export async function requestCheck(
  tx: Tx,
  request: IntegrationRequest & { kind: 'connection' | 'plan' },
): Promise<{ checkId: string; workId: string }> {
  const { kind, now, id: integrationId } = request;
  const key = integrationKeyOf(request);
  const { ownerId } = await getIntegration(tx, key);
  await assertMayIngest(tx, request.principal, [ownerId]);
  const { organizationId } = key;
  const checkId = newId();
  const workId = await requestWork(tx, {
    organizationId,
    kind: 'ingestion',
    job: kind === 'plan' ? 'plan-integration' : 'test-connection',
    key: checkId,
    subjectId: integrationId,
    payload: { checkId },
    dueAt: now,
    now,
  });
  const check = { organizationId, id: checkId, integrationId, kind, workId };
  await insertIntegrationCheck(tx, { ...check, requestedBy: request.principal.name, now });
  await auditIntegration(tx, 'IntegrationCheckRequested', causeOf(request), { checkId, kind });
  return { checkId, workId };
}
