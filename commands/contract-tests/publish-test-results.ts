import type { Database, Db } from '../../db/connect.ts';
import { findRevisionDeclaring } from '../../db/tables/documents/revisions.ts';
import { findDocument, findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findTestResult, insertTestResult } from '../../db/tables/contract-tests/test-results.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import type { PublishedResults } from '../../domain/test-results/read-published-results.ts';
import type { Reading } from '../reading.ts';
import { runOnStored } from '../tasks/run-task.ts';
import { assertPermission } from '../assert-permission.ts';

export type PublishTestResults = {
  result: PublishedResults;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
  /** The branch that was tested; its results are stored under an id of their own. */
  branch?: PublishedBranch;
} & Reading;

export type PublishedBranch = { dataContractId: string; branchContractId: string; body: string };

/**
 * Stores results of a test that another engine ran; sending the same results again changes nothing. Requires the permission on
 * the contract's team, or on the team of the product whose port was tested. Refuses unknown contracts and servers with
 * `unknown_reference` and `unknown_server`, and different results under an existing id with `already_exists`.
 */
export async function publishTestResults(
  database: Database,
  publish: PublishTestResults,
): Promise<void> {
  const { result: sent, principal, now, reading, branch } = publish;
  const { organizationId } = principal;
  const result = branch ? { ...sent, dataContractId: branch.branchContractId } : sent;
  const tested = { ...sent, body: undefined, ...branch };
  const owners = await ownersOfTested(reading.knex, organizationId, tested);
  await assertPermission(reading.knex, principal, 'RESOURCES_EDIT', owners);
  const stored = await findTestResult(reading.knex, organizationId, result.id);
  if (stored) return assertSame(stored, result);
  const isNew = await transact(database, async (tx) => {
    const row = { ...result, organizationId, testRunId: undefined, now };
    if (!(await insertTestResult(tx, row))) return false;
    await recordEvent(tx, {
      organizationId,
      type: 'TestResultsCreatedEvent',
      subjectKind: 'test-results',
      subjectId: result.id,
      principal: principal.name,
      requestId: publish.requestId,
      public: true,
      data: { status: result.result },
      now,
    });
    return true;
  });
  if (isNew) return;
  await assertSame(await findTestResult(database.knex, organizationId, result.id), result);
}

async function assertSame(
  stored: { body: string | null } | undefined,
  { id, body }: PublishTestResults['result'],
): Promise<void> {
  const known = stored?.body ?? undefined;
  if (known !== undefined && (await runOnStored('isSameJson', known, body))) return;
  refuse(
    'already_exists',
    `Different test results with the id '${id}' already exist; use a unique id for each run.`,
  );
}

/** What was tested; `body` is the text of a branch. */
type TestedText = Pick<PublishedResults, 'dataContractId' | 'dataContractVersion' | 'server'> & {
  body: string | undefined;
};

/** Teams on which the permission is required: the owner of the contract, or of the product if one of its ports was tested. */
async function ownersOfTested(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, dataContractVersion, server, body }: TestedText,
): Promise<(string | undefined)[]> {
  const key = { organizationId, kind: 'data-contract', id: dataContractId };
  const { head } = await findHeadAndTeams(db, key, []);
  if (!head) {
    return refuse(
      'unknown_reference',
      `There is no data contract '${dataContractId}': publish it before its test results.`,
    );
  }
  const owner = [head.ownerId ?? undefined];
  if (server === undefined) return owner;
  const { isThere, known } = await findServer(db, key, { dataContractVersion, server, body });
  if (isThere) return owner;
  const port = await findPortOwner(db, organizationId, server);
  if (port) return [port.ownerId ?? undefined];
  return refuse(
    'unknown_server',
    `The data contract '${dataContractId}' has no server '${server}' in version ${dataContractVersion}: it has ${known ?? 'none'}; ` +
      "'<data product>/<output port>' is also possible.",
  );
}

/** Finds a server in the revision with the given version, else in the current revision. */
async function findServer(
  db: Db,
  key: DocumentKey,
  {
    dataContractVersion,
    server,
    body: branch,
  }: { dataContractVersion: string; server: string; body: string | undefined },
): Promise<{ isThere: boolean; known: string | undefined }> {
  const declaring = branch ?? (await findRevisionDeclaring(db, key, dataContractVersion));
  const body = declaring ?? (await findDocument(db, key))?.body ?? '{}';
  return runOnStored('findServerKey', body, server);
}

/** The owner of the product when the server is `<data product>/<output port>` and that port exists. */
async function findPortOwner(
  db: Db,
  organizationId: OrganizationId,
  server: string,
): Promise<{ ownerId: string | null } | undefined> {
  const slash = server.indexOf('/');
  if (slash < 1) return undefined;
  const key = { organizationId, kind: 'data-product', id: server.slice(0, slash) };
  const stored = await findDocument(db, key);
  if (!stored) return undefined;
  const name = server.slice(slash + 1);
  const { port } = await runOnStored('findPort', stored.body, name);
  if (port?.id !== name) return undefined;
  return (await findHeadAndTeams(db, key, [])).head;
}
