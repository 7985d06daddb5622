import { getPushedText, readFileContent } from '../../commands/git/connected-text.ts';
import { endGitRun } from '../../commands/git/end-git-run.ts';
import type { Repository } from '../../connectors/git/repository.ts';
import { updateGitPushing, updateGitSynced } from '../../db/tables/git/connections.ts';
import type { GitRunEnd } from '../../db/tables/git/runs.ts';
import { listPrincipalNames } from '../../db/views/organizations/principal-names.ts';
import { describeSubject } from '../../domain/git/subject.ts';
import { gitBlobHash } from '../../lib/git-hash.ts';
import { compareLocked, lookAtFile, writeSeen } from './seen-file.ts';
import type { Compared, Seen } from './seen-file.ts';
import { note } from './syncing.ts';
import type { Syncing } from './syncing.ts';

/** The text of the document with its hashes in both systems. */
type Local = { text: string; blob: string; hash: string };

/** Commits the document as the new text of the file, unless the file has changed, too. */
export async function pushFile(syncing: Syncing, repository: Repository): Promise<void> {
  const { context, organizationId, run, connection } = syncing;
  const seen = await lookAtFile(syncing, repository);
  const local = await readLocal(syncing);
  const key = { organizationId, id: connection.id };
  const end = await context.fenced(async (tx) => {
    const compared = await compareLocked(tx, syncing, seen);
    await writeSeen(tx, syncing, seen, compared);
    const ended = withoutPush(syncing, seen, compared);
    const now = context.clock.now();
    if (ended) await endGitRun(tx, organizationId, run, { ...ended, now });
    else if (compared.current.localHash !== local.hash) throw new Error('the document has changed');
    else await updateGitPushing(tx, key, local);
    return ended;
  });
  if (end !== undefined) return;
  const { path, branch } = connection;
  await note(syncing, 'pushing', `Pushing '${path}' to branch '${branch}'.`);
  const change = { path, text: local.text, ...(await commitOf(syncing)) };
  const { commit } = await repository.push(change);
  await context.fenced(async (tx) => {
    const now = context.clock.now();
    await updateGitSynced(tx, key, local, now);
    const message = `Pushed as commit ${commit.slice(0, 10)}.`;
    await endGitRun(tx, organizationId, run, { outcome: 'SUCCESS', message, commit, now });
  });
}

/** The document or the ontology as a file. */
async function readLocal({ context, organizationId, connection }: Syncing): Promise<Local> {
  const { kind, documentId: id, path } = connection;
  const { knex } = context.database;
  const connected = { organizationId, kind, id, path };
  const text = await getPushedText(knex, connected);
  const facts = { now: context.clock.now() };
  const { contentHash: hash } = await readFileContent(knex, connected, text, facts);
  return { text, blob: gitBlobHash(text), hash };
}

/** The end of a run that needs no push, or may not push; undefined if the document is to be pushed. */
function withoutPush(
  { run }: Syncing,
  { file, commit }: Seen,
  { status }: Compared,
): GitRunEnd | undefined {
  if (status === 'LOCAL_IS_NEWER') return undefined;
  if (status === 'UP_TO_DATE') {
    const message = 'The document and the file are equal; there was nothing to push.';
    return { outcome: 'SUCCESS', message, commit };
  }
  if (run.replaces !== null && run.replaces === file?.blob) return undefined;
  const message = status === 'CONFLICT' ? conflict : newer;
  return { outcome: 'FAILED', code: 'git_conflict', message, commit };
}

const newer =
  'The file has changed since it was last pulled, and was not overwritten: pull it first, or name its hash as replaceRemoteHash.';
export const conflict =
  'The document and the file have both changed, and neither was overwritten. Compare both texts (GET …/gitconnection/difference) and change one side, or name the hash of the side that may be replaced.';

/** Message, author and time of a commit for the requester of a run. */
export async function commitOf({ context, organizationId, run, connection }: Syncing) {
  const { knex } = context.database;
  const names = await listPrincipalNames(knex, organizationId, [run.principal]);
  const name =
    names
      .get(run.principal)
      ?.replaceAll(/[<>\n]/g, ' ')
      .trim() || 'Concordat';
  const { hostname } = new URL(context.settings.publicUrl);
  const document = describeSubject({ kind: connection.kind, id: connection.documentId });
  return {
    message: run.commitMessage ?? `Update ${document}`,
    author: { name, email: `concordat@${hostname}` },
    now: context.clock.now(),
  };
}
