import type { CredentialWrite } from '../changes.ts';
import type { GitCredential } from '../queries.ts';

export type GitType = GitCredential['gitConnectionType'];
export type TokenKind = NonNullable<GitCredential['tokenType']>;

/** What the form has; empty is absent. The token of a stored credential is not known here. */
export type CredentialForm = Record<
  | 'tokenName'
  | 'externalId'
  | 'host'
  | 'username'
  | 'appId'
  | 'installationId'
  | 'knownHosts'
  | 'authenticationToken',
  string
> & { gitConnectionType: GitType; tokenType: TokenKind };

/** Hosts that their makers run, which need not be named. */
export const publicHosts: Partial<Record<GitType, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  azuredevops: 'dev.azure.com',
};

/** The kinds of tokens of a Git host. */
export function kindsOf(type: GitType): TokenKind[] {
  if (type === 'github') return ['authenticationToken', 'sshKey', 'githubApp'];
  if (type === 'bitbucket') return ['authenticationToken', 'apiToken', 'sshKey'];
  return ['authenticationToken', 'sshKey'];
}

/** Members that only these kinds have. */
const ownMembers: Record<TokenKind, readonly (keyof CredentialForm)[]> = {
  authenticationToken: ['username'],
  apiToken: ['username'],
  sshKey: ['knownHosts'],
  githubApp: ['appId', 'installationId'],
};

const optional: Record<TokenKind, readonly (keyof CredentialForm)[]> = {
  authenticationToken: ['username'],
  apiToken: [],
  sshKey: [],
  githubApp: [],
};

/** The form of a stored credential, or an empty one. */
export function credentialFormOf(credential: GitCredential | undefined): CredentialForm {
  const empty = { tokenName: '', externalId: '', host: '', username: '', appId: '' };
  const more = { installationId: '', knownHosts: '', authenticationToken: '' };
  const kinds = { gitConnectionType: 'github', tokenType: 'authenticationToken' } as const;
  if (credential === undefined) return { ...empty, ...more, ...kinds };
  const { tokenName, externalId, host, username, appId, installationId, knownHosts } = credential;
  const { gitConnectionType, tokenType } = credential;
  const stored = { tokenName, externalId, host, username, appId, installationId, knownHosts };
  const known = Object.fromEntries(
    Object.entries(stored).filter(([, value]) => value !== undefined),
  ) as Partial<CredentialForm>;
  return {
    ...empty,
    ...more,
    ...kinds,
    ...known,
    gitConnectionType,
    ...(tokenType && { tokenType }),
  };
}

/** The body to send: the members of this kind that are not empty. */
export function toCredential(form: CredentialForm): CredentialWrite {
  const { gitConnectionType, tokenType, authenticationToken } = form;
  const texts = (['tokenName', 'externalId', 'host', ...ownMembers[tokenType]] as const)
    .map((name) => [name, form[name].trim()])
    .filter(([, value]) => value !== '');
  // A private key ends with a line break.
  const token = tokenType === 'sshKey' ? authenticationToken : authenticationToken.trim();
  return {
    ...(Object.fromEntries(texts) as Partial<CredentialWrite>),
    gitConnectionType,
    tokenType,
    ...(token !== '' && { authenticationToken: token }),
  };
}

/** True while something is missing that the server would ask for. */
export function isIncomplete(form: CredentialForm, isNew: boolean): boolean {
  const { gitConnectionType: type, tokenType } = form;
  const needed = ownMembers[tokenType].filter((name) => !optional[tokenType].includes(name));
  return (
    (isNew && form.authenticationToken.trim() === '') ||
    (publicHosts[type] === undefined && form.host.trim() === '') ||
    needed.some((name) => form[name].trim() === '')
  );
}
