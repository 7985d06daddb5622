import { demandObject, demandText } from '../../http/answer-member.ts';
import { bearer, originOf, partsOf, pathOf } from './forge.ts';
import type { Forge, PullRequest } from './forge.ts';

/** Address of the REST API of a GitHub host. */
export function githubApi(host: string, origin = `https://${host}`): string {
  return host === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
}

function readPull(answer: unknown): PullRequest {
  const pull = demandObject(answer);
  const [number, title] = [demandText(pull, 'number'), demandText(pull, 'title')];
  return { number, title, url: demandText(pull, 'html_url') };
}

/** GitHub and GitHub Enterprise Server: https://docs.github.com/rest/pulls/pulls. */
export const github: Forge = {
  title: 'GitHub',
  rootOf: (address) => {
    const root = githubApi(address.host, originOf(address));
    return `${root}/repos/${pathOf(partsOf(address))}`;
  },
  headersOf: (token) => ({ ...bearer(token), accept: 'application/vnd.github+json' }),
  find: async (call, { owner, branch, base }) => {
    const query = new URLSearchParams({ state: 'open', base, head: `${owner}:${branch}` });
    const pulls = await call('GET', `/pulls?${query.toString()}`);
    const [found] = Array.isArray(pulls) ? pulls : [];
    return found === undefined ? undefined : readPull(found);
  },
  create: async (call, { branch: head, base, title, comment: body }) =>
    readPull(await call('POST', '/pulls', { title, head, base, body })),
};
