import type { RefusalCode } from '../../../domain/errors.ts';
import type { FileVerdict } from '../../../domain/git/import.ts';
import type { GitType } from '../../../domain/git/git-hosts.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { progressColumns, readsOf, writesOf } from './progress.ts';
import type { GitProgress, GitTaskKey } from './progress.ts';

/** A requested import of files as new documents; `outcome` is null while it is going on. */
export type GitImport = GitProgress & {
  id: string;
  workId: string;
  kind: string;
  single: boolean;
  preview: boolean;
  credentialId: string;
  named: boolean;
  /** Id of the named credential for API clients. */
  credentialExternalId: string | null;
  type: GitType;
  host: string;
  repositoryUrl: string;
  branch: string;
  path: string;
  principal: string;
  requestId: string | null;
};

export type NewGitImport = Omit<GitImport, keyof GitProgress | 'credentialExternalId'>;

const insert = {
  name: 'git-imports-insert',
  text: `insert into git_imports (organization_id, id, work_id, kind, single, preview, credential_id, named, type, host,
      repository_url, branch, path, principal, request_id, phase, requested_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'queued', $16)`,
};

/** Records a requested import. */
export async function insertGitImport(
  tx: Tx,
  organizationId: OrganizationId,
  asked: NewGitImport,
  now: Date,
): Promise<void> {
  const { id, workId, kind, single, preview, credentialId, named, type, host } = asked;
  const { repositoryUrl, branch, path, principal, requestId } = asked;
  const how = [id, workId, kind, single, preview, credentialId, named, type, host];
  const what = [repositoryUrl, branch, path, principal, requestId];
  await runStatement(tx, insert, [organizationId, ...how, ...what, now]);
}

const columns = `id, work_id as "workId", kind, single, preview, credential_id as "credentialId", named, type, host,
  repository_url as "repositoryUrl", branch, path, principal, request_id as "requestId", ${progressColumns},
  (select c.external_id from git_credentials c where git_imports.named and c.organization_id = git_imports.organization_id
    and c.id = git_imports.credential_id) as "credentialExternalId"`;

const reads = readsOf<GitImport>('git_imports', columns);
const writes = writesOf('git_imports');

/** The import with this id. */
export const findGitImport = reads.find;
/** The import of a piece of work. */
export const findGitImportOfWork = reads.findOfWork;
/** Stores the phase of an open import with a line of its log. */
export const updateImportProgress = writes.progress;
/** Ends an open import; false if it has ended already. */
export const updateImportEnd = writes.end;
/** Deletes imports that ended before this time, with their verdicts; returns their number, at most `limit`. */
export const deleteOldGitImports = writes.deleteOld;

/** A file of an import with its verdict. */
export type GitImportFile = {
  path: string;
  verdict: FileVerdict;
  documentId: string | null;
  code: RefusalCode | null;
  message: string | null;
};

const insertFile = {
  name: 'git-import-files-insert',
  text: `insert into git_import_files (organization_id, import_id, path, verdict, document_id, code, message)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Stores the verdict on a file. */
export async function insertImportFile(
  tx: Tx,
  { organizationId, id }: GitTaskKey,
  { path, verdict, documentId, code, message }: GitImportFile,
): Promise<void> {
  const values = [organizationId, id, path, verdict, documentId, code, message];
  await runStatement(tx, insertFile, values);
}

const listFiles = {
  name: 'git-import-files-list',
  text: `select path, verdict, document_id as "documentId", code, message from git_import_files
    where organization_id = $1 and import_id = $2 and ($3::text is null or path > $3) and ($5::text is null or verdict = $5)
    order by path limit $4`,
};

/** Files of an import in the order of their paths. */
export function listImportFiles(
  db: Db,
  { organizationId, id }: GitTaskKey,
  { after, limit, verdict }: { after?: string; limit: number; verdict?: FileVerdict },
): Promise<GitImportFile[]> {
  return runStatement<GitImportFile>(db, listFiles, [organizationId, id, after, limit, verdict]);
}

const countFiles = {
  name: 'git-import-files-count',
  text: `select verdict, count(*)::int as count from git_import_files
    where organization_id = $1 and import_id = $2 group by verdict`,
};

/** Numbers of files by verdict. */
export async function countImportFiles(
  db: Db,
  { organizationId, id }: GitTaskKey,
): Promise<Partial<Record<FileVerdict, number>>> {
  const rows = await runStatement<{ verdict: FileVerdict; count: number }>(db, countFiles, [
    organizationId,
    id,
  ]);
  return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count]));
}
