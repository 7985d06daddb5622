import type { Database } from '../../../db/connect.ts';
import { deleteGitCredential as deleteRow } from '../../../db/tables/git/credentials.ts';
import { transact } from '../../../db/transact.ts';
import {
  assertMayEditCredentials,
  auditGitCredential,
  getGitCredential,
} from './credential-request.ts';
import type { GitCredentialsRequest } from './credential-request.ts';

/** Deletes a Git credential with its token. Refuses with `not_found` and `permission_denied`. */
export async function deleteGitCredential(
  database: Database,
  id: string,
  request: GitCredentialsRequest,
): Promise<void> {
  const { organizationId } = request.principal;
  await assertMayEditCredentials(database.knex, request);
  await transact(database, async (tx) => {
    const found = await getGitCredential(tx, request, id);
    if (!(await deleteRow(tx, { organizationId, id: found.id }))) return;
    await auditGitCredential(tx, 'GitCredentialDeleted', request, found);
  });
}
