import { Type } from '@sinclair/typebox';
import { effectsSchema } from '../dry-run-query.ts';
import { usageSchema } from './concepts.ts';
import { orNull } from './nullable.ts';

/** A disagreement between a branch and its namespace. */
export const conflictSchema = Type.Object(
  {
    concept: Type.Optional(Type.String({ description: 'Missing for the document itself' })),
    field: Type.String({
      description:
        '* for the concept as a whole, else a path like custom_properties.unit or relationships[id].multiplicity; names with dots, brackets or quotation marks are JSON texts: custom_properties."x.y"',
    }),
    base: Type.Optional(Type.Unknown()),
    namespace: Type.Optional(Type.Unknown()),
    branch: Type.Optional(Type.Unknown()),
    truncated: Type.Optional(Type.Boolean({ description: 'Its values are too long to be told' })),
  },
  { $id: 'SemanticConflict', additionalProperties: true },
);

/** A branch and where it stands. */
export const branchSchema = Type.Object(
  {
    name: Type.String(),
    namespace: Type.String(),
    branch_namespace: Type.String({ description: 'What clients may call it as a namespace' }),
    base_revision: Type.Integer({ description: 'Revision that it is compared with' }),
    revision: Type.Integer({ description: 'Counts its changes' }),
    behind_target: Type.Boolean({ description: 'Whether the namespace has moved since' }),
    conflicted: Type.Boolean(),
    conflicts: Type.Array(conflictSchema, {
      description: 'The first 1,000, and 1 MB; in the list of branches the first 5',
    }),
    conflict_count: Type.Integer({ description: 'How many there are' }),
    conflict_revision: orNull(Type.Integer({ description: 'Revision that it disagrees with' })),
    merged_revision: orNull(Type.Integer({ description: 'Revision that its merge made' })),
    status: Type.String({ enum: ['open', 'conflicted', 'merged'] }),
  },
  { $id: 'SemanticBranch' },
);

const reprinted = Type.Array(Type.String(), {
  description:
    'Ids of the first 1,000 concepts whose entries are printed anew, because anchors or aliases left no other way: their comments and layout are lost',
});

/** A branch whose conflicts were decided. */
export const resolvedBranchSchema = Type.Object(
  {
    ...branchSchema.properties,
    adjusted: Type.Array(
      Type.Object({ concept: Type.String(), field: Type.String() }, { additionalProperties: true }),
      {
        description:
          'What the choices had left without its concepts, and was taken from the namespace instead; and what names another concept now',
      },
    ),
    reprinted,
  },
  { $id: 'ResolvedOntologyBranch', additionalProperties: true },
);

/** Decisions about conflicts. */
export const choicesSchema = Type.Object(
  {
    choices: Type.Array(
      Type.Object({
        concept: Type.Optional(
          Type.Union([Type.String(), Type.Null()], {
            description: 'As in the conflict; missing for the document itself',
          }),
        ),
        field: Type.String({ description: 'As in the conflict' }),
        take: Type.String({ enum: ['namespace', 'branch', 'value'] }),
        value: Type.Optional(Type.Unknown({ description: 'With take: value' })),
      }),
    ),
  },
  { $id: 'SemanticChoices', additionalProperties: true },
);

/** What a merge would do. */
export const mergeRehearsalSchema = Type.Object({
  effects: effectsSchema.properties.effects,
  conflicts: Type.Array(conflictSchema, { description: 'The first 1,000, and 1 MB' }),
  conflictCount: Type.Integer({ description: 'How many there are' }),
  impact: Type.Array(Type.Object({ concept: Type.String(), usages: Type.Array(usageSchema) }), {
    description: 'Who links to the concepts that the sides disagree about',
  }),
  reprinted,
});
