import * as fc from 'fast-check';
import { conceptOf, relationshipOf } from '../../../domain/ontology/ontology.ts';
import type { Concept, Ontology, Relationship } from '../../../domain/ontology/ontology.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { validOnly } from '../ontology/arbitrary.ts';

/** Ontologies that use what vocabularies have words for, and what looks like it. */

const prefixes = { ex: 'http://example.org/people#', other: 'https://other.example/ns/' };

const text = fc.constantFrom('one', 'a "quoted" \\ text\nof two lines', '😀 <b>', '<not an iri>');
const iri = fc.constantFrom(
  'ex:Person',
  'ex:agent',
  'other:thing',
  'unknown:x',
  'no address',
  'urn:uuid:1234',
);
const address = fc.constantFrom(
  'http://schema.org/Person',
  'urn:x:1',
  'https://other.example/ns/a',
);
const scalar = fc.oneof(
  text,
  address.map((value) => `<${value}>`),
  fc.boolean(),
  fc.constantFrom(0, -7, 1.5, 1e21, 12345678901234),
);

const annotation = fc.oneof(
  fc.tuple(fc.constantFrom('name@de', 'description@de', 'name@en', 'skos:altLabel@fr'), text),
  fc.tuple(fc.constantFrom('owl:equivalentClass', 'rdfs:seeAlso', 'skos:related'), address),
  fc.tuple(fc.constantFrom('rdfs:subClassOf', 'rdfs:range', 'rdfs:domain', 'owl:sameAs'), address),
  fc.tuple(
    fc.constantFrom('dct:creator', 'ex:rank', 'unit', 'rdfs:label', 'rdfs:comment', 'rdf:type'),
    fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constant({ deep: [1] })),
  ),
);
const custom = fc
  .array(annotation, { maxLength: 3 })
  .map((entries) => Object.fromEntries(entries) as unknown as JsonObject);

const common = {
  description: text,
  status: fc.constantFrom('draft', 'deprecated'),
  custom_properties: custom,
};

const entities = ['Person', 'Agent', 'Group'];
const values = ['age', 'full name', 'Code'];
const builtIns = ['String', 'Integer', 'Date', 'Any'];

const owned = (value: string, multiplicity: string | undefined): Relationship =>
  relationshipOf({
    name: value,
    type: 'hasProperty',
    roles: [{ concept: value }],
    ...(multiplicity !== undefined && { multiplicity }),
  });

const multiplicity = fc.constantFrom('OneToOne', 'OneToMany', 'ManyToOne', 'ManyToMany');

const relationship = fc.oneof(
  fc
    .tuple(fc.constantFrom(...values), fc.option(multiplicity, { nil: undefined }))
    .map(([value, limit]) => owned(value, limit)),
  fc
    .record(
      {
        ...common,
        name: fc.constantFrom('knows', 'made by', 'age'),
        id: fc.constantFrom('k1', 'k2'),
        type: fc.constantFrom('relatedTo', 'hasProperty', 'isA'),
        iri,
        multiplicity,
        roles: fc.constantFrom(...entities, ...values, ...builtIns).map((concept) => [{ concept }]),
      },
      { requiredKeys: ['name', 'roles'] },
    )
    .map((fields) => relationshipOf(fields as JsonObject)),
);

const concept = (name: string, type: string): fc.Arbitrary<Concept> =>
  fc
    .tuple(
      fc.record(
        {
          ...common,
          concept: fc.constant(name),
          type: fc.constant(type),
          iri,
          extends:
            type === 'ValueType'
              ? fc.constantFrom(['String'], ['Integer'], ['Code'], [])
              : fc.subarray(entities),
          identify_by: fc.constant(['id']),
        },
        { requiredKeys: ['concept', 'type'] },
      ),
      type === 'ValueType' ? fc.constant([]) : fc.array(relationship, { maxLength: 4 }),
    )
    .map(([fields, relationships]) =>
      conceptOf(fields as unknown as JsonObject, [...relationships]),
    );

const members = fc
  .record(
    {
      description: text,
      requires: fc.constantFrom(['http://example.org/places'], ['COUNT[Person] > 0'], []),
      custom_properties: fc.record(
        {
          display_name: text,
          'owl:Ontology': fc.constantFrom('http://example.org/people', 'ex:Person', 'no address'),
          'owl:versionInfo': fc.constant('1.3'),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  .map((fields): JsonObject => ({ name: 'people', prefixes, ...(fields as JsonObject) }));

/** Concepts that may name one another, with annotations from vocabularies. */
export const vocabulary: fc.Arbitrary<Ontology> = fc
  .record({
    members,
    concepts: fc
      .tuple(
        fc.tuple(...entities.map((name) => concept(name, 'EntityType'))),
        fc.tuple(...values.map((name) => concept(name, 'ValueType'))),
      )
      .map((lists) => lists.flat()),
  })
  .map(validOnly);
