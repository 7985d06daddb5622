import type { Db } from '../../db/connect.ts';
import type { IntegrationCheck } from '../../db/tables/ingestion/integration-checks.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import type { OrganizationId } from '../../domain/principal.ts';

/** A check of an integration in the form of the API: RUNNING from the request on. */
export async function presentCheck(
  db: Db,
  organizationId: OrganizationId,
  check: IntegrationCheck,
): Promise<Record<string, unknown>> {
  const names = await listPrincipalNames(db, organizationId, [check.requestedBy]);
  return {
    checkId: check.id,
    integrationExternalId: check.integrationId,
    kind: check.kind,
    status: check.outcome ?? 'RUNNING',
    message: check.message,
    plan: check.plan === null ? null : (JSON.parse(check.plan) as unknown),
    requestedBy: check.requestedBy,
    requestedByName: names.get(check.requestedBy) ?? null,
    startedAt: check.startedAt,
    completedAt: check.endedAt,
  };
}
