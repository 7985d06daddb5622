import { getGitRun } from '../../../commands/git/cancel-git-run.ts';
import type { StartedGitRun } from '../../../commands/git/start-git-run.ts';
import { refuse } from '../../../domain/errors.ts';
import type { PendingAnswer } from '../../exchange.ts';
import { waitingOf } from '../git/await-run.ts';
import type { WaitingRequest } from '../git/await-run.ts';

/** Waits until the pull request of a branch is open. Refuses with the reason of a failed run, and with `still_running`. */
export function awaitPullRequest(
  request: WaitingRequest,
  { runId, workId }: StartedGitRun,
): PendingAnswer {
  const { organizationId } = request.principal;
  return {
    workId,
    answer: async ({ waiters, database: { knex } }) => {
      await waiters.wait(workId, waitingOf(request));
      const { outcome, code, message, pullRequest } = await getGitRun(knex, organizationId, runId);
      const extra = { gitRunId: runId };
      if (outcome === null) {
        refuse('still_running', 'The pull request is still being opened: repeat the request.', {
          extra,
        });
      }
      if (outcome !== 'SUCCESS') {
        refuse(code ?? 'git_unreachable', message ?? 'The run failed.', { extra });
      }
      if (pullRequest === null) {
        return refuse('nothing_to_merge', 'The file in Git has the content of the branch already.');
      }
      const { number, title, url } = pullRequest;
      const remote = { remote_id: number, type: 'pull_request', title, url };
      const json = { ...remote, status: 'open', mergeability: null, comment_count: 0 };
      return { status: 200, json };
    },
  };
}
