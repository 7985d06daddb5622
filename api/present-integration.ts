import { readIntegration } from '../commands/integrations/read-integration.ts';
import type { Database } from '../db/connect.ts';
import type { IngestionRun } from '../db/tables/ingestion-runs.ts';
import type { Integration, IntegrationKey } from '../db/tables/integrations.ts';
import type { IntegrationSettings } from '../domain/ingestion/integration.ts';
import { presentRun } from './present-run.ts';
import type { SecretKeys } from '../lib/secrets.ts';

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
export async function presentWholeIntegration(
  { knex }: Database,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Promise<{ revision: number; json: Record<string, unknown> }> {
  const read = await readIntegration(knex, key, secretKey);
  const { configuration, ...settings } = read.settings;
  const json = {
    ...presentIntegration(read.integration, read.latestRun),
    // Clients of the ecosystem look for filters and schedule inside.
    configuration: { ...configuration, ...settings },
    ...withoutAbsent(settings),
  };
  return { revision: read.integration.revision, json };
}

/** The same as people edit it: its members are those of a write, and what is only read. */
export async function presentEditableIntegration(
  { knex }: Database,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Promise<{ revision: number; json: Record<string, unknown> }> {
  const read = await readIntegration(knex, key, secretKey);
  const { configuration, ...settings } = read.settings;
  const json = {
    ...presentIntegration(read.integration, read.latestRun),
    configuration,
    ...withoutAbsent(settings),
    hasCredentials: read.hasCredentials,
  };
  return { revision: read.integration.revision, json };
}

function withoutAbsent({
  filters,
  removalFuse,
  scheduleExpression,
}: Omit<IntegrationSettings, 'configuration'>): Record<string, unknown> {
  return {
    ...(filters && { filters }),
    ...(removalFuse && { removalFuse }),
    ...(scheduleExpression !== undefined && { scheduleExpression }),
  };
}
