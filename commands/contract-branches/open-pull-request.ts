import { refuse } from '../../domain/errors.ts';
import type { BranchRequest } from './read-branch.ts';

/** A pull request that was opened from a branch, in the form of the API. */
export type OpenedRequest = {
  remote_id: string;
  type: 'pull_request';
  title: string;
  url: string;
  status: 'open';
  mergeability: string | null;
  comment_count: number;
};

/**
 * Opens a pull request with the text that a merge would land, in the repository that the contract is connected with. Refuses with
 * `no_git_connection` if it has none.
 */
export function openPullRequest({
  dataContractId,
}: BranchRequest & { source: string }): Promise<OpenedRequest> {
  return refuse(
    'no_git_connection',
    `The data contract '${dataContractId}' has no Git connection to open a pull request with: merge with the route 'land'.`,
  );
}
