import { demandObject, demandText, objectsOf } from '../../http/answer-member.ts';
import { GitError } from '../git-error.ts';
import { basic } from './forge.ts';
import type { Forge, PullRequest } from './forge.ts';

const version = { 'api-version': '7.1' };

const refOf = (branch: string): string => `refs/heads/${branch}`;

/** Azure DevOps refuses longer descriptions. */
const maxDescriptionLength = 4000;

function shortened(text: string): string {
  if (text.length <= maxDescriptionLength) return text;
  return `${text.slice(0, maxDescriptionLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function readPull(answer: unknown, page: string): PullRequest {
  const pull = demandObject(answer);
  const [number, title] = [demandText(pull, 'pullRequestId'), demandText(pull, 'title')];
  // The member `url` of the answer is an address of the API.
  return { number, title, url: `${page}/pullrequest/${number}` };
}

/** Azure DevOps: https://learn.microsoft.com/rest/api/azure/devops/git/pull-requests. */
export const azureDevops: Forge = {
  title: 'Azure DevOps',
  rootOf: ({ url }) => {
    if (!url.includes('/_git/')) {
      throw new GitError('push_refused', 'The address of the repository has no part /_git/.');
    }
    return url.replace(/\.git$/, '').replace('/_git/', '/_apis/git/repositories/');
  },
  headersOf: (token) => basic('', token),
  find: async (call, { branch, base, page }) => {
    const query = new URLSearchParams({
      'searchCriteria.sourceRefName': refOf(branch),
      'searchCriteria.targetRefName': refOf(base),
      'searchCriteria.status': 'active',
      ...version,
    });
    const answer = demandObject(await call('GET', `/pullrequests?${query.toString()}`));
    const [found] = objectsOf(answer, 'value');
    return found && readPull(found, page);
  },
  create: async (call, { branch, base, title, comment: description, page }) => {
    const body = {
      sourceRefName: refOf(branch),
      targetRefName: refOf(base),
      title,
      description: shortened(description),
    };
    const path = `/pullrequests?${new URLSearchParams(version).toString()}`;
    return readPull(await call('POST', path, body), page);
  },
};
