import { createPrivateKey } from 'node:crypto';
import type { GitSignIn, RepositoryAddress } from '../../domain/git/repository.ts';
import { demandObject, demandText } from '../http/answer-member.ts';
import { isSafeAddress } from '../http/safe-address.ts';
import { requestJson, SourceAnswerError } from '../http/source.ts';
import { signWebToken } from '../http/web-token.ts';
import { GitError } from './git-error.ts';
import { exchangeTimeoutMs } from './limits.ts';
import { githubApi } from './pull-requests/github.ts';

/** What a worker may contact while it uses a repository. */
export type GitAccess = { allowedHosts: readonly string[]; signal: AbortSignal };

/** Names of accounts with which Git hosts take access tokens. */
const usernames: Partial<Record<GitSignIn['type'], string>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
};

/** A token of the installation of a GitHub App, which works for an hour. */
export async function installationToken(
  { host, appId, installationId, secret }: GitSignIn,
  { allowedHosts, signal }: GitAccess,
  api = githubApi(host),
): Promise<string> {
  const web = signWebToken(
    { iss: appId ?? '' },
    { key: createPrivateKey(secret), lifeSeconds: 300 },
  );
  const url = `${api}/app/installations/${installationId}/access_tokens`;
  const headers = { authorization: `Bearer ${web}`, accept: 'application/vnd.github+json' };
  const request = { method: 'POST', url, headers, allowedHosts, signal } as const;
  try {
    const answer = await requestJson({ ...request, timeoutMs: exchangeTimeoutMs });
    return demandText(demandObject(answer), 'token');
  } catch (error) {
    if (!(error instanceof SourceAnswerError)) throw error;
    throw new GitError(
      'unreachable',
      `GitHub gave the app no token (status ${error.status}): check the id, the installation and the key of the GitHub App.`,
    );
  }
}

/**
 * The Authorization header of requests to a repository. Throws `unreachable` for SSH keys, for a credential of another host, and
 * for addresses on which others could read the token.
 */
export async function authorizationOf(
  address: RepositoryAddress,
  signIn: GitSignIn | undefined,
  access: GitAccess,
): Promise<string | undefined> {
  if (signIn === undefined) return undefined;
  const token = await tokenOf(address, signIn, access);
  return `Basic ${Buffer.from(`${usernameOf(signIn)}:${token}`).toString('base64')}`;
}

/** The token of a credential. Throws `unreachable` like `authorizationOf`. */
export async function tokenOf(
  address: RepositoryAddress,
  signIn: GitSignIn,
  access: GitAccess,
): Promise<string> {
  assertSameHost(address, signIn);
  if (signIn.tokenType === 'sshKey') {
    throw new GitError('unreachable', 'An SSH key needs an address that begins with ssh://.');
  }
  if (!isSafeAddress(address.url)) {
    throw new GitError(
      'unreachable',
      'A token is sent only to addresses that begin with https://.',
    );
  }
  const isApp = signIn.tokenType === 'githubApp';
  return isApp ? installationToken(signIn, access) : signIn.secret;
}

function usernameOf({ type, tokenType, username }: GitSignIn): string {
  // Bitbucket takes the e-mail address of an API token only in its REST API.
  if (type === 'bitbucket' && tokenType === 'apiToken') return 'x-bitbucket-api-token-auth';
  return username ?? usernames[type] ?? 'git';
}

/** Throws `unreachable` for a credential of another host. */
export function assertSameHost({ host }: RepositoryAddress, signIn: GitSignIn): void {
  if (host === signIn.host) return;
  throw new GitError(
    'unreachable',
    `The Git credential is for ${signIn.host}, and not for ${host}.`,
  );
}
