import { demandObject, demandText, numberOf, objectOf, textOf } from '../../http/answer-member.ts';
import type { AnswerObject } from '../../http/answer-member.ts';
import { originOf, partsOf, pathOf } from './forge.ts';
import type { Forge, ForgeCall, ProposedChange, PullRequest } from './forge.ts';

function readPull(answer: unknown): PullRequest {
  const pull = demandObject(answer);
  const [number, title] = [demandText(pull, 'number'), demandText(pull, 'title')];
  return { number, title, url: demandText(pull, 'html_url') };
}

/** Gitea and Forgejo: https://docs.gitea.com/api/, section repository. */
export const gitea: Forge = {
  title: 'Gitea',
  rootOf: (address) => {
    const parts = partsOf(address);
    // Gitea may be served below a path; its repositories have an owner and a name.
    const [before, repository] = [parts.slice(0, -2), parts.slice(-2)].map(pathOf);
    const root = before === '' ? originOf(address) : `${originOf(address)}/${before}`;
    return `${root}/api/v1/repos/${repository}`;
  },
  headersOf: (token) => ({ authorization: `token ${token}` }),
  find: async (call, change) => {
    const { branch, base } = change;
    const at = `/pulls/${encodeURIComponent(base)}/${encodeURIComponent(branch)}`;
    const pull = await call('GET', at);
    if (pull === undefined) return undefined;
    // Gitea answers the oldest of several pull requests of the same branches, even if it is closed.
    return isOpen(demandObject(pull)) ? readPull(pull) : findAmongOpen(call, change);
  },
  create: async (call, { branch: head, base, title, comment: body }) =>
    readPull(await call('POST', '/pulls', { title, head, base, body })),
};

const isOpen = (pull: AnswerObject): boolean => textOf(pull, 'state') === 'open';

/** 5,000 pull requests: Gitea answers 50 at once, or fewer if its administrator has set a smaller limit. */
const maxPages = 100;

async function findAmongOpen(
  call: ForgeCall,
  { branch, base }: ProposedChange,
): Promise<PullRequest | undefined> {
  for (let page = 1; page <= maxPages; page++) {
    const query = new URLSearchParams({ state: 'open', limit: '50', page: String(page) });
    const pulls = await call('GET', `/pulls?${query.toString()}`);
    if (!Array.isArray(pulls) || pulls.length === 0) return undefined;
    const found = pulls.map(demandObject).find((pull) => {
      const [head, target] = [objectOf(pull, 'head'), objectOf(pull, 'base')];
      const isOfFork = numberOf(head, 'repo_id') !== numberOf(target, 'repo_id');
      return !isOfFork && textOf(head, 'label') === branch && textOf(target, 'label') === base;
    });
    if (found !== undefined) return readPull(found);
  }
  return undefined;
}
