import type { GitType } from '../../../domain/git/git-hosts.ts';
import type { GitSignIn, RepositoryAddress } from '../../../domain/git/repository.ts';
import { Refusal } from '../../../domain/errors.ts';
import { requestSource } from '../../http/source.ts';
import { GitError } from '../git-error.ts';
import { tokenOf } from '../sign-in.ts';
import type { GitAccess } from '../sign-in.ts';
import { azureDevops } from './azure-devops.ts';
import { bitbucket } from './bitbucket.ts';
import { partsOf } from './forge.ts';
import type { Forge, ForgeCall, ProposedChange, PullRequest } from './forge.ts';
import { gitea } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';

const forges: Partial<Record<GitType, Forge>> = {
  github,
  gitlab,
  gitea,
  bitbucket,
  azuredevops: azureDevops,
};

const timeoutMs = 30_000;

type Opening = GitAccess & {
  address: RepositoryAddress;
  signIn: GitSignIn;
  change: Pick<ProposedChange, 'branch' | 'base' | 'title' | 'comment'>;
};

/**
 * Opens a pull request through the REST API of the Git host, or returns the open one of the same branches, so that a retry opens no
 * second one. Throws GitError, and refuses with `source_refused` hosts that are not allowed.
 */
export async function openPullRequest(opening: Opening): Promise<PullRequest> {
  const { address, signIn } = opening;
  const forge = forges[signIn.type];
  if (forge === undefined) {
    throw new GitError('push_refused', `A Git host of type ${signIn.type} has no pull requests.`);
  }
  const call = await callOf(forge, opening);
  const [owner = ''] = partsOf(address);
  const change = { ...opening.change, owner, page: address.url.replace(/\.git$/, '') };
  try {
    return (await forge.find(call, change)) ?? (await forge.create(call, change));
  } catch (error) {
    opening.signal.throwIfAborted();
    if (error instanceof GitError || error instanceof Refusal) throw error;
    const reason = `The API of ${forge.title} at ${address.host} cannot be reached, or answers otherwise than documented.`;
    throw new GitError('unreachable', reason);
  }
}

async function callOf(forge: Forge, opening: Opening): Promise<ForgeCall> {
  const { address, signIn, allowedHosts, signal } = opening;
  const root = forge.rootOf(address);
  const signed = forge.headersOf(await tokenOf(address, signIn, opening), signIn);
  return async (method, path, body) => {
    const answer = await requestSource({
      method,
      url: `${root}${path}`,
      headers: {
        accept: 'application/json',
        ...signed,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body), isOnce: true as const }),
      allowedHosts,
      signal,
      timeoutMs,
    });
    const { status } = answer;
    if (method === 'GET' && status === 404) return undefined;
    if (status >= 200 && status < 300) return JSON.parse(answer.body.toString('utf8'));
    throw refusedBy(forge, method, status);
  };
}

/** Sentences of our own: answers of servers may repeat the request. */
function refusedBy({ title }: Forge, method: 'GET' | 'POST', status: number): GitError {
  if (status >= 500 || status === 429) {
    return new GitError('unreachable', `The API of ${title} answered ${status}.`);
  }
  const what = method === 'GET' ? 'to list pull requests' : 'the pull request';
  const hint =
    status === 401 || status === 403 || status === 404
      ? ': the Git credential needs the right to open pull requests'
      : '';
  return new GitError('push_refused', `${title} refused ${what} (status ${status})${hint}.`);
}
