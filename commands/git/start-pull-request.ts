import type { Database } from '../../db/connect.ts';
import type { GitConnection } from '../../db/tables/git/connections.ts';
import type { GitProposal } from '../../db/tables/git/runs.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { assertProposedBranch } from '../../domain/git/connection.ts';
import { getPushedText } from './connected-text.ts';
import { documentKeyOf, getEditable, getGitConnection } from './connection-request.ts';
import type { GitConnectionRequest } from './connection-request.ts';
import { requestGitRun } from './start-git-run.ts';
import type { StartedGitRun } from './start-git-run.ts';

type PullRequestRequest = GitConnectionRequest & {
  /** The proposed text in the format of the file; by default the document as it is now. */
  text?: string | undefined;
  branchName?: string | undefined;
  title?: string | undefined;
  comment?: string | undefined;
  commitMessage?: string | undefined;
  replaceRemoteHash?: string | undefined;
};

/**
 * Requests a pull request with the text of a document or an ontology. Refuses with `not_found`, `permission_denied`, `invalid_body`, and with
 * `git_refused` for Git hosts without pull requests and for connections over SSH.
 */
export async function startPullRequest(
  database: Database,
  request: PullRequestRequest,
): Promise<StartedGitRun> {
  const { principal, requestId, now, title = null, comment = null, branchName } = request;
  const { knex } = database;
  await getEditable(knex, request);
  const connection = await getGitConnection(knex, request);
  assertHasApi(connection);
  const { branch, path } = connection;
  assertProposedBranch(branchName, branch);
  const text = request.text ?? (await getPushedText(knex, { ...documentKeyOf(request), path }));
  const proposal: GitProposal = { text, branch: branchName ?? null, title, comment };
  return transact(database, (tx) =>
    requestGitRun(tx, documentKeyOf(request), {
      connectionId: connection.id,
      action: 'push-pr',
      principal: principal.name,
      requestId,
      now,
      commitMessage: request.commitMessage ?? null,
      replaces: request.replaceRemoteHash ?? null,
      proposal,
    }),
  );
}

function assertHasApi({ type, repositoryUrl }: GitConnection): void {
  if (type === 'git') {
    refuse('git_refused', 'A Git host of type git has no pull requests: use push.');
  }
  if (repositoryUrl.startsWith('ssh:')) {
    refuse(
      'git_refused',
      'Pull requests need a token: connect it by the https:// address of the repository.',
    );
  }
}
