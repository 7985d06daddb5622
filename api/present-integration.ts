import { openSettings } from '../commands/integrations/integration-settings.ts';
import { refuseUnknownIntegration } from '../commands/integrations/integration-request.ts';
import type { Database } from '../db/connect.ts';
import { listLatestRuns } from '../db/tables/ingestion-runs.ts';
import type { IngestionRun } from '../db/tables/ingestion-runs.ts';
import { findIntegration, findSealedSettings } from '../db/tables/integrations.ts';
import type { Integration, IntegrationKey } from '../db/tables/integrations.ts';
import { presentRun } from './present-run.ts';

/** An integration as it is answered; it has no member for credentials. */
export function presentIntegration(
  integration: Integration,
  latestRun: IngestionRun | undefined,
): Record<string, unknown> {
  const { id, name, source, enabled, ownerId, cron, timezone } = integration;
  return {
    externalId: id,
    name,
    source,
    enabled,
    owningTeamExternalId: ownerId,
    assetOwnerTeamExternalId: ownerId,
    schedule: cron,
    scheduleTimezone: timezone,
    nextRunAt: integration.nextDueAt,
    lastSkippedAt: integration.lastSkippedAt,
    latestRun: latestRun ? presentRun(latestRun) : null,
    createdAt: integration.createdAt,
    updatedAt: integration.updatedAt,
  };
}

/** A single integration with what is sealed of its settings, but not its credentials. Refuses with `not_found`. */
export async function readIntegration(
  { knex }: Database,
  key: IntegrationKey,
  secretKey: string | undefined,
): Promise<{ revision: number; json: Record<string, unknown> }> {
  const integration = (await findIntegration(knex, key)) ?? refuseUnknownIntegration(key.id);
  const sealed = (await findSealedSettings(knex, key)) ?? refuseUnknownIntegration(key.id);
  const [latestRun] = await listLatestRuns(knex, key.organizationId, [key.id]);
  const { configuration, ...settings } = openSettings(sealed, key, secretKey);
  const { filters, removalFuse, scheduleExpression } = settings;
  const json = {
    ...presentIntegration(integration, latestRun),
    // Clients of the ecosystem look for filters and schedule inside.
    configuration: { ...configuration, ...settings },
    ...(filters && { filters }),
    ...(removalFuse && { removalFuse }),
    ...(scheduleExpression !== undefined && { scheduleExpression }),
  };
  return { revision: integration.revision, json };
}
