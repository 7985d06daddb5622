import { readIntegration } from '../../commands/integrations/read-integration.ts';
import type { Database } from '../../db/connect.ts';
import type { Integration, IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import type { IntegrationSettings } from '../../domain/ingestion/integration.ts';
import { nameRuns, presentRun } from './run.ts';
import type { NamedRun } from './run.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

/** An integration in the form of the API; it has no member for credentials. */
export function presentIntegration(
  integration: Integration,
  latestRun: NamedRun | undefined,
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

type Shown = { revision: number; json: Record<string, unknown> };

/** A single integration with its opened settings, but without credentials. Refuses with `not_found`. */
export async function presentWholeIntegration(
  database: Database,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Promise<Shown> {
  const { revision, head, configuration, settings } = await readWhole(database, key, secretKey);
  // Clients of the ecosystem expect filters and schedule inside of `configuration`.
  const json = { ...head, configuration: { ...configuration, ...settings }, ...settings };
  return { revision, json };
}

/** An integration in the form that people edit: the members of a write, and read-only members. */
export async function presentEditableIntegration(
  database: Database,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Promise<Shown> {
  const read = await readWhole(database, key, secretKey);
  const { revision, head, configuration, settings, hasCredentials } = read;
  return { revision, json: { ...head, configuration, ...settings, hasCredentials } };
}
async function readWhole(
  { knex }: Database,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
) {
  const read = await readIntegration(knex, key, secretKey);
  const { configuration, ...settings } = read.settings;
  const runs = read.latestRun ? [read.latestRun] : [];
  const [latestRun] = await nameRuns(knex, key.organizationId, runs);
  return {
    revision: read.integration.revision,
    head: presentIntegration(read.integration, latestRun),
    configuration,
    settings: withoutAbsent(settings),
    hasCredentials: read.hasCredentials,
  };
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
