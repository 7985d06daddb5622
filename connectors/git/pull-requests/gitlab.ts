import { demandObject, demandText } from '../../http/answer-member.ts';
import { originOf, partsOf } from './forge.ts';
import type { Forge, PullRequest } from './forge.ts';

function readMerge(answer: unknown): PullRequest {
  const merge = demandObject(answer);
  const [number, title] = [demandText(merge, 'iid'), demandText(merge, 'title')];
  return { number, title, url: demandText(merge, 'web_url') };
}

/** GitLab, whose pull requests are merge requests: https://docs.gitlab.com/api/merge_requests/. */
export const gitlab: Forge = {
  title: 'GitLab',
  rootOf: (address) =>
    `${originOf(address)}/api/v4/projects/${encodeURIComponent(partsOf(address).join('/'))}`,
  headersOf: (token) => ({ 'private-token': token }),
  find: async (call, { branch, base }) => {
    const query = new URLSearchParams({
      state: 'opened',
      source_branch: branch,
      target_branch: base,
    });
    const merges = await call('GET', `/merge_requests?${query.toString()}`);
    const [found] = Array.isArray(merges) ? merges : [];
    return found === undefined ? undefined : readMerge(found);
  },
  create: async (call, { branch, base, title, comment }) => {
    const body = { source_branch: branch, target_branch: base, title, description: comment };
    return readMerge(await call('POST', '/merge_requests', body));
  },
};
