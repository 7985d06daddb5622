import type { Database, Db, Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { StoredDocument } from '../../db/tables/documents/documents.ts';
import { listTeamConnections } from '../../db/tables/organizations/team-connections.ts';
import { findTestEngine } from '../../db/tables/contract-tests/test-engines.ts';
import { listConnectionsOfContracts } from '../../db/views/contract-tests/contract-connections.ts';
import { findSettingsDocument } from '../../db/tables/organizations/settings-documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { insertTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { candidateContractId } from '../../domain/contract-branches/branch-id.ts';
import { featuresOf } from '../../domain/organizations/features.ts';
import { mayWrite } from '../../domain/organizations/permissions.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { newId } from '../../lib/ids.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';
import type { Reading } from '../reading.ts';
import { runOnStored } from '../tasks/run-task.ts';
import { testProblem } from './test-problem.ts';

export type StartContractTest = {
  dataContractId: string;
  /** The text to test instead of a stored one. */
  candidate?: Candidate | undefined;
  /** The branch to test instead of the contract itself. */
  branch?: TestedBranch | undefined;
  /** Key of the server in the contract; optional if there is only one. */
  server: string | undefined;
  /** Names of the configured credentials of this installation. */
  knownCredentials: ReadonlySet<string>;
  principal: Principal;
  requestId?: string | undefined;
  now: Date;
} & Reading;

/** The text of a branch, and the id under which its results are stored. */
export type TestedBranch = { branchContractId: string; revision: number; body: string };

/** A text that is not stored, and the team whose connections it uses. */
export type Candidate = { body: string; ownerId: string | undefined };

export type StartedTest = { testRunId: string; workId: string };

/**
 * Records a test run of the current contract, of one of its branches, or of a candidate, and its work. Refuses with `not_found`, `server_required`, `unknown_server`, or
 * `tests_not_configured` if the organization has switched tests off or credentials are missing.
 */
export async function startContractTest(
  database: Database,
  start: StartContractTest,
): Promise<StartedTest> {
  const { principal, dataContractId, reading } = start;
  if (!mayWrite(principal)) {
    refuse('permission_denied', `A key with scope '${principal.scope}' may only read.`);
  }
  const { knex } = reading;
  const { organizationId } = principal;
  const { revision, body } = start.candidate
    ? { ...start.candidate, revision: 0 }
    : (start.branch ?? (await readContract(knex, organizationId, dataContractId)));
  await assertTestsEnabled(knex, organizationId);
  const chosen = await runOnStored('chooseTestedServer', body, start.server);
  return transact(database, (tx) => requestTest(tx, start, { revision, ...chosen }));
}

type Tested = { revision: number; version: string; server: ContractServer };

async function requestTest(
  tx: Tx,
  start: StartContractTest,
  { revision, version, server }: Tested,
): Promise<StartedTest> {
  const { principal, dataContractId, now, candidate } = start;
  const { organizationId } = principal;
  await assertTestable(tx, start, server);
  const testRunId = newId();
  const workId = await requestWork(tx, {
    organizationId,
    kind: 'contract-tests',
    job: 'test-data-contract',
    key: testRunId,
    subjectId: dataContractId,
    payload: { testRunId, ...(candidate && { candidate: { ...candidate, dataContractId } }) },
    dueAt: now,
    now,
  });
  await insertTestRun(tx, {
    organizationId,
    id: testRunId,
    workId,
    dataContractId: candidate
      ? candidateContractId(dataContractId)
      : (start.branch?.branchContractId ?? dataContractId),
    dataContractRevision: revision,
    dataContractVersion: version,
    server: server.server,
    requestedBy: principal.name,
    now,
  });
  await recordEvent(tx, {
    organizationId,
    type: 'TestRunRequested',
    subjectKind: 'test-run',
    subjectId: testRunId,
    principal: principal.name,
    requestId: start.requestId,
    public: false,
    data: { dataContractId, server: server.server },
    now,
  });
  return { testRunId, workId };
}

/** No extra query for servers whose credentials are in the environment. */
async function assertTestable(
  tx: Tx,
  { principal: { organizationId }, dataContractId, candidate, knownCredentials }: StartContractTest,
  server: ContractServer,
): Promise<void> {
  if (testProblem(server, { knownCredentials, connections: [] }) === undefined) return;
  if (await findTestEngine(tx, organizationId)) return;
  const connections = candidate
    ? await listTeamConnections(tx, organizationId, candidate.ownerId ? [candidate.ownerId] : [])
    : await listConnectionsOfContracts(tx, organizationId, [dataContractId]);
  const problem = testProblem(server, { knownCredentials, connections });
  if (problem !== undefined) refuse('tests_not_configured', problem);
}

async function readContract(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredDocument> {
  const stored = await findDocument(db, { organizationId, kind: dataContract.name, id });
  return stored ?? refuseUnknownDocument(dataContract, id);
}

async function assertTestsEnabled(db: Db, organizationId: OrganizationId): Promise<void> {
  const features = await findSettingsDocument(db, { organizationId, name: 'features' });
  if (featuresOf(features?.body).dataContractTestsEnabled) return;
  refuse(
    'tests_not_configured',
    "The organization has switched contract tests off: set 'dataContractTestsEnabled' to true with PUT /api/organization/features.",
  );
}
