import type { IntegrationCheck } from '../../db/tables/ingestion/integration-checks.ts';

/** A check of an integration in the form of the API: RUNNING from the request on. */
export function presentCheck(check: IntegrationCheck): Record<string, unknown> {
  return {
    checkId: check.id,
    integrationExternalId: check.integrationId,
    kind: check.kind,
    status: check.outcome ?? 'RUNNING',
    message: check.message,
    plan: check.plan === null ? null : (JSON.parse(check.plan) as unknown),
    requestedBy: check.requestedBy,
    startedAt: check.startedAt,
    completedAt: check.endedAt,
  };
}
