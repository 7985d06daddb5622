import { Type } from '@sinclair/typebox';
import { orNull } from './nullable.ts';

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

/** Somebody who links to a concept. */
export const usageSchema = Type.Object({
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
