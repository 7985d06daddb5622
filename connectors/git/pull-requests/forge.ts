import type { GitSignIn, RepositoryAddress } from '../../../domain/git/repository.ts';

/** A pull request to open: `branch` has the change, and `base` is to get it. */
export type ProposedChange = {
  /** First part of the path of the repository. */
  owner: string;
  /** Address of the repository without `.git`. */
  page: string;
  branch: string;
  base: string;
  title: string;
  comment: string;
};

/** An open pull request. */
export type PullRequest = { number: string; title: string; url: string };

/** Sends a request to the REST API of a Git host; undefined for status 404 of a GET. */
export type ForgeCall = (
  method: 'GET' | 'POST',
  path: string,
  body?: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** The REST API of one kind of Git hosts, as far as pull requests need it. */
export type Forge = {
  title: string;
  /** Address of the API of the repository. */
  rootOf: (address: RepositoryAddress) => string;
  /** Headers that sign in with a token. */
  headersOf: (token: string, signIn: GitSignIn) => Readonly<Record<string, string>>;
  /** The open pull request from this branch, if there is one. */
  find: (call: ForgeCall, change: ProposedChange) => Promise<PullRequest | undefined>;
  create: (call: ForgeCall, change: ProposedChange) => Promise<PullRequest>;
};

/** The parts of the path of a repository, e.g. its owner and its name; `.git` is no part of the name. */
export function partsOf({ url }: RepositoryAddress): string[] {
  const path = new URL(url).pathname.replace(/\.git$/, '');
  return path.split('/').filter(Boolean).map(decodeURIComponent);
}

export const pathOf = (parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

export const originOf = ({ url }: RepositoryAddress): string => new URL(url).origin;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export const basic = (user: string, token: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
});
