import type { Db } from '../../db/connect.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { findPastDocument } from '../../db/tables/documents/revisions.ts';
import { listDatasetPaths } from '../../db/tables/ingestion/ingested-assets.ts';
import { findIntegration, findSealedSettings } from '../../db/tables/ingestion/integrations.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type { IngestionRunKey } from '../../db/tables/ingestion/runs.ts';
import { containerKinds } from '../../domain/ingestion/scanned-asset.ts';
import type { SecretKeys } from '../../lib/secrets/secrets.ts';
import type { JobContext } from '../define-job.ts';
import { openSettings } from '../../commands/integrations/integration-settings.ts';
import { datasetOfAsset, datasetsOf } from '../../domain/open-lineage/dataset-names.ts';
import type { Dataset } from '../../domain/open-lineage/dataset-names.ts';
import type { DescribedRun } from '../../domain/open-lineage/run-event.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';
import { normaliseContract } from '../../domain/standards/normalise-contract.ts';

/** Maximum number of datasets in an event; receivers limit its size. */
const maxDatasets = 1_000;

export type RunSort = 'test' | 'ingestion';

const outcomes: Readonly<Record<string, 'COMPLETE' | 'FAIL'>> = {
  COMPLETED: 'COMPLETE',
  SUCCESS: 'COMPLETE',
  FAILED: 'FAIL',
};

/** A contract test or an ingestion run as OpenLineage describes it; undefined if it was deleted. */
export function describeRun(
  { database: { knex }, settings: { secretKey } }: JobContext,
  organizationId: OrganizationId,
  sort: RunSort,
  runId: string,
): Promise<DescribedRun | undefined> {
  return sort === 'test'
    ? describeTest(knex, organizationId, runId)
    : describeIngestion(knex, { organizationId, id: runId }, secretKey);
}

async function describeTest(
  db: Db,
  organizationId: OrganizationId,
  runId: string,
): Promise<DescribedRun | undefined> {
  const run = await findTestRun(db, organizationId, runId);
  if (!run) return undefined;
  const key = { organizationId, kind: 'data-contract', id: run.dataContractId };
  const stored = await findPastDocument(db, key, { revision: run.dataContractRevision });
  return {
    runId,
    jobName: `contract-test.${run.dataContractId}.${run.server}`,
    startedAt: run.requestedAt,
    ended: endOf(run.endedAt, run.outcome, run.error),
    inputs: stored === undefined ? [] : testedTables(stored.body, run.server),
  };
}

function testedTables(body: string, serverName: string): Dataset[] {
  const { servers, tables } = normaliseContract(JSON.parse(body) as JsonObject);
  const server = servers.find((each) => each.server === serverName);
  const names = tables.map(({ physicalName }) => physicalName);
  return server === undefined ? [] : datasetsOf(server, names);
}

async function describeIngestion(
  db: Db,
  key: IngestionRunKey,
  secretKey: SecretKeys | undefined,
): Promise<DescribedRun | undefined> {
  const run = await findIngestionRun(db, key);
  if (!run) return undefined;
  const { startedAt, endedAt, outcome, message } = run;
  const integration = { ...key, id: run.integrationId };
  const inputs = outcome === 'SUCCESS' ? await foundDatasets(db, integration, secretKey) : [];
  const { processed, created, updated, deleted, unchanged, skipped } = run;
  return {
    runId: key.id,
    jobName: `ingestion.${run.integrationId}`,
    startedAt,
    ended: endOf(endedAt, outcome, outcome === 'FAILED' ? message : null),
    inputs,
    counts: { processed, created, updated, deleted, unchanged, skipped, inputs: inputs.length },
  };
}

/** The first datasets of an integration, whose platform its configuration names; a scan reads them, and writes none. */
async function foundDatasets(
  db: Db,
  key: IntegrationKey,
  secretKey: SecretKeys | undefined,
): Promise<Dataset[]> {
  const integration = await findIntegration(db, key);
  const sealed = await findSealedSettings(db, key);
  if (!integration || !sealed) return [];
  const { configuration } = openSettings(sealed, key, secretKey);
  const { source: type } = integration;
  const source = { ...configuration, type, server: key.id };
  const containers = containerKinds.map((kind) => `${type}_${kind}`);
  const paths = await listDatasetPaths(db, key, containers, maxDatasets);
  return paths.map((path) => datasetOfAsset(source, path));
}

function endOf(
  at: Date | null,
  outcome: string | null,
  error: string | null,
): DescribedRun['ended'] {
  if (at === null) return undefined;
  return { at, outcome: outcomes[outcome ?? ''] ?? 'ABORT', error: error ?? undefined };
}
