import type { Static } from '@sinclair/typebox';
import type { Database, Db } from '../../db/connect.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { findTestResult } from '../../db/tables/contract-tests/test-results.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { TestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import type {
  testResultHeadSchema,
  testRunSchema,
} from '../schemas/contract-tests/test-results.ts';

type TestProgress = { done: number; total: number; table?: string };

type NamedTestRun = TestRun & { requestedByName: string | null };

/** Adds the names of the people and keys that requested the runs; all names are read at once. */
export async function nameTestRuns(
  db: Db,
  organizationId: OrganizationId,
  runs: readonly TestRun[],
): Promise<NamedTestRun[]> {
  if (runs.length === 0) return [];
  const principals = runs.map(({ requestedBy }) => requestedBy);
  const names = await listPrincipalNames(db, organizationId, principals);
  return runs.map((run) => ({ ...run, requestedByName: names.get(run.requestedBy) ?? null }));
}

/** A test run in the form of the API. */
export function presentTestRun(run: NamedTestRun): Static<typeof testRunSchema> {
  return {
    id: run.id,
    dataContractId: run.dataContractId,
    dataContractVersion: run.dataContractVersion,
    server: run.server,
    state: stateOf(run),
    requestedAt: run.requestedAt.toISOString(),
    requestedBy: run.requestedBy,
    requestedByName: run.requestedByName,
    trigger: run.trigger,
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    attempt: run.attempt,
    progress: run.progress === null ? null : (JSON.parse(run.progress) as TestProgress),
    error: run.error,
    testResultId: run.testResultId,
  };
}

/** The outcome decides after the end of the run; before, the state of its work. */
function stateOf(run: TestRun): 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' {
  if (run.outcome === 'COMPLETED') return 'DONE';
  return run.outcome ?? (run.workState === 'RUNNING' ? 'RUNNING' : 'QUEUED');
}

/** Reads a test run with the name of the person who requested it. Refuses with `not_found`. */
export async function getTestRun(
  { knex }: Database,
  organizationId: OrganizationId,
  id: string,
): Promise<NamedTestRun> {
  const run = isUuid(id) ? await findTestRun(knex, organizationId, id) : undefined;
  const [named] = await nameTestRuns(knex, organizationId, run ? [run] : []);
  return named ?? refuse('not_found', `There is no test run with the id '${id}'.`);
}

type Head = Static<typeof testResultHeadSchema>;
type StoredHead = Omit<Head, 'timestampStart' | 'timestampEnd'> & {
  timestampStart: Date;
  timestampEnd: Date;
};

/** The members of a result in lists. */
export function presentTestResultHead(result: StoredHead): Head {
  const { checkCount, failedChecks } = result;
  return { ...presentHead(result), checkCount, failedChecks };
}

function presentHead(result: StoredHead): Omit<Head, 'checkCount' | 'failedChecks'> {
  const { id, dataContractId, dataContractVersion, server, timestampStart, timestampEnd } = result;
  return {
    id,
    dataContractId,
    dataContractVersion,
    server,
    timestampStart: timestampStart.toISOString(),
    timestampEnd: timestampEnd.toISOString(),
    result: result.result,
  };
}

/** A complete result as JSON text (checks and logs are passed through as stored). Refuses with `not_found`. */
export async function getTestResultText(
  database: Database,
  organizationId: OrganizationId,
  id: string,
): Promise<string> {
  const found = await findTestResult(database.knex, organizationId, id);
  if (!found) return refuse('not_found', `There are no test results with the id '${id}'.`);
  if (found.body !== null) return found.body;
  const head = JSON.stringify(presentHead(found));
  return `${head.slice(0, -1)},"checks":${found.checks},"logs":${found.logs}}`;
}
