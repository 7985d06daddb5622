import { Type } from '@sinclair/typebox';
import { branchImpacts } from '../../../domain/contract-branches/branch-changes.ts';
import { versionStates } from '../../../domain/contract-branches/judge-branch.ts';
import { contractChangeSchema } from '../contract-tests/contract-changes.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] });

const number = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

const flag = (description: string) => Type.Boolean({ description, examples: [false] });

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description, examples: [values[0]] });

const value = (whose: string) =>
  Type.Optional(Type.Unknown({ description: `Value ${whose}; missing if there is none` }));

const conflictSchema = Type.Object(
  {
    path: text('The part that both have changed', 'schema[orders].properties[status].description'),
    base: value('at the revision that the branch was cut from'),
    target: value('in the data contract now'),
    branch: value('in the branch'),
    truncated: Type.Optional(flag('True if the values are too long and left out')),
  },
  {
    $id: 'ContractBranchConflict',
    description: 'A part that the data contract and its branch have changed in different ways',
  },
);

/** A branch of a data contract. */
export const contractBranchSchema = Type.Object(
  {
    name: text('Name of the branch', 'feature/new-terms'),
    change_request_id: text(
      'The change request that the branch is',
      '0190a5d2-ac96-774b-bcce-b302099a8057',
    ),
    data_contract_id: text('Data contract that it was cut from', 'orders'),
    data_contract_name: text('Name of that data contract', 'Orders'),
    branch_data_contract_id: text(
      'Id under which test results of the branch are stored',
      'branch/0190a5d2-ac96-774b-bcce-b302099a8057',
    ),
    author: text('Who cut it', 'user:01890a5d-ac96-774b-bcce-b302099a8057'),
    author_name: principalNameSchema,
    created_at: instant('When it was cut'),
    updated_at: instant('When its text was last written'),
    revision: number('Raised by each write of its text; the entity tag of the text', 2),
    base_revision: number('Revision of the data contract that it starts from', 7),
    version: text('Version in its text', '1.0.0'),
    target_version: text('Version of the data contract', '1.0.0'),
    version_state: oneOf(
      versionStates,
      'needsBump: it has changes and a version that is not above that of the data contract; bumped: its version is above; unchanged: it has no changes',
    ),
    suggested_step: orNull(
      oneOf(['major', 'minor', 'patch'], 'The step of the version that announces its changes'),
    ),
    suggested_version: orNull(text('The version that announces its changes', '1.1.0')),
    breaking_changes: Type.Array(contractChangeSchema, {
      description: 'Changes that break consumers, at most 500; in lists the first 5',
    }),
    change_count: number('Number of changed elements', 1),
    behind_target: flag('True if the data contract was saved after the branch was cut or rebased'),
    conflicted: flag('True if it cannot merge before somebody decides its conflicts'),
    conflicts: Type.Array(conflictSchema, {
      description: 'The first 500 conflicts; in lists the first 5',
    }),
    conflict_count: number('Number of conflicts', 0),
    may_write: flag('True if the caller may write, rebase and delete it'),
    may_merge: flag('True if the caller may merge and test it'),
  },
  {
    $id: 'ContractBranch',
    description:
      'A branch of a data contract: an open change request with a name. What it says of changes is what a merge would do',
  },
);

/** What a branch changes in one element of its contract. */
export const contractBranchChangeSchema = Type.Object(
  {
    key: text('Type and names of the element', 'property:orders/status'),
    element_type: text('contract, schema, property, server, role or sla', 'property'),
    path: text('Path of the element', 'schema[orders].properties[status]'),
    name: text('Name of the element', 'status'),
    op: oneOf(['add', 'update', 'remove'], 'What the branch does to it'),
    impact: oneOf(
      Object.values(branchImpacts),
      'additive: consumers notice nothing; structural: they should know; breaking: they must act',
    ),
    fields: Type.Array(Type.String(), { description: 'Changed members of the element' }),
  },
  { $id: 'ContractBranchChange', description: 'What a branch changes in one element' },
);

/** Optional body of a merge. */
export const contractBranchMergeSchema = Type.Object(
  {
    update_port_versions: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'True sets the landed version on the output ports that name the data contract and have a version',
        examples: [false],
      }),
    ),
    version: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The version that the data contract gets; needed when that of the branch is not above it. Its own version keeps it',
        examples: ['1.1.0'],
      }),
    ),
    route: Type.Optional(
      Type.Unsafe<'land' | 'pull_request'>({
        type: 'string',
        enum: ['land', 'pull_request'],
        default: 'land',
        description:
          'land: save the data contract; pull_request: open a pull request in its Git repository',
        examples: ['land'],
      }),
    ),
  },
  {
    $id: 'ContractBranchMerge',
    description: 'How a branch is merged',
    additionalProperties: false,
  },
);

/** Optional body of a rebase. */
export const contractBranchRebaseSchema = Type.Object(
  {
    choices: Type.Array(
      Type.Object(
        {
          path: text('Path of the conflict', 'status'),
          take: Type.Unsafe<'target' | 'branch'>({
            type: 'string',
            enum: ['target', 'branch'],
            description: 'Whose value the branch gets: that of the data contract, or its own',
            examples: ['branch'],
          }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 500, description: 'Decisions about conflicts' },
    ),
  },
  {
    $id: 'ContractBranchRebase',
    description: 'How conflicts of a branch are decided',
    additionalProperties: false,
  },
);

/** A pull request that was opened from a branch. */
export const openedRequestSchema = Type.Object(
  {
    remote_id: text('Its number in the repository', '42'),
    type: Type.Literal('pull_request'),
    title: text('Its title', 'Allow the status returned'),
    url: text('Its address', 'https://git.example.com/shop/contracts/pulls/42'),
    status: Type.Literal('open'),
    mergeability: orNull(text('What the host says of merging it', 'clean')),
    comment_count: number('Number of comments', 0),
  },
  { $id: 'OpenedPullRequest', description: 'A pull request that was opened from a branch' },
);
