import type { Tx } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents.ts';
import type { StoredDocument } from '../../db/tables/documents.ts';
import { findTestEngine } from '../../db/tables/test-engines.ts';
import { listConnectionsOfContracts } from '../../db/views/contract-connections.ts';
import { findSettingsDocument } from '../../db/tables/settings-documents.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { insertTestRun } from '../../db/tables/test-runs.ts';
import { requestWork } from '../../db/tables/work.ts';
import { refuse } from '../../domain/errors.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { featuresOf } from '../../domain/organization-features.ts';
import { mayWrite } from '../../domain/permissions.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../domain/standards/odcs/normalise.ts';
import { newId } from '../../lib/ids.ts';
import { refuseUnknownDocument } from '../documents/refuse-unknown-document.ts';
import { chooseServer, testProblem } from './choose-server.ts';

export type StartContractTest = {
  dataContractId: string;
  /** Key of the server in the contract; may be left out when there is only one. */
  server: string | undefined;
  /** Names of the credentials that this installation has. */
  knownCredentials: ReadonlySet<string>;
  principal: Principal;
  requestId?: string | undefined;
  now: Date;
};

export type StartedTest = { testRunId: string; workId: string };

/**
 * Records a test run of the contract as it is now and the work that does it. Refuses with `not_found`,
 * `server_required`, `unknown_server`, or `tests_not_configured` when the organization has switched tests off or
 * credentials are missing (decisions §4).
 */
export async function startContractTest(tx: Tx, start: StartContractTest): Promise<StartedTest> {
  const { principal, dataContractId, now } = start;
  if (!mayWrite(principal)) {
    refuse('permission_denied', `A key with scope '${principal.scope}' may only read.`);
  }
  const { organizationId } = principal;
  const stored = await readContract(tx, organizationId, dataContractId);
  const model = normaliseContract(JSON.parse(stored.body));
  const server = chooseServer(model.servers, start.server);
  await assertTestable(tx, start, server);
  const testRunId = newId();
  const workId = await requestWork(tx, {
    organizationId,
    kind: 'contract-tests',
    job: 'test-data-contract',
    key: testRunId,
    subjectId: dataContractId,
    payload: { testRunId },
    dueAt: now,
    now,
  });
  await insertTestRun(tx, {
    organizationId,
    id: testRunId,
    workId,
    dataContractId,
    dataContractRevision: stored.revision,
    dataContractVersion: model.version,
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

/** Costs nothing more for servers that the environment has credentials for. */
async function assertTestable(
  tx: Tx,
  { principal: { organizationId }, dataContractId, knownCredentials }: StartContractTest,
  server: ContractServer,
): Promise<void> {
  if (testProblem(server, { knownCredentials, connections: [] }) === undefined) return;
  if (await findTestEngine(tx, organizationId)) return;
  const connections = await listConnectionsOfContracts(tx, organizationId, [dataContractId]);
  const problem = testProblem(server, { knownCredentials, connections });
  if (problem !== undefined) refuse('tests_not_configured', problem);
}

async function readContract(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<StoredDocument> {
  const stored = await findDocument(tx, { organizationId, kind: 'data-contract', id });
  if (!stored) return refuseUnknownDocument(dataContract, id);
  const features = await findSettingsDocument(tx, { organizationId, name: 'features' });
  if (featuresOf(features?.body).dataContractTestsEnabled) return stored;
  return refuse(
    'tests_not_configured',
    "The organization has switched contract tests off: set 'dataContractTestsEnabled' to true with PUT /api/organization/features.",
  );
}
