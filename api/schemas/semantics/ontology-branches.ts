import { Type } from '@sinclair/typebox';
import { effectsSchema } from '../../http/dry-run-query.ts';
import { usageSchema } from './concepts.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] });

const author = (description: string) =>
  orNull(Type.String({ description, examples: ['person:018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'] }));

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
    mark: Type.Optional(
      Type.String({
        description:
          'Stands for these values: a choice that names it as `seen` is not applied to others; missing for conflicts that an older version has stored',
        examples: ['9f00c2ba88d0e1a4'],
      }),
    ),
    truncated: Type.Optional(
      Type.Boolean({ description: 'True if the values are too long and left out' }),
    ),
    namespace_change: Type.Optional(
      Type.Object(
        {
          revision: Type.Integer({ description: 'Revision of the namespace', examples: [17] }),
          at: instant('When it was written'),
          principal: Type.String({ description: 'Who wrote it', examples: ['system'] }),
          principalName: principalNameSchema,
        },
        {
          description:
            'Last change of the concept in the namespace; missing for removed concepts and for the document itself',
        },
      ),
    ),
  },
  { $id: 'SemanticConflict', additionalProperties: true },
);

/** A branch and its state. */
export const branchSchema = Type.Object(
  {
    name: Type.String(),
    title: orNull(Type.String({ description: 'Title for people', examples: ['Orders on credit'] })),
    author: author('Who created the branch; null if that was not recorded'),
    author_name: principalNameSchema,
    created_at: instant('When the branch was created'),
    updated_at: instant('When the branch or its state changed last'),
    changed_by: author('Who changed its ontology last; null while it equals its base'),
    changed_by_name: principalNameSchema,
    changed_at: orNull(instant('When its ontology was changed last')),
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

/** Body of a PUT of a branch. */
export const branchWriteSchema = Type.Object(
  {
    title: Type.Optional(
      orNull(
        Type.String({
          maxLength: 200,
          description: 'Title for people; without one, an existing branch keeps its title',
          examples: ['Orders on credit'],
        }),
      ),
    ),
  },
  { $id: 'SemanticBranchWrite', additionalProperties: true },
);

const resultingText = Type.Optional(
  Type.String({ description: 'With text: the resulting ontology', examples: ['name: sales\n'] }),
);

const adjusted = Type.Array(
  Type.Object({ concept: Type.String(), field: Type.String() }, { additionalProperties: true }),
  {
    description:
      'References that the choices left without their concepts, which were taken from the namespace instead; and references that now name another concept',
  },
);

const reprinted = Type.Array(Type.String(), {
  description:
    'Ids of the first 1,000 concepts whose entries were rewritten because of anchors or aliases, losing comments and layout',
});

/** A branch after its conflicts were resolved. */
export const resolvedBranchSchema = Type.Object(
  {
    ...branchSchema.properties,
    adjusted,
    reprinted,
    text: resultingText,
  },
  { $id: 'ResolvedOntologyBranch', additionalProperties: true },
);

/** A preview of a resolution. */
export const resolveRehearsalSchema = Type.Object({
  effects: effectsSchema.properties.effects,
  adjusted,
  reprinted,
  text: resultingText,
});

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
        seen: Type.Optional(
          Type.String({
            maxLength: 100,
            description:
              '`mark` of the conflict when the choice was made: if the conflict has other values by then, resolve asks again instead of applying the choice',
            examples: ['9f00c2ba88d0e1a4'],
          }),
        ),
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
  revision: Type.Integer({ description: 'Revision of the namespace', examples: [17] }),
  impact: Type.Array(Type.Object({ concept: Type.String(), usages: Type.Array(usageSchema) }), {
    description: 'Documents that link to concepts in conflict',
  }),
  reprinted,
  text: resultingText,
});

/** Saved choices for the conflicts of a branch. */
export const savedChoicesSchema = Type.Object(
  {
    choices: choicesSchema.properties.choices,
    savedAt: orNull(instant('When they were saved; null if none are saved')),
    principal: author('Who saved them; null if none are saved'),
    principalName: principalNameSchema,
  },
  { $id: 'SemanticSavedChoices' },
);

/** One concept of a branch. */
export const branchConceptSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the concept, else its name', examples: ['order'] }),
    entry: Type.Unknown({
      description: 'Its entry in the ontology',
      examples: [{ concept: 'Order', id: 'order', type: 'EntityType' }],
    }),
    yaml: Type.String({ description: 'The entry as YAML', examples: ['concept: Order\n'] }),
  },
  { $id: 'SemanticBranchConcept' },
);
