import type { RefusalCode } from '../../../domain/errors.ts';
import type { FileVerdict } from '../../../domain/git/import.ts';
import type { GitType } from '../../../domain/git/git-hosts.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { GitLogLine, GitPhase, GitRunEnd } from './runs.ts';

export type GitImportKey = { organizationId: OrganizationId; id: string };

/** A requested import of files as new documents; `outcome` is null while it is going on. */
export type GitImport = {
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
  phase: GitPhase;
  log: GitLogLine[];
  requestedAt: Date;
  endedAt: Date | null;
  outcome: GitRunEnd['outcome'] | null;
  code: RefusalCode | null;
  message: string | null;
  commit: string | null;
};

export type NewGitImport = Omit<
  GitImport,
  | 'credentialExternalId'
  | 'phase'
  | 'log'
  | 'requestedAt'
  | 'endedAt'
  | 'outcome'
  | 'code'
  | 'message'
  | 'commit'
>;

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
  repository_url as "repositoryUrl", branch, path, principal, request_id as "requestId", phase, log,
  requested_at as "requestedAt", ended_at as "endedAt", outcome, code, message, commit,
  (select c.external_id from git_credentials c where git_imports.named and c.organization_id = git_imports.organization_id
    and c.id = git_imports.credential_id) as "credentialExternalId"`;

const find = {
  name: 'git-imports-find',
  text: `select ${columns} from git_imports where organization_id = $1 and id = $2`,
};

/** The import with this id. */
export async function findGitImport(db: Db, key: GitImportKey): Promise<GitImport | undefined> {
  const [row] = await runStatement<GitImport>(db, find, [key.organizationId, key.id]);
  return row;
}

const findOfWork = {
  name: 'git-imports-find-of-work',
  text: `select ${columns} from git_imports where organization_id = $1 and work_id = $2`,
};

/** The import of a piece of work. */
export async function findGitImportOfWork(
  db: Db,
  organizationId: OrganizationId,
  workId: string,
): Promise<GitImport | undefined> {
  const [row] = await runStatement<GitImport>(db, findOfWork, [organizationId, workId]);
  return row;
}

const progress = {
  name: 'git-imports-progress',
  text: `update git_imports set phase = $3, log = case when jsonb_array_length(log) < 100 then log || $4::jsonb else log end
    where organization_id = $1 and id = $2 and ended_at is null`,
};

/** Stores the phase of an open import with a line of its log. */
export async function updateImportProgress(
  tx: Tx,
  { organizationId, id }: GitImportKey,
  phase: GitPhase,
  line: GitLogLine,
): Promise<void> {
  await runStatement(tx, progress, [organizationId, id, phase, JSON.stringify([line])]);
}

const end = {
  name: 'git-imports-end',
  text: `update git_imports set phase = 'ended', ended_at = $3, outcome = $4, code = $5, message = $6, commit = $7
    where organization_id = $1 and id = $2 and ended_at is null returning 1`,
};

/** Ends an open import; false if it has ended already. */
export async function updateImportEnd(
  tx: Tx,
  { organizationId, id }: GitImportKey,
  { outcome, code, message, commit }: GitRunEnd,
  now: Date,
): Promise<boolean> {
  const values = [organizationId, id, now, outcome, code, message, commit];
  return (await runStatement(tx, end, values)).length === 1;
}

const removeOld = {
  name: 'git-imports-delete-old',
  text: `delete from git_imports where (organization_id, id) in (
    select organization_id, id from git_imports where ended_at < $1 limit $2) returning 1`,
};

/** Deletes imports that ended before this time, with their verdicts; returns their number, at most `limit`. */
export async function deleteOldGitImports(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await runStatement(tx, removeOld, [before, limit])).length;
}

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
  { organizationId, id }: GitImportKey,
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
  { organizationId, id }: GitImportKey,
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
  { organizationId, id }: GitImportKey,
): Promise<Partial<Record<FileVerdict, number>>> {
  const rows = await runStatement<{ verdict: FileVerdict; count: number }>(db, countFiles, [
    organizationId,
    id,
  ]);
  return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count]));
}
