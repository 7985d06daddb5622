import { Type } from '@sinclair/typebox';

/** Git hosts with an API of their own, and `git` for every other server. */
export const gitTypes = ['github', 'gitlab', 'bitbucket', 'azuredevops', 'gitea', 'git'] as const;
export type GitType = (typeof gitTypes)[number];

/** Hosts of the services that their makers run; the other types have none. */
const publicHosts: Partial<Record<GitType, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  azuredevops: 'dev.azure.com',
};

export const gitTypeSchema = Type.Unsafe<GitType>({
  type: 'string',
  enum: [...gitTypes],
  description: 'Git host; git is any other server, which has no pull requests',
});

const hostPattern =
  '^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?$';

export const gitHostSchema = Type.String({
  maxLength: 260,
  pattern: hostPattern,
  'x-must-be': 'a host name or an address, with a port if it is not the default',
  examples: ['git.example.com'],
  description: 'Host of the repositories; by default the public host of the type, if it has one',
});

/** The host in lower case, or the public host of the type; undefined if neither is known. */
export function gitHostOf(type: GitType, host: string | undefined): string | undefined {
  return host?.toLowerCase() ?? publicHosts[type];
}
