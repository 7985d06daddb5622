import { Type } from '@sinclair/typebox';
import { effectsSchema } from '../../http/dry-run-query.ts';
import { usageSchema } from './concepts.ts';
import { orNull } from '../nullable.ts';

/** A conflict between a branch and its namespace. */
export const conflictSchema = Type.Object(
  {
    concept: Type.Optional(
      Type.String({ description: 'Id of the concept; missing for the document itself' }),
    ),
    field: Type.String({
      description:
        '* for the concept as a whole, else a path like custom_properties.unit or relationships[id].multiplicity; names with dots, brackets or quotation marks are quoted as in JSON: custom_properties."x.y"',
    }),
    base: Type.Optional(Type.Unknown()),
    namespace: Type.Optional(Type.Unknown()),
    branch: Type.Optional(Type.Unknown()),
    truncated: Type.Optional(
      Type.Boolean({ description: 'True if the values are too long and left out' }),
    ),
  },
  { $id: 'SemanticConflict', additionalProperties: true },
);

/** A branch and its state. */
export const branchSchema = Type.Object(
  {
    name: Type.String(),
    namespace: Type.String(),
    branch_namespace: Type.String({
      description: 'Name under which clients may use the branch as a namespace',
    }),
    base_revision: Type.Integer({ description: 'Revision that the branch is compared with' }),
    revision: Type.Integer({ description: 'Number of changes of the branch' }),
    behind_target: Type.Boolean({
      description: 'True if the namespace has changed since the base revision',
    }),
    conflicted: Type.Boolean(),
    conflicts: Type.Array(conflictSchema, {
      description: 'The first 1,000 conflicts, at most 1 MB; in the list of branches the first 5',
    }),
    conflict_count: Type.Integer({ description: 'Number of conflicts' }),
    conflict_revision: orNull(
      Type.Integer({ description: 'Revision that the branch conflicts with' }),
    ),
    merged_revision: orNull(Type.Integer({ description: 'Revision that the merge created' })),
    status: Type.String({ enum: ['open', 'conflicted', 'merged'] }),
  },
  { $id: 'SemanticBranch' },
);

const reprinted = Type.Array(Type.String(), {
  description:
    'Ids of the first 1,000 concepts whose entries were rewritten because of anchors or aliases, losing comments and layout',
});

/** A branch after its conflicts were resolved. */
export const resolvedBranchSchema = Type.Object(
  {
    ...branchSchema.properties,
    adjusted: Type.Array(
      Type.Object({ concept: Type.String(), field: Type.String() }, { additionalProperties: true }),
      {
        description:
          'References that the choices left without their concepts, which were taken from the namespace instead; and references that now name another concept',
      },
    ),
    reprinted,
  },
  { $id: 'ResolvedOntologyBranch', additionalProperties: true },
);

/** Choices that resolve conflicts. */
export const choicesSchema = Type.Object(
  {
    choices: Type.Array(
      Type.Object({
        concept: Type.Optional(
          Type.Union([Type.String(), Type.Null()], {
            description: 'Concept as in the conflict; missing for the document itself',
          }),
        ),
        field: Type.String({ description: 'Field as in the conflict' }),
        take: Type.String({ enum: ['namespace', 'branch', 'value'] }),
        value: Type.Optional(Type.Unknown({ description: 'With take: value' })),
      }),
    ),
  },
  { $id: 'SemanticChoices', additionalProperties: true },
);

/** A preview of a merge. */
export const mergeRehearsalSchema = Type.Object({
  effects: effectsSchema.properties.effects,
  conflicts: Type.Array(conflictSchema, { description: 'The first 1,000 conflicts, at most 1 MB' }),
  conflictCount: Type.Integer({ description: 'Number of conflicts' }),
  impact: Type.Array(Type.Object({ concept: Type.String(), usages: Type.Array(usageSchema) }), {
    description: 'Documents that link to concepts in conflict',
  }),
  reprinted,
});
