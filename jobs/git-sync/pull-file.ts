import { land, prepareLanding } from '../../commands/git/connected-text.ts';
import type { Landing } from '../../commands/git/connected-text.ts';
import { endGitRun } from '../../commands/git/end-git-run.ts';
import { findPrincipal } from '../../commands/keys/key-principal.ts';
import type { Repository } from '../../connectors/git/repository.ts';
import type { Tx } from '../../db/connect.ts';
import { updateGitSynced } from '../../db/tables/git/connections.ts';
import type { GitRunEnd } from '../../db/tables/git/runs.ts';
import { refuse } from '../../domain/errors.ts';
import { isOntology } from '../../domain/git/subject.ts';
import { signalAfterCommit } from '../../db/transact.ts';
import { failureOf } from './failures.ts';
import { compareLocked, lookAtFile, writeSeen } from './seen-file.ts';
import type { Compared, Seen } from './seen-file.ts';
import { note } from './syncing.ts';
import type { Syncing } from './syncing.ts';

/** Stores the text of the file as the document or the ontology, unless that has changed, too. */
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
  const landing = seen.content && (await landingOf(syncing, seen.content));
  if (landing !== undefined) await prepareLanding(context.database, landing);
  const end = (pull: (tx: Tx, compared: Compared) => Promise<GitRunEnd>) =>
    context.fenced(async (tx) => {
      const ended = await pull(tx, await compareLocked(tx, syncing, seen));
      const now = context.clock.now();
      await endGitRun(tx, organizationId, run, { ...ended, commit: seen.commit, now });
    });
  try {
    await end((tx, compared) => pullLocked(tx, syncing, { seen, compared, landing }));
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

/** The text is written with the current rights of the caller who requested the run. */
async function landingOf(
  { context, organizationId, run, connection }: Syncing,
  content: Landing['content'],
): Promise<Landing> {
  const now = context.clock.now();
  const principal =
    (await findPrincipal(context.database.knex, organizationId, run.principal, now)) ??
    refuse('permission_denied', 'The key that requested the pull was revoked.');
  const { kind, documentId: id } = connection;
  return { kind, id, content, principal, requestId: run.requestId ?? undefined, now };
}

type Pull = { seen: Seen; compared: Compared; landing: Landing | undefined };

async function pullLocked(tx: Tx, syncing: Syncing, pull: Pull): Promise<GitRunEnd> {
  const { seen, compared, landing } = pull;
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
  if (landing === undefined || seen.file === undefined) {
    throw seen.invalid ?? new Error('a file has a content or a reason');
  }
  const revision = await land(tx, landing);
  signalAfterCommit(tx, 'events_recorded');
  const key = { organizationId, id: connection.id };
  const synced = { blob: seen.file.blob, hash: landing.content.contentHash };
  await updateGitSynced(tx, key, synced, context.clock.now());
  const message = `Pulled as revision ${revision} of the ${isOntology(connection.kind) ? 'ontology' : 'document'}.`;
  return { outcome: 'SUCCESS', message };
}

const conflict =
  'The document and the file have both changed, and neither was overwritten. Compare both texts (GET …/gitconnection/difference) and change one side, or name the hash of the side that may be replaced.';
