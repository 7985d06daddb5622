import { demandObject, demandText, objectOf, objectsOf } from '../../http/answer-member.ts';
import { basic, bearer, originOf, partsOf, pathOf } from './forge.ts';
import type { Forge, PullRequest } from './forge.ts';

function readPull(answer: unknown): PullRequest {
  const pull = demandObject(answer);
  const [number, title] = [demandText(pull, 'id'), demandText(pull, 'title')];
  const page = demandObject(objectOf(objectOf(pull, 'links'), 'html'));
  return { number, title, url: demandText(page, 'href') };
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** Bitbucket Cloud: https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/. */
export const bitbucket: Forge = {
  title: 'Bitbucket',
  rootOf: (address) => {
    const isCloud = address.host === 'bitbucket.org';
    const root = isCloud ? 'https://api.bitbucket.org' : originOf(address);
    return `${root}/2.0/repositories/${pathOf(partsOf(address))}`;
  },
  headersOf: (token, { tokenType, username }) =>
    tokenType === 'apiToken' ? basic(username ?? '', token) : bearer(token),
  find: async (call, { branch, base }) => {
    const wanted = [
      `source.branch.name = ${quoted(branch)}`,
      `destination.branch.name = ${quoted(base)}`,
      'state = "OPEN"',
    ];
    const query = new URLSearchParams({ q: wanted.join(' AND ') });
    const [found] = objectsOf(
      demandObject(await call('GET', `/pullrequests?${query.toString()}`)),
      'values',
    );
    return found && readPull(found);
  },
  create: async (call, { branch, base, title, comment: description }) => {
    const [source, destination] = [{ branch: { name: branch } }, { branch: { name: base } }];
    const body = { title, description, source, destination };
    return readPull(await call('POST', '/pullrequests', body));
  },
};
