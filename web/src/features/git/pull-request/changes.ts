import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';
import { newKeyHeader } from '../../../lib/idempotency.ts';
import { useGitChange } from '../changes.ts';
import { gitPath } from '../queries.ts';
import type { GitSubject } from '../queries.ts';

export type PullRequestBody = components['schemas']['GitPullRequestRequest'];

/** Requests a pull request with the document, and does not wait for it. */
export const useProposePullRequest = (subject: GitSubject) =>
  useGitChange(subject, (body: PullRequestBody) => {
    const header = { ...newKeyHeader(), Prefer: 'respond-async' };
    const params = { path: { id: subject.id }, header };
    return read(client.POST(`${gitPath(subject.kind)}/push-pr`, { params, body }));
  });
