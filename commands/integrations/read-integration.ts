import type { Db } from '../../db/connect.ts';
import { listLatestRuns } from '../../db/tables/ingestion/runs.ts';
import type { IngestionRun } from '../../db/tables/ingestion/runs.ts';
import { findIntegration, findSealedSettings } from '../../db/tables/ingestion/integrations.ts';
import type { Integration, IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import type { IntegrationSettings } from '../../domain/ingestion/integration.ts';
import { refuseUnknownIntegration } from './integration-request.ts';
import { openSettings } from './integration-settings.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';

/** An integration in the form of its readers: of its credentials only whether they exist. */
export type ReadableIntegration = {
  integration: Integration;
  settings: IntegrationSettings;
  hasCredentials: boolean;
  latestRun: IngestionRun | undefined;
};

/** Reads the integration with its opened settings. Refuses with `not_found`. */
export async function readIntegration(
  db: Db,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Promise<ReadableIntegration> {
  const integration = (await findIntegration(db, key)) ?? refuseUnknownIntegration(key.id);
  const sealed = (await findSealedSettings(db, key)) ?? refuseUnknownIntegration(key.id);
  const [latestRun] = await listLatestRuns(db, key.organizationId, [key.id]);
  const settings = openSettings(sealed, key, secretKey);
  return { integration, settings, hasCredentials: sealed.credentials !== null, latestRun };
}
