import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';

/** A concept in the deprecated JSON form; the ontology document has more detail. */
export const conceptSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Type.String({ description: 'entity, shared_property, property, metric or group' }),
    description: Type.Optional(Type.String()),
    iri: Type.Optional(Type.String({ description: 'The IRI as written, possibly with a prefix' })),
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
      description: 'Ids of both concepts',
    }),
  },
  { $id: 'SemanticRelationship', additionalProperties: true },
);

/** A document that links to a concept. */
export const usageSchema = Type.Object({
  kind: Type.String({ description: 'data-contract or data-product' }),
  id: Type.String(),
  name: Type.String(),
  ownerId: orNull(Type.String()),
  fields: Type.Array(
    Type.Object({
      path: Type.String({ description: 'e.g. schema[0].properties[2]' }),
      name: orNull(Type.String({ description: 'Name of the field' })),
      url: Type.String({ description: 'The link as written in the document' }),
    }),
  ),
});

/** The documents that link to a concept. */
export const usagesSchema = Type.Object(
  {
    usages: Type.Array(
      Type.Object({
        ...usageSchema.properties,
        products: Type.Array(
          Type.Object({
            id: Type.String({ examples: ['demo-shop-data'] }),
            name: Type.String({ examples: ['Shop data'] }),
            ownerId: orNull(Type.String({ examples: ['demo-web-shop'] })),
          }),
          { description: 'Products with an output port that offers the contract' },
        ),
      }),
    ),
    truncated: Type.Boolean({
      description: 'True if there are more, which the Link header leads to',
    }),
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
    url: Type.Optional(Type.String({ description: 'Web page for people' })),
  },
  { $id: 'OdcsProperty', additionalProperties: true },
);

const name = Type.String({ minLength: 1, maxLength: 256 });
const text = Type.Optional(orNull(Type.String()));
const texts = Type.Optional(orNull(Type.Array(Type.String())));
const map = Type.Optional(orNull(recordOf(Type.Unknown())));
const flag = Type.Optional(orNull(Type.Boolean()));

/** Body of a PUT of a concept at the deprecated endpoint. */
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
          { description: 'If missing or null, they stay unchanged' },
        ),
      ),
    ),
  },
  { $id: 'SemanticConceptWrite', additionalProperties: true },
);

/** Body of a PUT of a relationship at the deprecated endpoint. */
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
