import type { RefusalCode } from '../../../domain/errors.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { GitConnectionKey } from './connections.ts';

export type GitRunKey = { organizationId: OrganizationId; id: string };
export const gitActions = ['check', 'pull', 'push', 'push-pr'] as const;
export type GitAction = (typeof gitActions)[number];
export const gitPhases = ['queued', 'fetching', 'storing', 'pushing', 'ended'] as const;
export type GitPhase = (typeof gitPhases)[number];
export type GitLogLine = { at: string; level: 'info' | 'warn' | 'error'; message: string };

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
export type GitRun = {
  id: string;
  connectionId: string;
  workId: string;
  action: GitAction;
  commitMessage: string | null;
  replaces: string | null;
  principal: string;
  requestId: string | null;
  phase: GitPhase;
  log: GitLogLine[];
  requestedAt: Date;
  endedAt: Date | null;
  outcome: 'SUCCESS' | 'FAILED' | 'CANCELLED' | null;
  code: RefusalCode | null;
  message: string | null;
  commit: string | null;
  proposal: GitProposal | null;
  pullRequest: GitPullRequest | null;
};

const columns = `id, connection_id as "connectionId", work_id as "workId", action, commit_message as "commitMessage", replaces,
  principal, request_id as "requestId", phase, log, requested_at as "requestedAt", ended_at as "endedAt", outcome, code, message,
  commit, proposal, pull_request as "pullRequest"`;

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

const find = {
  name: 'git-runs-find',
  text: `select ${columns} from git_runs where organization_id = $1 and id = $2`,
};

/** The run with this id; it is deleted with its connection. */
export async function findGitRun(db: Db, key: GitRunKey): Promise<GitRun | undefined> {
  const [row] = await runStatement<GitRun>(db, find, [key.organizationId, key.id]);
  return row;
}

const findOfWork = {
  name: 'git-runs-find-of-work',
  text: `select ${columns} from git_runs where organization_id = $1 and work_id = $2`,
};

/** The run of a piece of work. */
export async function findGitRunOfWork(
  db: Db,
  organizationId: OrganizationId,
  workId: string,
): Promise<GitRun | undefined> {
  const [row] = await runStatement<GitRun>(db, findOfWork, [organizationId, workId]);
  return row;
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

const progress = {
  name: 'git-runs-progress',
  text: `update git_runs set phase = $3, log = case when jsonb_array_length(log) < 100 then log || $4::jsonb else log end
    where organization_id = $1 and id = $2 and ended_at is null`,
};

/** Stores the phase of an open run with a line of its log. */
export async function updateGitProgress(
  tx: Tx,
  { organizationId, id }: GitRunKey,
  phase: GitPhase,
  line: GitLogLine,
): Promise<void> {
  await runStatement(tx, progress, [organizationId, id, phase, JSON.stringify([line])]);
}

const nameBranch = {
  name: 'git-runs-name-branch',
  text: `update git_runs set proposal = jsonb_set(proposal, '{branch}', to_jsonb($3::text))
    where organization_id = $1 and id = $2 and ended_at is null`,
};

/** Stores the branch of a pull request before it is pushed, so that each attempt pushes the same one. */
export async function updateProposalBranch(
  tx: Tx,
  { organizationId, id }: GitRunKey,
  branch: string,
): Promise<void> {
  await runStatement(tx, nameBranch, [organizationId, id, branch]);
}

const end = {
  name: 'git-runs-end',
  text: `update git_runs set phase = 'ended', ended_at = $3, outcome = $4, code = $5, message = $6, commit = $7,
      log = log || $8::jsonb, pull_request = $9
    where organization_id = $1 and id = $2 and ended_at is null returning 1`,
};

export type GitRunEnd = {
  outcome: 'SUCCESS' | 'FAILED' | 'CANCELLED';
  code?: RefusalCode | undefined;
  message: string;
  commit?: string | undefined;
  pullRequest?: GitPullRequest | undefined;
};

const levels = { SUCCESS: 'info', FAILED: 'error', CANCELLED: 'warn' } as const;

/** Ends an open run; false if it has ended already. */
export async function updateGitRunEnd(
  tx: Tx,
  { organizationId, id }: GitRunKey,
  { outcome, code, message, commit, pullRequest }: GitRunEnd,
  now: Date,
): Promise<boolean> {
  const line: GitLogLine = { at: now.toISOString(), level: levels[outcome], message };
  const opened = pullRequest && JSON.stringify(pullRequest);
  const came = [outcome, code, message, commit, JSON.stringify([line]), opened];
  return (await runStatement(tx, end, [organizationId, id, now, ...came])).length === 1;
}

const removeOld = {
  name: 'git-runs-delete-old',
  text: `delete from git_runs where (organization_id, id) in (
    select organization_id, id from git_runs where ended_at < $1 limit $2) returning 1`,
};

/** Deletes runs that ended before this time; returns their number, at most `limit`. */
export async function deleteOldGitRuns(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await runStatement(tx, removeOld, [before, limit])).length;
}
