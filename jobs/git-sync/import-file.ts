import { compareAhead } from '../../commands/documents/content-difference.ts';
import { putOnce } from '../../commands/documents/put-document.ts';
import type { PutDocument } from '../../commands/documents/put-request.ts';
import { readImportRecord } from '../../commands/documents/read-import-record.ts';
import { auditGit } from '../../commands/git/connection-request.ts';
import { chooseGitCredential } from '../../commands/git/resolve-credential.ts';
import { GitError } from '../../connectors/git/git-error.ts';
import type { GitFile, ListedPath } from '../../connectors/git/read-tree.ts';
import type { Repository } from '../../connectors/git/repository.ts';
import type { Tx } from '../../db/connect.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { lockDocument } from '../../db/tables/documents/locks.ts';
import { updateGitSynced, upsertGitConnection } from '../../db/tables/git/connections.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { insertImportFile } from '../../db/tables/git/imports.ts';
import type { GitImport, GitImportFile } from '../../db/tables/git/imports.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import { Refusal } from '../../domain/errors.ts';
import { formatOf } from '../../domain/git/connection.ts';
import type { FileVerdict } from '../../domain/git/import.ts';
import type { RepositoryAddress } from '../../domain/git/repository.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import type { JobContext } from '../define-job.ts';
import { otherKind, refusalOf, refusedAs } from './refused-file.ts';

/** One attempt of an import. */
export type Importing = {
  context: JobContext;
  organizationId: OrganizationId;
  asked: GitImport;
  principal: Principal;
  address: RepositoryAddress;
  repository: Repository;
  /** Ids of the documents of earlier files of this import. */
  ids: Set<string>;
};

/** Ends the transaction of a preview without its effects. */
class RolledBack extends Error {}

/** Ends the transaction of a file whose document exists. */
class StoredAlready extends Error {
  readonly verdict: 'CHANGED' | 'UNCHANGED';

  constructor(verdict: 'CHANGED' | 'UNCHANGED', message: string) {
    super(message);
    this.verdict = verdict;
  }
}

/** Stores the document of one file with its connection, or why it was refused. */
export async function importFile(
  importing: Importing,
  { path, isFile }: ListedPath,
): Promise<void> {
  const { context, organizationId, asked, ids } = importing;
  const key = { organizationId, id: asked.id };
  const read = isFile
    ? await readFile(importing, path)
    : refusedAs(path, 'git_refused', 'It is a symbolic link or a submodule, and no file.');
  if ('verdict' in read) {
    await context.fenced((tx) => insertImportFile(tx, key, read));
    return;
  }
  const judged = await store(importing, read);
  if (judged.verdict === 'NEW') ids.add(read.put.id);
  if (judged.verdict === 'IMPORTED') return;
  await context.fenced((tx) => insertImportFile(tx, key, judged));
}

type Read = { file: GitFile; put: PutDocument };

async function readFile(
  { repository, asked, context, principal }: Importing,
  path: string,
): Promise<Read | GitImportFile> {
  try {
    const file = await repository.read(path);
    if (file === undefined) return refusedAs(path, 'git_refused', 'The file does not exist.');
    const now = context.clock.now();
    const { deprecatedFormatsUntil } = context.settings;
    const facts = { now, deprecatedFormatsUntil };
    const record = await readImportRecord(Buffer.from(file.text), formatOf(path), facts);
    const { id = null, resource } = record;
    const kind = kindNamed(asked.kind);
    if (resource !== kind.collection) return otherKind(path, kind, record);
    if (!('content' in record)) return { ...refusalOf(path, record.error), documentId: id };
    const preconditions = { ifMatch: undefined, mustBeNew: false };
    const by = { principal, requestId: asked.requestId ?? undefined, now };
    return { file, put: { kind, id: id ?? '', content: record.content, preconditions, ...by } };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return refusedAs(path, 'git_refused', error.message);
  }
}

async function store(importing: Importing, read: Read): Promise<GitImportFile> {
  const { context, asked, ids } = importing;
  const { put, file } = read;
  const { path } = file;
  const documentId = put.id;
  const exists = (message: string, verdict: FileVerdict = 'EXISTS'): GitImportFile => {
    return { path, verdict, documentId, code: 'already_exists', message };
  };
  if (ids.has(documentId)) return exists('Another file of this import has the same id.');
  try {
    await compareAhead(context.database, put);
    await context.fenced(async (tx) => {
      await storeLocked(tx, importing, read);
      if (asked.preview) throw new RolledBack();
    });
    ids.add(documentId);
    return { path, verdict: 'IMPORTED', documentId, code: null, message: null };
  } catch (error) {
    if (error instanceof RolledBack) {
      return { path, verdict: 'NEW', documentId, code: null, message: null };
    }
    if (violatedConstraint(error) === 'git_connections_file_once') {
      return exists('The file is connected with another document.');
    }
    if (error instanceof StoredAlready) return exists(error.message, error.verdict);
    if (error instanceof Refusal && error.code === 'already_exists') return exists(error.message);
    return { ...refusalOf(path, error), documentId };
  }
}

async function storeLocked(tx: Tx, importing: Importing, { put, file }: Read): Promise<void> {
  const { context, organizationId, asked, address } = importing;
  const { kind, id, content, principal } = put;
  const { path } = file;
  const key = { organizationId, kind: kind.name, id };
  await lockDocument(tx, key);
  const before = await findHeadAndTeams(tx, key, []);
  if (before.head) {
    const isSame = before.head.contentHash.toString('hex') === content.contentHash;
    const state = isSame ? 'equals the file' : 'differs from it';
    throw new StoredAlready(
      isSame ? 'UNCHANGED' : 'CHANGED',
      `There is a ${kind.title} '${id}' already, which ${state}: connect it with the file by PUT /api/${kind.collection}/{id}/gitconnection.`,
    );
  }
  const written = await putOnce(tx, put);
  if (written === undefined) throw new Error('the document was written concurrently');
  const { head } = await findHeadAndTeams(tx, key, []);
  const { type, host, repositoryUrl, branch, named } = asked;
  const owner = { organizationId, ownerId: head?.ownerId ?? null };
  const target = { address, branch, path, gitConnectionType: type };
  const usable = await chooseGitCredential(
    tx,
    owner,
    target,
    named ? asked.credentialId : undefined,
  );
  const credentialId = named ? usable.id : null;
  const connection = { id: newId(), credentialId, type, host, repositoryUrl, branch, path };
  const now = context.clock.now();
  const connectionId = await upsertGitConnection(tx, key, {
    ...connection,
    principal: principal.name,
    now,
  });
  const synced = { blob: file.blob, hash: content.contentHash };
  await updateGitSynced(tx, { organizationId, id: connectionId }, synced, now);
  const cause = { principal: principal.name, requestId: put.requestId, now };
  const data = { repositoryUrl, branch, path };
  await auditGit(tx, key, cause, { type: 'GitConnectionUpdated', data });
  const verdict = { path, verdict: 'IMPORTED', documentId: id, code: null, message: null } as const;
  await insertImportFile(tx, { organizationId, id: asked.id }, verdict);
  signalAfterCommit(tx, 'events_recorded');
}
