import { createHash } from 'node:crypto';
import { readFileContent } from '../../commands/git/connected-text.ts';
import { endGitRun } from '../../commands/git/end-git-run.ts';
import { GitError } from '../../connectors/git/git-error.ts';
import { openPullRequest } from '../../connectors/git/pull-requests/open-pull-request.ts';
import { useRepository } from '../../connectors/git/repository.ts';
import type { Repository, RepositoryOpening } from '../../connectors/git/repository.ts';
import { updateProposalBranch } from '../../db/tables/git/runs.ts';
import type { GitProposal, GitRunEnd } from '../../db/tables/git/runs.ts';
import { refuse } from '../../domain/errors.ts';
import { describeSubject } from '../../domain/git/subject.ts';
import { gitBlobHash } from '../../lib/git-hash.ts';
import { commitOf, conflict } from './push-file.ts';
import { compareLocked, lookAtFile, writeSeen } from './seen-file.ts';
import type { Compared, Seen } from './seen-file.ts';
import { note } from './syncing.ts';
import type { Syncing } from './syncing.ts';

type Proposed = GitProposal & { blob: string; hash: string; branch: string };

/**
 * Commits the proposed text to a branch of its own, and opens a pull request. Each attempt begins with a look at that branch and at
 * the open pull requests, so that a retry commits and opens nothing twice.
 */
export async function proposeFile(
  syncing: Syncing,
  repository: Repository,
  opening: RepositoryOpening,
): Promise<void> {
  const { context, organizationId, run, connection } = syncing;
  const seen = await lookAtFile(syncing, repository);
  const proposed = await readProposed(syncing, repository);
  const { branch } = proposed;
  const ended = await context.fenced(async (tx) => {
    const compared = await compareLocked(tx, syncing, seen);
    await writeSeen(tx, syncing, seen, compared);
    const end = withoutProposal(syncing, proposed, { seen, compared });
    const now = context.clock.now();
    if (end) await endGitRun(tx, organizationId, run, { ...end, now });
    else await updateProposalBranch(tx, { organizationId, id: run.id }, branch);
    return end;
  });
  if (ended !== undefined) return;
  const { path } = connection;
  const commit = await pushOnce(syncing, { repository, opening, proposed });
  await note(syncing, 'pushing', `Opening a pull request of branch '${branch}'.`);
  const document = describeSubject({ kind: connection.kind, id: connection.documentId });
  const title = proposed.title ?? `Update ${document}`;
  const change = { branch, base: connection.branch, title, comment: proposed.comment ?? '' };
  const pullRequest = await openPullRequest({ ...opening, change });
  await context.fenced(async (tx) => {
    const message = `'${path}' is proposed in pull request ${pullRequest.number}.`;
    const end = { outcome: 'SUCCESS', message, commit, pullRequest } as const;
    await endGitRun(tx, organizationId, run, { ...end, now: context.clock.now() });
  });
}

async function readProposed(
  { context, organizationId, run, connection }: Syncing,
  { head }: Repository,
): Promise<Proposed> {
  const { proposal } = run;
  if (proposal === null) throw new Error('a pull request has a text');
  if (head === undefined) {
    refuse(
      'git_refused',
      'The repository has no commit that a pull request could change: push first.',
    );
  }
  const { kind, documentId: id, path } = connection;
  const { text } = proposal;
  const connected = { organizationId, kind, id, path };
  const facts = { now: context.clock.now() };
  const read = await readFileContent(context.database.knex, connected, text, facts);
  const hash = read.contentHash;
  const blob = gitBlobHash(text);
  return { ...proposal, blob, hash, branch: proposal.branch ?? branchOf(id, `${head} ${blob}`) };
}

/** The same text on the same commit gets the same branch, so that a repeated request opens no second pull request. */
function branchOf(id: string, state: string): string {
  const name = id.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 80);
  return `concordat/${name}-${createHash('sha256').update(state).digest('hex').slice(0, 10)}`;
}

function withoutProposal(
  { run }: Syncing,
  { hash }: Proposed,
  { seen: { file, content, commit }, compared: { status } }: { seen: Seen; compared: Compared },
): GitRunEnd | undefined {
  if (content?.contentHash === hash) {
    const message = 'The file has this content already; there was nothing to propose.';
    return { outcome: 'SUCCESS', message, commit };
  }
  if (status === 'UP_TO_DATE' || status === 'LOCAL_IS_NEWER') return undefined;
  if (run.replaces !== null && run.replaces === file?.blob) return undefined;
  return { outcome: 'FAILED', code: 'git_conflict', message: conflict, commit };
}

type Pushing = { repository: Repository; opening: RepositoryOpening; proposed: Proposed };

/** Pushes the branch, unless an earlier attempt has; returns its commit. Refuses with `git_conflict` a branch with another text. */
async function pushOnce(
  syncing: Syncing,
  { repository, opening, proposed: { branch, blob, text } }: Pushing,
): Promise<string | undefined> {
  const { path } = syncing.connection;
  const existing = await useRepository({ ...opening, branch }, async (other) => ({
    commit: other.head,
    blob: (await other.read(path))?.blob,
  })).catch((error: unknown) => {
    if (error instanceof GitError && error.problem === 'no_branch') return undefined;
    throw error;
  });
  if (existing?.blob === blob) return existing.commit;
  if (existing !== undefined) {
    refuse(
      'git_conflict',
      `The branch '${branch}' exists with another text of the file, which was not overwritten: name a new branch.`,
    );
  }
  await note(syncing, 'pushing', `Pushing '${path}' to the new branch '${branch}'.`);
  const change = { path, text, ...(await commitOf(syncing)) };
  const { commit } = await repository.push(change, branch);
  return commit;
}
