import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';
import { assertNoViolations, assertValid } from '../validation/validation.ts';
import { gitHostSchema, gitTypeSchema } from './git-hosts.ts';
import { branchProblem, readFilePath, readRepositoryAddress } from './repository.ts';
import type { RepositoryAddress } from './repository.ts';
import { syncStatuses } from './sync-state.ts';

/** Members of a body that name a file in a repository. */
export const gitTarget = {
  gitCredentialExternalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Credential to use; by default the first that fits the type and the host',
    }),
  ),
  gitConnectionType: Type.Optional(gitTypeSchema),
  host: Type.Optional(gitHostSchema),
  repositoryUrl: Type.String({
    minLength: 1,
    maxLength: 1000,
    examples: ['https://github.com/example/shop.git', 'git@github.com:example/shop.git'],
    description: 'Address of the repository, without user name and password',
  }),
  repositoryBranch: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      default: 'main',
      description: 'Name of the branch',
    }),
  ),
  repositoryPath: Type.String({
    minLength: 1,
    maxLength: 500,
    examples: ['contracts/orders.odcs.yaml'],
    description: 'Path of the file; a file that ends in .json is JSON, every other YAML',
  }),
};

/** The body that connects a document with a file. */
export const gitConnectionSchema = Type.Object(gitTarget, {
  $id: 'GitConnectionRequest',
  additionalProperties: true,
});

export const gitPushSchema = Type.Object(
  {
    commitMessage: Type.Optional(
      Type.String({ minLength: 1, maxLength: 10_000, description: 'Message of the commit' }),
    ),
    replaceRemoteHash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{40,64}$',
        'x-must-be': 'a hash in hexadecimal',
        description:
          'Ends a conflict: remoteHash of the file that the document may replace, because you have seen it',
      }),
    ),
  },
  { $id: 'GitPushRequest', additionalProperties: true },
);

export const gitPullRequestSchema = Type.Object(
  {
    commitMessage: gitPushSchema.properties.commitMessage,
    replaceRemoteHash: gitPushSchema.properties.replaceRemoteHash,
    branchName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'New branch that gets the commit; by default one named after the document and its text',
      }),
    ),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 250, description: 'Title of the pull request' }),
    ),
    comment: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'Description of the pull request' }),
    ),
  },
  { $id: 'GitPullRequestRequest', additionalProperties: true },
);

/** Refuses with `invalid_body` a branch that a pull request cannot come from. */
export function assertProposedBranch(name: string | undefined, base: string): void {
  if (name === undefined) return;
  const isBase = name === base ? 'must be another branch than that of the connection' : undefined;
  const message = branchProblem(name) ?? isBase;
  const violations = message === undefined ? [] : [{ field: 'branchName', message }];
  assertNoViolations(violations, 'invalid_body');
}

export const gitPullSchema = Type.Object(
  {
    replaceLocalHash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{40,64}$',
        'x-must-be': 'a hash in hexadecimal',
        description:
          'Ends a conflict: localHash of the document that the file may replace, because you have seen it',
      }),
    ),
  },
  { $id: 'GitPullRequest', additionalProperties: true },
);

/** The format of a file by its name. */
export const formatOf = (path: string): 'json' | 'yaml' =>
  path.toLowerCase().endsWith('.json') ? 'json' : 'yaml';

const hash = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const oneOf = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], description });

/** A connection with the state of both sides. */
export const gitConnectionReadSchema = Type.Object(
  {
    gitConnectionId: Type.String({ format: 'uuid', description: 'Id of the connection' }),
    gitCredentialExternalId: Type.Optional(
      Type.String({ description: 'Named credential, if there is one' }),
    ),
    gitConnectionType: gitTypeSchema,
    host: Type.String({ description: 'Host of the repository' }),
    repositoryUrl: Type.String({ description: 'Address of the repository' }),
    repositoryBranch: Type.String({ description: 'Name of the branch' }),
    repositoryPath: Type.String({ description: 'Path of the file' }),
    syncStatus: Type.Optional(
      oneOf(syncStatuses, 'State at the last successful look; missing before it'),
    ),
    syncState: oneOf(
      [...syncStatuses, 'UNREACHABLE', 'UNKNOWN'],
      'Like syncStatus, and UNREACHABLE if the last look failed, UNKNOWN before the first look',
    ),
    problem: hash('Why the last look failed'),
    checkedAt: hash('When the repository was last looked at'),
    webLink: Type.Optional(Type.String({ description: 'Page of the file, if its host has one' })),
    pullRequestUrl: Type.Optional(
      Type.String({
        description:
          'The pull request that this request has opened; missing if there was nothing to propose',
      }),
    ),
    message: Type.Optional(
      Type.String({
        description: 'What this pull, push or pull request did, or that there was nothing to do',
        examples: ['The file has this content already; there was nothing to propose.'],
      }),
    ),
    lastHash: hash('Git hash of the file when both sides were last equal'),
    localHash: hash(
      'Hash of the content of the document; null for a namespace without an ontology',
    ),
    remoteHash: hash('Git hash of the file at the last look; null if there was no file'),
  },
  { $id: 'GitConnectionResponse' },
);

/** A checked request to connect a file. */
export type GitTarget = Pick<
  Static<typeof gitConnectionSchema>,
  'gitCredentialExternalId' | 'gitConnectionType'
> & { address: RepositoryAddress; branch: string; path: string };

/** Reads the body of a connection. Refuses with `invalid_body`. */
export function readGitTarget(document: unknown): GitTarget {
  const body = assertValid(gitConnectionSchema, document, 'invalid_body');
  const { repositoryUrl, repositoryBranch: branch = 'main', repositoryPath, host } = body;
  const address = readRepositoryAddress(repositoryUrl);
  const path = readFilePath(repositoryPath);
  const isOther =
    typeof address === 'object' && host !== undefined && host.toLowerCase() !== address.host;
  const problems: [field: string, message: string | undefined][] = [
    ['repositoryUrl', typeof address === 'string' ? address : undefined],
    ['host', isOther ? 'must be the host of repositoryUrl' : undefined],
    ['repositoryBranch', branchProblem(branch)],
    ['repositoryPath', path === undefined ? "must be the path of a file, without '..'" : undefined],
    ['gitConnectionType', missingType(body)],
  ];
  const violations = problems.flatMap(([field, message]): Violation[] =>
    message === undefined ? [] : [{ field, message }],
  );
  assertNoViolations(violations, 'invalid_body');
  const { gitCredentialExternalId, gitConnectionType } = body;
  return {
    ...(gitCredentialExternalId !== undefined && { gitCredentialExternalId }),
    ...(gitConnectionType !== undefined && { gitConnectionType }),
    address: address as RepositoryAddress,
    branch,
    path: path ?? '',
  };
}

function missingType(body: Static<typeof gitConnectionSchema>): string | undefined {
  const { gitCredentialExternalId, gitConnectionType } = body;
  return gitCredentialExternalId === undefined && gitConnectionType === undefined
    ? 'is required unless gitCredentialExternalId names a credential'
    : undefined;
}
