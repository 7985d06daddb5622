import type { GitType } from '../../../domain/git/git-hosts.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentKey } from '../documents/documents.ts';

export type GitConnectionKey = { organizationId: OrganizationId; id: string };

/** The file of a document or an ontology in a repository. */
export type GitConnectionTarget = {
  credentialId: string | null;
  type: GitType;
  host: string;
  repositoryUrl: string;
  branch: string;
  path: string;
};

/** A connection, with what is known of its file, and the current content of its document; `documentId` of an ontology is its namespace. */
export type GitConnection = GitConnectionTarget & {
  id: string;
  kind: string;
  documentId: string;
  credentialExternalId: string | null;
  syncedBlob: string | null;
  syncedHash: string | null;
  pushedBlob: string | null;
  pushedHash: string | null;
  remoteBlob: string | null;
  remoteHash: string | null;
  problem: string | null;
  checkedAt: Date | null;
  /** Null for a namespace without an ontology. */
  localHash: string | null;
  ownerId: string | null;
};

const columns = `c.id, c.kind, c.document_id as "documentId", c.credential_id as "credentialId", c.type, c.host,
  c.repository_url as "repositoryUrl", c.branch, c.path, c.synced_blob as "syncedBlob", c.synced_hash as "syncedHash",
  c.pushed_blob as "pushedBlob", c.pushed_hash as "pushedHash",
  c.remote_blob as "remoteBlob", c.remote_hash as "remoteHash", c.problem, c.checked_at as "checkedAt",
  g.external_id as "credentialExternalId", encode(coalesce(d.content_hash, n.content_hash), 'hex') as "localHash",
  coalesce(d.owner_id, n.owner_id) as "ownerId"`;

const joined = `from git_connections c
  left join documents d on d.organization_id = c.organization_id and d.kind = c.kind and d.id = c.connected_document_id
  left join namespaces n on n.organization_id = c.organization_id and n.id = c.namespace_id
  left join git_credentials g on g.organization_id = c.organization_id and g.id = c.credential_id`;

const find = {
  name: 'git-connections-find',
  text: `select ${columns} ${joined} where c.organization_id = $1 and c.kind = $2 and c.document_id = $3`,
};

/** The connection of a document. */
export async function findGitConnection(
  db: Db,
  { organizationId, kind, id }: DocumentKey,
): Promise<GitConnection | undefined> {
  const [row] = await runStatement<GitConnection>(db, find, [organizationId, kind, id]);
  return row;
}

const findById = {
  name: 'git-connections-find-by-id',
  text: `select ${columns} ${joined} where c.organization_id = $1 and c.id = $2`,
};

/** The connection with this id; it ends with its document. */
export async function findGitConnectionById(
  db: Db,
  { organizationId, id }: GitConnectionKey,
): Promise<GitConnection | undefined> {
  const [row] = await runStatement<GitConnection>(db, findById, [organizationId, id]);
  return row;
}

const findByFile = {
  name: 'git-connections-find-by-file',
  text: `select kind, document_id as id from git_connections
    where organization_id = $1 and repository_url = $2 and branch = $3 and path = $4`,
};

/** The document that is connected with a file. */
export async function findConnectedDocument(
  db: Db,
  organizationId: OrganizationId,
  { repositoryUrl, branch, path }: Pick<GitConnectionTarget, 'repositoryUrl' | 'branch' | 'path'>,
): Promise<{ kind: string; id: string } | undefined> {
  const values = [organizationId, repositoryUrl, branch, path];
  const [row] = await runStatement<{ kind: string; id: string }>(db, findByFile, values);
  return row;
}

const lock = {
  name: 'git-connections-lock',
  text: `select repository_url as "repositoryUrl", branch, path from git_connections
    where organization_id = $1 and id = $2 for update`,
};

/** Locks the connection until the end of the transaction; undefined if it was deleted. */
export async function lockGitConnection(
  tx: Tx,
  { organizationId, id }: GitConnectionKey,
): Promise<Pick<GitConnection, 'repositoryUrl' | 'branch' | 'path'> | undefined> {
  const [row] = await runStatement<Pick<GitConnection, 'repositoryUrl' | 'branch' | 'path'>>(
    tx,
    lock,
    [organizationId, id],
  );
  return row;
}

