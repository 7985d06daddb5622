import type { Database } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import {
  deleteGitConnection as deleteRow,
  upsertGitConnection,
} from '../../db/tables/git/connections.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { readGitTarget } from '../../domain/git/connection.ts';
import { assertFileOf } from '../../domain/git/subject.ts';
import { newId } from '../../lib/ids.ts';
import { auditGit, documentKeyOf, getEditable, getGitConnection } from './connection-request.ts';
import type { GitConnectionRequest } from './connection-request.ts';
import { chooseGitCredential } from './resolve-credential.ts';
import { requestGitRun } from './start-git-run.ts';
import type { StartedGitRun } from './start-git-run.ts';

/**
 * Connects a document with a file, and requests a look at it. Refuses with `not_found`, `permission_denied`, `invalid_body`,
 * `git_credential_missing`, and with `already_exists` if the file is connected with another document.
 */
export async function putGitConnection(
  database: Database,
  request: GitConnectionRequest & { document: unknown },
): Promise<StartedGitRun> {
  const { principal, requestId, now } = request;
  const head = await getEditable(database.knex, request);
  const target = readGitTarget(request.document);
  assertFileOf(request.kind, target.path);
  const { organizationId } = principal;
  const owner = { organizationId, ownerId: head.ownerId };
  const credential = await chooseGitCredential(database.knex, owner, target);
  const key = documentKeyOf(request);
  const { address, branch, path } = target;
  const file = { repositoryUrl: address.url, branch, path };
  const credentialId = target.gitCredentialExternalId === undefined ? null : credential.id;
  const { type } = credential;
  const connection = { id: newId(), credentialId, type, host: address.host, ...file };
  try {
    return await transact(database, async (tx) => {
      const written = { ...connection, principal: principal.name, now };
      const connectionId = await upsertGitConnection(tx, key, written);
      const cause = { principal: principal.name, requestId, now };
      await auditGit(tx, key, cause, { type: 'GitConnectionUpdated', data: file });
      return requestGitRun(tx, key, { connectionId, action: 'check', ...cause });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'git_connections_file_once') throw error;
    return refuse(
      'already_exists',
      'This file of this branch is connected with another document or ontology: a file belongs to one of them.',
    );
  }
}

/** Ends the connection; document and file stay. Refuses with `not_found` and `permission_denied`. */
export async function deleteGitConnection(
  database: Database,
  request: GitConnectionRequest,
): Promise<void> {
  const { principal, requestId, now } = request;
  await getEditable(database.knex, request);
  const key = documentKeyOf(request);
  await transact(database, async (tx) => {
    const { repositoryUrl, branch, path } = await getGitConnection(tx, request);
    if (!(await deleteRow(tx, key))) return;
    const cause = { principal: principal.name, requestId, now };
    const data = { repositoryUrl, branch, path };
    await auditGit(tx, key, cause, { type: 'GitConnectionDeleted', data });
  });
}
