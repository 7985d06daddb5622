import { mayIngest } from '../../commands/integrations/integration-request.ts';
import { readIntegration } from '../../commands/integrations/read-integration.ts';
import { findAssetSourceInfo } from '../../connectors/catalogue.ts';
import type { Database } from '../../db/connect.ts';
import type { Integration } from '../../db/tables/ingestion/integrations.ts';
import type { IntegrationSettings } from '../../domain/ingestion/integration.ts';
import type { Principal } from '../../domain/principal.ts';
import { nameRuns, presentRun } from './run.ts';
import type { NamedRun } from './run.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

/** An integration in the form of the API; it has no member for credentials. */
export function presentIntegration(
  integration: Integration,
  { latestRun, mayEdit }: { latestRun: NamedRun | undefined; mayEdit: boolean },
): Record<string, unknown> {
  const { id, name, source, enabled, ownerId, cron, timezone } = integration;
  return {
    externalId: id,
    name,
    source,
    sourceTitle: findAssetSourceInfo(source)?.title ?? source,
    enabled,
    owningTeamExternalId: ownerId,
    owningTeamName: integration.ownerName,
    mayEdit,
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

/** The integration that a principal reads. */
type Reader = { id: string; principal: Principal };

type Shown = { revision: number; json: Record<string, unknown> };

/** A single integration with its opened settings, but without credentials. Refuses with `not_found`. */
export async function presentWholeIntegration(
  database: Database,
  reader: Reader,
  secretKey: SecretKeys | undefined,
): Promise<Shown> {
  const { revision, head, configuration, settings } = await readWhole(database, reader, secretKey);
  // Clients of the ecosystem expect filters and schedule inside of `configuration`.
  const json = { ...head, configuration: { ...configuration, ...settings }, ...settings };
  return { revision, json };
}

/** An integration in the form that people edit: the members of a write, and read-only members. */
export async function presentEditableIntegration(
  database: Database,
  reader: Reader,
  secretKey: SecretKeys | undefined,
): Promise<Shown> {
  const read = await readWhole(database, reader, secretKey);
  const { revision, head, configuration, settings, hasCredentials } = read;
  return { revision, json: { ...head, configuration, ...settings, hasCredentials } };
}
async function readWhole(
  { knex }: Database,
  { id, principal }: Reader,
  secretKey: SecretKeys | undefined,
) {
  const key = { organizationId: principal.organizationId, id };
  const read = await readIntegration(knex, key, secretKey);
  const { configuration, ...settings } = read.settings;
  const runs = read.latestRun ? [read.latestRun] : [];
  const mayEdit = await mayIngest(knex, principal, read.integration.ownerId);
  const [latestRun] = await nameRuns(knex, key.organizationId, runs);
  return {
    revision: read.integration.revision,
    head: presentIntegration(read.integration, { latestRun, mayEdit }),
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
