import type { Database, Db } from '../../db/connect.ts';
import { findRevisionDeclaring } from '../../db/tables/document-revisions.ts';
import { findDocument, findHeadAndTeams } from '../../db/tables/documents.ts';
import type { DocumentKey } from '../../db/tables/documents.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { findTestResult, insertTestResult } from '../../db/tables/test-results.ts';
import type { NewTestResult } from '../../db/tables/test-results.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { outputPortNames } from '../../domain/output-ports.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { objectOf, objectsOf, textOf } from '../../domain/standards/json-value.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';
import { canonicalJson } from '../../lib/json.ts';
import { assertPermission } from '../documents/assert-permission.ts';

export type PublishTestResults = {
  result: Omit<NewTestResult, 'organizationId' | 'testRunId' | 'now' | 'body'> & { body: string };
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/**
 * Stores results of a test that somebody else ran; the same ones again change nothing. Asks for the permission on
 * the contract's team, or on that of the product whose port was tested. Refuses unknown contracts and servers with
 * `unknown_reference` and `unknown_server`, and other results under an id that is taken with `already_exists`.
 */
export async function publishTestResults(
  database: Database,
  publish: PublishTestResults,
): Promise<void> {
  const { result, principal, now } = publish;
  const { organizationId } = principal;
  const owners = await ownersOfTested(database.knex, organizationId, result);
  await assertPermission(database.knex, principal, 'RESOURCES_EDIT', owners);
  await transact(database, async (tx) => {
    const row = { ...result, organizationId, testRunId: undefined, now };
    if (!(await insertTestResult(tx, row))) return assertSame(tx, organizationId, result);
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
  });
}

async function assertSame(
  db: Db,
  organizationId: OrganizationId,
  { id, body }: PublishTestResults['result'],
): Promise<void> {
  const stored = await findTestResult(db, organizationId, id);
  const known = stored?.body ?? undefined;
  if (known !== undefined && canonicalJson(JSON.parse(known)) === canonicalJson(JSON.parse(body))) {
    return;
  }
  refuse(
    'already_exists',
    `There are other test results with the id '${id}'; give each run an id of its own.`,
  );
}

/** Owning teams on which the permission counts: of the contract, or of the product when one of its ports was tested. */
async function ownersOfTested(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, dataContractVersion, server }: PublishTestResults['result'],
): Promise<(string | undefined)[]> {
  const key = { organizationId, kind: 'data-contract', id: dataContractId };
  const { head } = await findHeadAndTeams(db, key, []);
  if (!head) {
    return refuse(
      'unknown_reference',
      `There is no data contract '${dataContractId}': publish it before its test results.`,
    );
  }
  const keys = server === undefined ? [] : await listServerKeys(db, key, dataContractVersion);
  if (server === undefined || keys.includes(server)) return [head.ownerId ?? undefined];
  const port = await findPortOwner(db, organizationId, server);
  if (port) return [port.ownerId ?? undefined];
  const known = keys.length > 0 ? `it has '${keys.join("', '")}'` : 'it has none';
  return refuse(
    'unknown_server',
    `The data contract '${dataContractId}' has no server '${server}' in version ${dataContractVersion}: ${known}; ` +
      "'<data product>/<output port>' is possible too.",
  );
}

/** Keys of the servers in the revision that declares the version, else in the current one. */
async function listServerKeys(db: Db, key: DocumentKey, version: string): Promise<string[]> {
  const declaring = await findRevisionDeclaring(db, key, version);
  const body = declaring ?? (await findDocument(db, key))?.body ?? '{}';
  return serverKeys(JSON.parse(body));
}

/** Keys of a contract's servers: a list in ODCS, a map in the older specification. */
function serverKeys(contract: JsonObject): string[] {
  const { servers } = contract;
  const map = objectOf(servers);
  if (map) return Object.keys(map);
  return objectsOf(servers)
    .map(({ server }) => textOf(server))
    .filter((server) => server !== undefined);
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
  if (!outputPortNames(JSON.parse(stored.body)).includes(server.slice(slash + 1))) return undefined;
  return (await findHeadAndTeams(db, key, [])).head;
}
