import { endGitRun } from '../../commands/git/end-git-run.ts';
import { lockConnected, readFileContent } from '../../commands/git/connected-text.ts';
import type { FileContent } from '../../commands/git/connected-text.ts';
import type { Repository } from '../../connectors/git/repository.ts';
import type { GitFile } from '../../connectors/git/read-tree.ts';
import type { Tx } from '../../db/connect.ts';
import {
  findGitConnectionById,
  lockGitConnection,
  updateGitSeen,
  updateGitSynced,
} from '../../db/tables/git/connections.ts';
import type { GitConnection } from '../../db/tables/git/connections.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { isOntology, maxOntologyBytes } from '../../domain/git/subject.ts';
import { syncStatusOf } from '../../domain/git/sync-state.ts';
import type { SyncStatus } from '../../domain/git/sync-state.ts';
import type { Syncing } from './syncing.ts';

/** The file as it was read, with its content or the reason why it is no valid document. */
export type Seen = {
  file: GitFile | undefined;
  content: FileContent | undefined;
  invalid: Refusal | undefined;
  commit: string | undefined;
};

/** Reads the file of the connection. */
export async function lookAtFile(
  { organizationId, connection, context }: Syncing,
  repository: Repository,
): Promise<Seen> {
  const { kind, documentId: id, path } = connection;
  const file = await repository.read(path, isOntology(kind) ? maxOntologyBytes : undefined);
  const commit = repository.head;
  if (file === undefined) return { file, content: undefined, invalid: undefined, commit };
  const { deprecatedFormatsUntil } = context.settings;
  const facts = { now: context.clock.now(), deprecatedFormatsUntil };
  const { knex } = context.database;
  const connected = { organizationId, kind, id, path };
  try {
    const content = await readFileContent(knex, connected, file.text, facts);
    return { file, content, invalid: undefined, commit };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
    return { file, content: undefined, invalid: error, commit };
  }
}

/** Both sides in a transaction that has locked them. */
export type Compared = { current: GitConnection; status: SyncStatus };

/**
 * Locks the document or the ontology and its connection, and compares both sides. A file that an earlier attempt pushed counts as synced. Refuses
 * with `concurrent_change` if the document has been connected with another file meanwhile.
 */
export async function compareLocked(
  tx: Tx,
  { organizationId, connection, context }: Syncing,
  { file, content }: Seen,
): Promise<Compared> {
  const { kind, documentId, id } = connection;
  await lockConnected(tx, { organizationId, kind, id: documentId });
  const locked = await lockGitConnection(tx, { organizationId, id });
  const current = await findGitConnectionById(tx, { organizationId, id });
  if (!locked || !current || !isSameFile(locked, connection)) {
    refuse('concurrent_change', 'The document was connected with another file meanwhile.');
  }
  const base = baseOf(current, file);
  const { localHash } = current;
  const remoteHash = content?.contentHash ?? null;
  const remoteBlob = file?.blob ?? null;
  const status = syncStatusOf({ ...base, localHash, remoteHash, remoteBlob });
  if (base.hasArrived) {
    const synced = { blob: base.syncedBlob, hash: base.syncedHash };
    await updateGitSynced(tx, { organizationId, id }, synced, context.clock.now());
  }
  return { current, status };
}

type Base =
  | { hasArrived: true; syncedBlob: string; syncedHash: string }
  | { hasArrived: false; syncedBlob: string | null; syncedHash: string | null };

/** The last common content: what an earlier attempt pushed, if the file has it now. */
function baseOf(current: GitConnection, file: GitFile | undefined): Base {
  const { pushedBlob, pushedHash, syncedBlob, syncedHash } = current;
  if (file !== undefined && file.blob === pushedBlob && pushedHash !== null) {
    return { hasArrived: true, syncedBlob: file.blob, syncedHash: pushedHash };
  }
  return { hasArrived: false, syncedBlob, syncedHash };
}

type File = Pick<GitConnection, 'repositoryUrl' | 'branch' | 'path'>;
const isSameFile = (one: File, other: File): boolean =>
  one.repositoryUrl === other.repositoryUrl &&
  one.branch === other.branch &&
  one.path === other.path;

/** Stores what was seen of the file: that both sides are equal, or how the file differs. */
export async function writeSeen(
  tx: Tx,
  { organizationId, connection, context }: Syncing,
  { file, content }: Seen,
  { status, current }: Compared,
): Promise<void> {
  const key = { organizationId, id: connection.id };
  const now = context.clock.now();
  if (status === 'UP_TO_DATE' && file !== undefined && current.localHash !== null) {
    await updateGitSynced(tx, key, { blob: file.blob, hash: current.localHash }, now);
    return;
  }
  const hash = content?.contentHash ?? null;
  const text = textToShow(file, status);
  await updateGitSeen(tx, key, { blob: file?.blob ?? null, hash, text }, now);
}

function textToShow(file: GitFile | undefined, status: SyncStatus): string | null {
  const differs = status === 'CONFLICT' || status === 'REMOTE_IS_NEWER';
  // Postgres stores no NUL.
  return differs && file ? file.text.replaceAll('\u0000', '\ufffd') : null;
}

const sentences: Record<SyncStatus, string> = {
  UP_TO_DATE: 'The document and the file are equal.',
  LOCAL_IS_NEWER: 'The document has changed since, and the file has not.',
  REMOTE_IS_NEWER: 'The file has changed since, and the document has not.',
  CONFLICT: 'The document and the file have both changed.',
};

/** Ends a run that only looks. */
export async function storeSeen(syncing: Syncing, repository: Repository): Promise<void> {
  const seen = await lookAtFile(syncing, repository);
  const { context, organizationId, run } = syncing;
  await context.fenced(async (tx) => {
    const compared = await compareLocked(tx, syncing, seen);
    await writeSeen(tx, syncing, seen, compared);
    const message = seen.file ? sentences[compared.status] : 'The file does not exist yet.';
    const end = { outcome: 'SUCCESS', message, commit: seen.commit } as const;
    await endGitRun(tx, organizationId, run, { ...end, now: context.clock.now() });
  });
}
