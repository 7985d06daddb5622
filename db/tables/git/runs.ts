import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { GitConnectionKey } from './connections.ts';
import { progressColumns, readsOf, writesOf } from './progress.ts';
import type { GitEnd, GitProgress, GitTaskKey } from './progress.ts';

export const gitActions = ['check', 'pull', 'push', 'push-pr'] as const;
export type GitAction = (typeof gitActions)[number];

/** The pull request that a run is to open; `branch` is null until the first attempt names it. */
export type GitProposal = {
  text: string;
  branch: string | null;
  title: string | null;
  comment: string | null;
};

/** An open pull request of a Git host. */
export type GitPullRequest = { number: string; title: string; url: string };

/** A requested pull, push or check; `outcome` is null while it is going on. */
export type GitRun = GitProgress & {
  id: string;
  connectionId: string;
  workId: string;
  action: GitAction;
  commitMessage: string | null;
  replaces: string | null;
  principal: string;
  requestId: string | null;
  proposal: GitProposal | null;
  pullRequest: GitPullRequest | null;
};

const columns = `id, connection_id as "connectionId", work_id as "workId", action, commit_message as "commitMessage", replaces,
  principal, request_id as "requestId", proposal, pull_request as "pullRequest", ${progressColumns}`;

const reads = readsOf<GitRun>('git_runs', columns);
const writes = writesOf('git_runs');

/** The run with this id; it is deleted with its connection. */
export const findGitRun = reads.find;
/** The run of a piece of work. */
export const findGitRunOfWork = reads.findOfWork;
/** Stores the phase of an open run with a line of its log. */
export const updateGitProgress = writes.progress;
/** Deletes runs that ended before this time; returns their number, at most `limit`. */
export const deleteOldGitRuns = writes.deleteOld;

const insert = {
  name: 'git-runs-insert',
  text: `insert into git_runs (organization_id, id, connection_id, work_id, action, commit_message, replaces, principal,
      request_id, phase, requested_at, proposal)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'queued', $10, $11)`,
};

export type NewGitRun = Pick<
  GitRun,
  | 'id'
  | 'connectionId'
  | 'workId'
  | 'action'
  | 'commitMessage'
  | 'replaces'
  | 'principal'
  | 'proposal'
> & { requestId: string | undefined; now: Date };

/** Records a requested run. */
export async function insertGitRun(
  tx: Tx,
  organizationId: OrganizationId,
  run: NewGitRun,
): Promise<void> {
  const { id, connectionId, workId, action, commitMessage, replaces, principal } = run;
  const asked = [connectionId, workId, action, commitMessage, replaces, principal, run.requestId];
  const proposal = run.proposal && JSON.stringify(run.proposal);
  await runStatement(tx, insert, [organizationId, id, ...asked, run.now, proposal]);
}

const list = {
  name: 'git-runs-list',
  text: `select ${columns} from git_runs where organization_id = $1 and connection_id = $2 and ($3::uuid is null or id < $3)
    order by id desc limit $4`,
};

/** Runs of a connection, newest first. */
export function listGitRuns(
  db: Db,
  { organizationId, id }: GitConnectionKey,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<GitRun[]> {
  return runStatement<GitRun>(db, list, [organizationId, id, after, limit]);
}

const nameBranch = {
  name: 'git-runs-name-branch',
  text: `update git_runs set proposal = jsonb_set(proposal, '{branch}', to_jsonb($3::text))
    where organization_id = $1 and id = $2 and ended_at is null`,
};

/** Stores the branch of a pull request before it is pushed, so that each attempt pushes the same one. */
export async function updateProposalBranch(
  tx: Tx,
  { organizationId, id }: GitTaskKey,
  branch: string,
): Promise<void> {
  await runStatement(tx, nameBranch, [organizationId, id, branch]);
}

const opened = {
  name: 'git-runs-opened',
  text: `update git_runs set pull_request = $3 where organization_id = $1 and id = $2 and ended_at is null`,
};

export type GitRunEnd = GitEnd & { pullRequest?: GitPullRequest | undefined };

/** Ends an open run; false if it has ended already. */
export async function updateGitRunEnd(
  tx: Tx,
  key: GitTaskKey,
  { pullRequest, ...came }: GitRunEnd,
  now: Date,
): Promise<boolean> {
  if (pullRequest !== undefined) {
    const values = [key.organizationId, key.id, JSON.stringify(pullRequest)];
    await runStatement(tx, opened, values);
  }
  return writes.end(tx, key, came, now);
}
