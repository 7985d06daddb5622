import type { Db } from '../../db/connect.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { findPastDocument } from '../../db/tables/documents/revisions.ts';
import { findIngestionRun } from '../../db/tables/ingestion/runs.ts';
import { datasetsOf } from '../../domain/open-lineage/run-event.ts';
import type { Dataset, DescribedRun } from '../../domain/open-lineage/run-event.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';
import { normaliseContract } from '../../domain/standards/normalise-contract.ts';

export type RunSort = 'test' | 'ingestion';

const outcomes: Readonly<Record<string, 'COMPLETE' | 'FAIL'>> = {
  COMPLETED: 'COMPLETE',
  SUCCESS: 'COMPLETE',
  FAILED: 'FAIL',
};

/** A contract test or an ingestion run as OpenLineage describes it; undefined if it was deleted. */
export function describeRun(
  db: Db,
  organizationId: OrganizationId,
  sort: RunSort,
  runId: string,
): Promise<DescribedRun | undefined> {
  return sort === 'test'
    ? describeTest(db, organizationId, runId)
    : describeIngestion(db, organizationId, runId);
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
  organizationId: OrganizationId,
  runId: string,
): Promise<DescribedRun | undefined> {
  const run = await findIngestionRun(db, { organizationId, id: runId });
  if (!run) return undefined;
  const { startedAt, endedAt, outcome, message } = run;
  return {
    runId,
    jobName: `ingestion.${run.integrationId}`,
    startedAt,
    ended: endOf(endedAt, outcome, outcome === 'FAILED' ? message : null),
    inputs: [],
  };
}

function endOf(
  at: Date | null,
  outcome: string | null,
  error: string | null,
): DescribedRun['ended'] {
  if (at === null) return undefined;
  return { at, outcome: outcomes[outcome ?? ''] ?? 'ABORT', error: error ?? undefined };
}
