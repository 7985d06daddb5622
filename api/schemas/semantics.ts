import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { effectsSchema } from '../dry-run-query.ts';

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A concept in the deprecated JSON form; the document says more. */
export const conceptSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Type.String({ description: 'entity, shared_property, property, metric or group' }),
    description: Type.Optional(Type.String()),
    iri: Type.Optional(Type.String({ description: 'As written, perhaps with a prefix' })),
    status: Type.Optional(Type.String()),
    properties: Type.Optional(
      Type.Array(Type.Object({ ref: Type.String() }, { additionalProperties: true })),
    ),
  },
  { $id: 'SemanticConcept', additionalProperties: true },
);

/** A relationship in the deprecated JSON form. */
export const relationshipSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Type.String({ description: 'e.g. hasProperty, isA, relatedTo, memberOf' }),
    roles: Type.Array(Type.Object({ concept: Type.String() }, { additionalProperties: true }), {
      description: 'Both, by the ids of their concepts',
    }),
  },
  { $id: 'SemanticRelationship', additionalProperties: true },
);

/** One revision of an ontology. */
export const ontologyRevisionSchema = Type.Object({
  version: Type.Integer(),
  timestamp: Type.String(),
  principal: Type.String(),
  concepts: Type.Integer({ description: 'How many it has' }),
  branch: orNull(Type.String({ description: 'Branch whose merge made it' })),
});

const usageSchema = Type.Object({
  kind: Type.String({ description: 'data-contract or data-product' }),
  id: Type.String(),
  name: Type.String(),
  ownerId: orNull(Type.String()),
  fields: Type.Array(
    Type.Object({
      path: Type.String({ description: 'e.g. schema[0].properties[2]' }),
      name: orNull(Type.String({ description: 'Name of the field' })),
      url: Type.String({ description: 'The link as it is written' }),
    }),
  ),
});

/** Who links to a concept. */
export const usagesSchema = Type.Object(
  {
    usages: Type.Array(usageSchema),
    truncated: Type.Boolean({ description: 'Whether there are more' }),
  },
  { $id: 'SemanticUsages' },
);

/** What was done to one concept. */
export const conceptChangeSchema = Type.Object(
  {
    external_id: Type.String(),
    element_type: Type.String(),
    name: Type.String(),
    op: Type.String({ description: 'add, update or remove' }),
    impact: Type.String({ description: 'additive, structural or breaking' }),
    warnings: Type.Array(Type.String()),
    fields: Type.Array(Type.Unknown()),
    properties: Type.Array(Type.Unknown()),
    relationships: Type.Array(Type.Unknown()),
    usages: Type.Array(usageSchema),
  },
  { $id: 'SemanticConceptChange' },
);

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

/** A concept or definition as a property of a data contract. */
export const odcsPropertySchema = Type.Object(
  {
    name: Type.String(),
    businessName: Type.Optional(Type.String()),
    logicalType: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    url: Type.Optional(Type.String({ description: 'Where people read about it' })),
  },
  { $id: 'OdcsProperty', additionalProperties: true },
);

const name = Type.String({ minLength: 1, maxLength: 256 });
const text = Type.Optional(orNull(Type.String()));
const texts = Type.Optional(orNull(Type.Array(Type.String())));
const map = Type.Optional(orNull(Type.Record(Type.String(), Type.Unknown())));
const flag = Type.Optional(orNull(Type.Boolean()));

/** A concept as the deprecated endpoint takes it. */
export const conceptWriteSchema = Type.Object(
  {
    id: text,
    name,
    kind: Type.Optional(
      orNull(Type.String({ enum: ['entity', 'shared_property', 'property', 'metric', 'group'] })),
    ),
    description: text,
    iri: text,
    status: text,
    group: text,
    team: text,
    domain: text,
    classification: text,
    tags: texts,
    ai_context: map,
    custom_properties: map,
    data_type: text,
    required: flag,
    unique: flag,
    business_name: text,
    examples: texts,
    enum: texts,
    pattern: text,
    unit: text,
    better_when: text,
    formula: text,
    properties: Type.Optional(
      orNull(
        Type.Array(
          Type.Union([
            Type.Object({ ref: name }),
            Type.Object({ name, id: Type.Optional(orNull(name)) }, { additionalProperties: true }),
          ]),
          { description: 'Left out or null they stay as they are' },
        ),
      ),
    ),
  },
  { $id: 'SemanticConceptWrite', additionalProperties: true },
);

/** A relationship as the deprecated endpoint takes it. */
export const relationshipWriteSchema = Type.Object(
  {
    id: text,
    name: text,
    description: text,
    type: Type.String({ minLength: 1 }),
    roles: Type.Array(
      Type.Object(
        { concept: name, namespace: text, role_name: text, custom_properties: map },
        { additionalProperties: true },
      ),
      { minItems: 2, maxItems: 2 },
    ),
    multiplicity: Type.Optional(
      orNull(Type.String({ enum: ['OneToOne', 'OneToMany', 'ManyToOne', 'ManyToMany'] })),
    ),
    verbalizes: texts,
    custom_properties: map,
  },
  { $id: 'SemanticRelationshipWrite', additionalProperties: true },
);

/** What an import of RDF could not take over. */
export const rdfImportSchema = Type.Object(
  {
    notes: Type.Array(
      Type.Object({
        kind: Type.String(),
        message: Type.String(),
        count: Type.Integer(),
        examples: Type.Array(Type.String()),
      }),
    ),
  },
  { $id: 'SemanticImport' },
);
