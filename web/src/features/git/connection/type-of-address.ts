import type { GitConnection } from '../queries.ts';

export type GitType = GitConnection['gitConnectionType'];

const types: Readonly<Record<string, GitType>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'dev.azure.com': 'azuredevops',
  'ssh.dev.azure.com': 'azuredevops',
};

/** The Git host of an address, if its maker runs it; other servers are `git`. */
export function typeOfAddress(address: string): GitType {
  const host = /^(?:[a-z]+:\/\/)?(?:[^@/]+@)?([^/:]+)/iu.exec(address)?.[1] ?? '';
  return types[host.toLowerCase()] ?? 'git';
}
