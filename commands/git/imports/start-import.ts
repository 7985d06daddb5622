import type { Database } from '../../../db/connect.ts';
import { findConnectedDocument } from '../../../db/tables/git/connections.ts';
import { insertGitImport } from '../../../db/tables/git/imports.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { refuse } from '../../../domain/errors.ts';
import type { GitTarget } from '../../../domain/git/connection.ts';
import { describeSubject } from '../../../domain/git/subject.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { mayWrite } from '../../../domain/organizations/permissions.ts';
import type { Principal } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import { auditImport } from './audit-import.ts';
import { chooseImportCredential } from './choose-import-credential.ts';

/** A requested import with its work. */
export type StartedImport = { importId: string; workId: string };

type ImportRequest = {
  kind: DocumentKind;
  target: GitTarget;
  /** True for the path of one file, which is imported and connected; false for a pattern. */
  single: boolean;
  preview: boolean;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/**
 * Requests an import of files as new documents. Refuses with `permission_denied`, `not_found`, `git_credential_missing`, and with
 * `already_exists` if the one file is connected already.
 */
export async function startImport(
  database: Database,
  { kind, target, single, preview, principal, requestId, now }: ImportRequest,
): Promise<StartedImport> {
  if (!mayWrite(principal)) {
    refuse('permission_denied', `A key with scope '${principal.scope}' may only read.`);
  }
  const { organizationId } = principal;
  const { address, branch, path, gitCredentialExternalId } = target;
  const file = { repositoryUrl: address.url, branch, path };
  const { knex } = database;
  const credential = await chooseImportCredential(knex, principal, target);
  const connected = single && (await findConnectedDocument(knex, organizationId, file));
  if (connected) {
    const document = describeSubject(connected);
    refuse('already_exists', `This file of this branch is connected with the ${document}.`);
  }
  const { id: credentialId, type, host } = credential;
  const named = gitCredentialExternalId !== undefined;
  const [id, workId] = [newId(), newId()];
  const by = { principal: principal.name, requestId: requestId ?? null };
  const asked = { id, workId, kind: kind.name, single, preview, credentialId, named, type, host };
  await transact(database, async (tx) => {
    await insertGitImport(tx, organizationId, { ...asked, ...file, ...by }, now);
    const step = { type: 'GitImportRequested', ...by, now } as const;
    await auditImport(tx, organizationId, { ...asked, ...file }, step);
    await requestWork(tx, {
      id: workId,
      organizationId,
      kind: 'git',
      job: 'import-files',
      key: id,
      subjectId: address.host,
      payload: { importId: id },
      dueAt: now,
      now,
    });
  });
  return { importId: id, workId };
}