const upsert = {
  name: 'git-connections-upsert',
  text: `insert into git_connections as c (organization_id, id, kind, document_id, credential_id, type, host, repository_url,
      branch, path, created_at, created_by, updated_at, updated_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12)
    on conflict (organization_id, kind, document_id) do update set credential_id = excluded.credential_id,
      type = excluded.type, host = excluded.host, repository_url = excluded.repository_url, branch = excluded.branch,
      path = excluded.path, updated_at = excluded.updated_at, updated_by = excluded.updated_by, problem = null,
      synced_blob = case when ${isSame()} then c.synced_blob end, synced_hash = case when ${isSame()} then c.synced_hash end,
      pushed_blob = null, pushed_hash = null,
      remote_blob = case when ${isSame()} then c.remote_blob end, remote_hash = case when ${isSame()} then c.remote_hash end,
      remote_text = case when ${isSame()} then c.remote_text end, checked_at = case when ${isSame()} then c.checked_at end
    returning c.id`,
};

function isSame(): string {
  return '(c.repository_url, c.branch, c.path) = (excluded.repository_url, excluded.branch, excluded.path)';
}

/** Connects a document with a file; what is known of another file is forgotten. Returns the id of the connection. */
export async function upsertGitConnection(
  tx: Tx,
  { organizationId, kind, id: documentId }: DocumentKey,
  target: GitConnectionTarget & { id: string; principal: string; now: Date },
): Promise<string> {
  const { id, credentialId, type, host, repositoryUrl, branch, path, principal, now } = target;
  const file = [credentialId, type, host, repositoryUrl, branch, path];
  const values = [organizationId, id, kind, documentId, ...file, now, principal];
  const [row] = await runStatement<{ id: string }>(tx, upsert, values);
  return row?.id ?? id;
}

const seen = {
  name: 'git-connections-seen',
  text: `update git_connections set remote_blob = $3, remote_hash = $4, remote_text = $5, problem = null, checked_at = $6
    where organization_id = $1 and id = $2`,
};

/** What a look at the repository found; `text` is kept only while it is needed to show a difference. */
export type SeenFile = { blob: string | null; hash: string | null; text: string | null };

/** Stores what a look at the repository found. */
export async function updateGitSeen(
  tx: Tx,
  { organizationId, id }: GitConnectionKey,
  { blob, hash, text }: SeenFile,
  now: Date,
): Promise<void> {
  await runStatement(tx, seen, [organizationId, id, blob, hash, text, now]);
}

const synced = {
  name: 'git-connections-synced',
  text: `update git_connections set synced_blob = $3, synced_hash = $4, pushed_blob = null, pushed_hash = null, remote_blob = $3, remote_hash = $4,
      remote_text = null, problem = null, checked_at = $5
    where organization_id = $1 and id = $2`,
};

/** Stores that both sides are equal. */
export async function updateGitSynced(
  tx: Tx,
  { organizationId, id }: GitConnectionKey,
  { blob, hash }: { blob: string; hash: string },
  now: Date,
): Promise<void> {
  await runStatement(tx, synced, [organizationId, id, blob, hash, now]);
}

const pushing = {
  name: 'git-connections-pushing',
  text: `update git_connections set pushed_blob = $3, pushed_hash = $4 where organization_id = $1 and id = $2`,
};

/** Stores what a push is about to write, so that a push whose worker died is recognized afterwards. */
export async function updateGitPushing(
  tx: Tx,
  { organizationId, id }: GitConnectionKey,
  { blob, hash }: { blob: string; hash: string },
): Promise<void> {
  await runStatement(tx, pushing, [organizationId, id, blob, hash]);
}

const failed = {
  name: 'git-connections-failed',
  text: `update git_connections set problem = $3, checked_at = $4 where organization_id = $1 and id = $2`,
};

/** Stores why the repository could not be looked at; what was known of the file stays. */
export async function updateGitProblem(
  tx: Tx,
  { organizationId, id }: GitConnectionKey,
  problem: string,
  now: Date,
): Promise<void> {
  await runStatement(tx, failed, [organizationId, id, problem, now]);
}

const remoteText = {
  name: 'git-connections-remote-text',
  text: `select remote_text as text from git_connections where organization_id = $1 and id = $2`,
};

/** The text of the file at the last look; undefined if it is what was last synced. */
export async function findRemoteText(
  db: Db,
  { organizationId, id }: GitConnectionKey,
): Promise<string | undefined> {
  const [row] = await runStatement<{ text: string | null }>(db, remoteText, [organizationId, id]);
  return row?.text ?? undefined;
}

const remove = {
  name: 'git-connections-delete',
  text: `delete from git_connections where organization_id = $1 and kind = $2 and document_id = $3 returning 1`,
};

/** Deletes the connection of a document; false when there is none. */
export async function deleteGitConnection(
  tx: Tx,
  { organizationId, kind, id }: DocumentKey,
): Promise<boolean> {
  return (await runStatement(tx, remove, [organizationId, kind, id])).length === 1;
}
