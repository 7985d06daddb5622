import { compareAhead } from '../../commands/documents/content-difference.ts';
import { putOnce } from '../../commands/documents/put-document.ts';
import type { PutDocument } from '../../commands/documents/put-request.ts';
import { endGitRun } from '../../commands/git/end-git-run.ts';
import { findPrincipal } from '../../commands/keys/key-principal.ts';
import type { Repository } from '../../connectors/git/repository.ts';
import type { Tx } from '../../db/connect.ts';
import { updateGitSynced } from '../../db/tables/git/connections.ts';
import type { GitRunEnd } from '../../db/tables/git/runs.ts';
import { refuse } from '../../domain/errors.ts';
import { kindNamed } from '../../domain/kinds/index.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import { failureOf } from './failures.ts';
import { compareLocked, lookAtFile, writeSeen } from './seen-file.ts';
import type { Compared, Seen } from './seen-file.ts';
import { note } from './syncing.ts';
import type { Syncing } from './syncing.ts';

/** Stores the text of the file as the document, unless the document has changed, too. */
export async function pullFile(syncing: Syncing, repository: Repository): Promise<void> {
  const { context, organizationId, run, connection } = syncing;
  const seen = await lookAtFile(syncing, repository);
  if (seen.file === undefined) {
    refuse(
      'git_refused',
      `There is no file '${connection.path}' on branch '${connection.branch}'.`,
    );
  }
  await note(
    syncing,
    'storing',
    `Read '${connection.path}' of commit ${seen.commit?.slice(0, 10)}.`,
  );
  const put = seen.content && (await putOf(syncing, seen.content));
  if (put !== undefined) await compareAhead(context.database, put);
  const end = (pull: (tx: Tx, compared: Compared) => Promise<GitRunEnd>) =>
    context.fenced(async (tx) => {
      const ended = await pull(tx, await compareLocked(tx, syncing, seen));
      const now = context.clock.now();
      await endGitRun(tx, organizationId, run, { ...ended, commit: seen.commit, now });
    });
  try {
    await end((tx, compared) => pullLocked(tx, syncing, { seen, compared, put }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    // The refusal has rolled back what was seen.
    await end(async (tx, compared) => {
      await writeSeen(tx, syncing, seen, compared);
      return { outcome: 'FAILED', code: failure.code, message: failure.message };
    });
  }
}

/** The document is written with the current rights of the caller who requested the run. */
async function putOf(
  { context, organizationId, run, connection }: Syncing,
  content: PutDocument['content'],
): Promise<PutDocument> {
  const now = context.clock.now();
  const principal =
    (await findPrincipal(context.database.knex, organizationId, run.principal, now)) ??
    refuse('permission_denied', 'The key that requested the pull was revoked.');
  const { kind, documentId: id } = connection;
  const preconditions = { ifMatch: undefined, mustBeNew: false };
  const requestId = run.requestId ?? undefined;
  return { kind: kindNamed(kind), id, content, principal, requestId, preconditions, now };
}

type Pull = { seen: Seen; compared: Compared; put: PutDocument | undefined };

async function pullLocked(tx: Tx, syncing: Syncing, pull: Pull): Promise<GitRunEnd> {
  const { seen, compared, put } = pull;
  const { run, organizationId, connection, context } = syncing;
  const { status, current } = compared;
  const isSeen = run.replaces !== null && run.replaces === current.localHash;
  if (status === 'UP_TO_DATE' || status === 'LOCAL_IS_NEWER') {
    await writeSeen(tx, syncing, seen, compared);
    return { outcome: 'SUCCESS', message: 'The file has not changed; there was nothing to pull.' };
  }
  if (status === 'CONFLICT' && !isSeen) {
    await writeSeen(tx, syncing, seen, compared);
    return { outcome: 'FAILED', code: 'git_conflict', message: conflict };
  }
  if (put === undefined || seen.file === undefined) {
    throw seen.invalid ?? new Error('a file has a content or a reason');
  }
  const written = await putOnce(tx, put);
  // The document is locked, so only its creation anew can come between; the next attempt sees it.
  if (written === undefined) throw new Error('the document was written concurrently');
  signalAfterCommit(tx, 'events_recorded');
  const key = { organizationId, id: connection.id };
  const synced = { blob: seen.file.blob, hash: put.content.contentHash };
  await updateGitSynced(tx, key, synced, context.clock.now());
  const message = `Pulled as revision ${written.revision} of the document.`;
  return { outcome: 'SUCCESS', message };
}

const conflict =
  'The document and the file have both changed, and neither was overwritten. Compare both texts (GET …/gitconnection/difference) and change one side, or name the hash of the side that may be replaced.';
