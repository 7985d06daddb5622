import type { GitTokenType } from './credential.ts';
import type { GitType } from './git-hosts.ts';

/** Address of a repository; `host` is in lower case and has a port only if it is not the default. */
export type RepositoryAddress =
  | { protocol: 'http'; url: string; host: string }
  | { protocol: 'ssh'; url: string; host: string; hostname: string; port: number; user: string };

/** What a credential signs in with; `secret` is the token or the private key. */
export type GitSignIn = {
  type: GitType;
  host: string;
  tokenType: GitTokenType;
  username: string | null;
  appId: string | null;
  installationId: string | null;
  knownHosts: string | null;
  secret: string;
};

const scp = /^(?:([A-Za-z0-9._-]+)@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/|:)(\S+)$/;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u0020\u007f\\]/;
const maxUrlLength = 1000;

/**
 * Reads the address of a repository: `https://…`, `http://…`, `ssh://…` or `git@host:path`. Returns the reason as text if it is
 * none, or contains a password, a query or a fragment.
 */
export function readRepositoryAddress(text: string): RepositoryAddress | string {
  if (text.length > maxUrlLength) return `must have at most ${maxUrlLength} characters`;
  if (controls.test(text)) return 'must have no white space and no backslash';
  const short = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? null : scp.exec(text);
  if (short) {
    const [, user = 'git', host = '', path = ''] = short;
    return readRepositoryAddress(`ssh://${user}@${host}/${path.replace(/^\//, '')}`);
  }
  if (!URL.canParse(text))
    return 'must be an address such as https://git.example.com/team/shop.git';
  return addressOf(new URL(text));
}

function addressOf(url: URL): RepositoryAddress | string {
  const problem = problemOf(url);
  if (problem !== undefined) return problem;
  const path = url.pathname.replace(/\/+$/, '');
  const host = url.host.toLowerCase();
  if (url.protocol !== 'ssh:') {
    return { protocol: 'http', url: `${url.protocol}//${host}${path}`, host };
  }
  const user = url.username === '' ? 'git' : url.username;
  const port = Number(url.port || 22);
  const bare = port === 22 ? url.hostname.toLowerCase() : host;
  const hostname = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return { protocol: 'ssh', url: `ssh://${user}@${bare}${path}`, host: bare, hostname, port, user };
}

function problemOf(url: URL): string | undefined {
  if (!['https:', 'http:', 'ssh:'].includes(url.protocol)) {
    return 'must begin with https://, http:// or ssh://, or look like git@host:path';
  }
  if (url.search !== '' || url.hash !== '') return 'must have no query and no fragment';
  if (/^\/*$/.test(url.pathname)) return 'must name a repository after the host';
  const hasUser = url.username !== '' && url.protocol !== 'ssh:';
  if (url.password !== '' || hasUser) {
    return 'must contain no user name and no password: store a Git credential';
  }
  return url.protocol === 'ssh:' ? sshProblem(url) : undefined;
}

/** A host or a user that begins with a hyphen would be an option of ssh. */
function sshProblem({ username, hostname }: URL): string | undefined {
  if (!/^(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?$/.test(username)) return 'has no valid user';
  const isHost = /^(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])$/.test(hostname);
  return isHost ? undefined : 'has no valid host';
}

/** The reason why a branch cannot have this name (`git check-ref-format --branch`); undefined if it can. */
export function branchProblem(name: string): string | undefined {
  const isBad =
    name === '@' ||
    name.length > 200 ||
    controls.test(name) ||
    /[~^:?*[]|\.\.|@\{|\.$|^-/.test(name) ||
    name.split('/').some((part) => part === '' || part.startsWith('.') || part.endsWith('.lock'));
  return isBad ? 'must be the name of a branch' : undefined;
}

/** The path of a file without a slash at its beginning; undefined for paths that Git does not store or that lead elsewhere. */
export function readFilePath(text: string): string | undefined {
  const path = text.replace(/^\/+/, '');
  const parts = path.split('/');
  const isFine =
    path.length > 0 &&
    path.length <= 1000 &&
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    !/[\u0000-\u001f\u007f\\]/.test(path) &&
    parts.every(
      (part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git',
    );
  return isFine ? path : undefined;
}
