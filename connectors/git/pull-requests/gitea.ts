import { demandObject, demandText, textOf } from '../../http/answer-member.ts';
import { originOf, partsOf, pathOf } from './forge.ts';
import type { Forge, PullRequest } from './forge.ts';

function readPull(answer: unknown): PullRequest {
  const pull = demandObject(answer);
  const [number, title] = [demandText(pull, 'number'), demandText(pull, 'title')];
  return { number, title, url: demandText(pull, 'html_url') };
}

/** Gitea and Forgejo: https://docs.gitea.com/api/, section repository. */
export const gitea: Forge = {
  title: 'Gitea',
  rootOf: (address) => `${originOf(address)}/api/v1/repos/${pathOf(partsOf(address))}`,
  headersOf: (token) => ({ authorization: `token ${token}` }),
  find: async (call, { branch, base }) => {
    const pull = await call(
      'GET',
      `/pulls/${encodeURIComponent(base)}/${encodeURIComponent(branch)}`,
    );
    const isOpen = pull !== undefined && textOf(demandObject(pull), 'state') === 'open';
    return isOpen ? readPull(pull) : undefined;
  },
  create: async (call, { branch: head, base, title, comment: body }) =>
    readPull(await call('POST', '/pulls', { title, head, base, body })),
};
