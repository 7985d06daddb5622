import { createPrivateKey } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';
import { assertNoViolations, assertValid } from '../validation/validation.ts';
import { gitHostOf, gitHostSchema, gitTypeSchema } from './git-hosts.ts';

/** Ways to sign in to a Git server. */
export const gitTokenTypes = ['authenticationToken', 'apiToken', 'sshKey', 'githubApp'] as const;
export type GitTokenType = (typeof gitTokenTypes)[number];

/** Credentials that a team or an organization may have. */
export const maxGitCredentials = 100;

const line = { minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]+$' };
const oneLine = { ...line, 'x-must-be': 'one line' };
const digits = { pattern: '^[0-9]{1,20}$', 'x-must-be': 'a number' };

const tokenType = Type.Unsafe<GitTokenType>({
  type: 'string',
  enum: [...gitTokenTypes],
  description:
    'Kind of authenticationToken: a token of any Git host (default), an API token of Bitbucket, a private SSH key, or the private key of a GitHub App',
});

const shown = {
  externalId: Type.Optional(
    Type.String({
      ...oneLine,
      description: 'Name for API clients, unique in the organization; by default the id',
    }),
  ),
  gitConnectionType: gitTypeSchema,
  host: Type.Optional(gitHostSchema),
  tokenName: Type.Optional(Type.String({ ...oneLine, description: 'Name for people' })),
  tokenType: Type.Optional(tokenType),
  username: Type.Optional(
    Type.String({
      ...oneLine,
      description:
        'Account of the token, where the Git host needs one; the e-mail address of API tokens of Bitbucket',
    }),
  ),
  appId: Type.Optional(Type.String({ ...digits, description: 'Id of the GitHub App' })),
  installationId: Type.Optional(
    Type.String({ ...digits, description: 'Id of the installation of the GitHub App' }),
  ),
  knownHosts: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20_000,
      description:
        'Public keys of the SSH server as in a known_hosts file, e.g. the lines of ssh-keyscan; required for SSH keys',
    }),
  ),
};

const authenticationToken = Type.String({
  minLength: 1,
  maxLength: 20_000,
  writeOnly: true,
  description: 'Token or private key without a passphrase; never shown',
});

/** The body that creates a credential. */
export const gitCredentialCreateSchema = Type.Object(
  { ...shown, authenticationToken },
  { $id: 'GitCredentialCreateRequest', additionalProperties: true },
);

/** The body that replaces a credential; without a token the stored token stays. */
export const gitCredentialUpdateSchema = Type.Object(
  { ...shown, authenticationToken: Type.Optional(authenticationToken) },
  { $id: 'GitCredentialUpdateRequest', additionalProperties: true },
);

/** A credential as clients read it; never with its token. */
export const gitCredentialReadSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the credential' }),
    ...shown,
    createdAt: Type.String({ format: 'date-time', description: 'When it was created' }),
    createdBy: Type.String({ description: 'Key or person that created it' }),
    updatedAt: Type.String({ format: 'date-time', description: 'When it was last written' }),
    updatedBy: Type.String({ description: 'Key or person that wrote it last' }),
  },
  { $id: 'GitCredentialResponse' },
);

/** A checked credential with its defaults. */
export type GitCredentialWrite = Omit<
  Static<typeof gitCredentialUpdateSchema>,
  'host' | 'tokenType'
> & { host: string; tokenType: GitTokenType };

/** Reads the body of a new credential, or of a change. Refuses with `bad_request` and its violations. */
export function readGitCredential(document: unknown, how: 'create' | 'update'): GitCredentialWrite {
  const schema = how === 'create' ? gitCredentialCreateSchema : gitCredentialUpdateSchema;
  const body: Static<typeof gitCredentialUpdateSchema> = assertValid(
    schema,
    document,
    'bad_request',
  );
  const { tokenType: type = 'authenticationToken' } = body;
  const host = gitHostOf(body.gitConnectionType, body.host);
  const violations = [
    ...(host === undefined
      ? [{ field: 'host', message: `is required for ${body.gitConnectionType}` }]
      : []),
    ...problemsOf[type](body),
  ];
  assertNoViolations(violations, 'bad_request');
  return { ...body, host: host ?? '', tokenType: type };
}

type Body = Static<typeof gitCredentialUpdateSchema>;

const required = (body: Body, names: readonly (keyof Body)[], why: string): Violation[] =>
  names
    .filter((name) => body[name] === undefined)
    .map((name) => ({ field: name, message: `is required for ${why}` }));

const problemsOf: Record<GitTokenType, (body: Body) => Violation[]> = {
  authenticationToken: tokenProblems,
  apiToken: (body) => [...required(body, ['username'], 'API tokens'), ...tokenProblems(body)],
  sshKey: (body) => [...required(body, ['knownHosts'], 'SSH keys'), ...sshProblems(body)],
  githubApp: (body) => [
    ...(body.gitConnectionType === 'github'
      ? []
      : [{ field: 'gitConnectionType', message: 'must be github for a GitHub App' }]),
    ...required(body, ['appId', 'installationId'], 'GitHub Apps'),
    ...appProblems(body),
  ],
};

function tokenProblems({ authenticationToken: token = '' }: Body): Violation[] {
  // A line break in a token would end the header that carries it.
  return /^[\u0021-\u007e]*$/.test(token)
    ? []
    : [{ field: 'authenticationToken', message: 'must have no white space' }];
}

function sshProblems({ authenticationToken: key }: Body): Violation[] {
  if (key === undefined || /^-----BEGIN [A-Z ]*PRIVATE KEY-----\r?\n/.test(key)) return [];
  return [
    { field: 'authenticationToken', message: 'must be a private key in PEM or OpenSSH form' },
  ];
}

function appProblems({ authenticationToken: key }: Body): Violation[] {
  if (key === undefined) return [];
  try {
    if (createPrivateKey(key).asymmetricKeyType === 'rsa') return [];
  } catch {
    // The message of the library may repeat parts of the key.
  }
  return [{ field: 'authenticationToken', message: 'must be the RSA key of the app in PEM form' }];
}
