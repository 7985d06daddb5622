import type { Database } from '../../db/connect.ts';
import { findGitConnection } from '../../db/tables/git/connections.ts';
import { refuse } from '../../domain/errors.ts';
import { formatOf } from '../../domain/git/connection.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { readContent } from '../documents/read-content.ts';
import { startPullRequest } from '../git/start-pull-request.ts';
import type { StartedGitRun } from '../git/start-git-run.ts';
import type { BranchRequest } from './read-branch.ts';

/**
 * Requests a pull request with the text that a merge would land, in the repository that the contract is connected with. Refuses
 * with `no_git_connection`, and like `startPullRequest`.
 */
export async function requestPullRequest(
  database: Database,
  {
    dataContractId: id,
    name,
    principal,
    requestId,
    now,
    source,
  }: BranchRequest & { source: string },
): Promise<StartedGitRun> {
  const { organizationId } = principal;
  const kind = dataContract;
  const connection =
    (await findGitConnection(database.knex, { organizationId, kind: kind.name, id })) ??
    refuse(
      'no_git_connection',
      `The data contract '${id}' has no Git connection to open a pull request with: merge with the route 'land'.`,
    );
  const isJson = formatOf(connection.path) === 'json';
  const content =
    isJson && (await readContent({ text: source, format: 'yaml' }, { kind: kind.name, id, now }));
  const text = content ? content.body : source;
  const commitMessage = `Merge branch '${name}' of the data contract '${id}'`;
  const proposal = { text, title: name, commitMessage };
  return startPullRequest(database, { kind, id, principal, requestId, now, ...proposal });
}
