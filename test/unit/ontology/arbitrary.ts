import * as fc from 'fast-check';
import { conceptOf, relationshipOf } from '../../../domain/ontology/ontology.ts';
import { builtInConcepts } from '../../../domain/ontology/ontology.ts';
import type { Concept, Ontology, Relationship } from '../../../domain/ontology/ontology.ts';
import type { Sides } from '../../../domain/ontology/merge/merge-values.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

/** Small pools, so that sides meet often. */
const texts = fc.constantFrom('one', 'two', 'three: and # four', ' five ', '6');
const pool = (prefix: string) => fc.constantFrom(...[0, 1, 2, 3, 4].map((n) => `${prefix}${n}`));
const named = fc.oneof({ weight: 4, arbitrary: pool('C') }, pool('c'), fc.constant('String'));

const relationship: fc.Arbitrary<Relationship> = fc
  .record(
    {
      id: pool('r'),
      name: pool('R'),
      roles: fc.array(fc.record({ concept: named, name: texts }, { requiredKeys: ['concept'] }), {
        minLength: 1,
        maxLength: 2,
      }),
      multiplicity: fc.constantFrom('OneToOne', 'ManyToOne', 'ManyToMany'),
      verbalizes: fc.uniqueArray(texts, { maxLength: 3 }),
    },
    { requiredKeys: ['name', 'roles'] },
  )
  .map((fields) => relationshipOf(fields as JsonObject));

const concept: fc.Arbitrary<Concept> = fc
  .tuple(
    fc.record(
      {
        concept: pool('C'),
        id: pool('c'),
        type: fc.constantFrom('EntityType', 'ValueType'),
        description: texts,
        extends: fc.uniqueArray(named, { maxLength: 2 }),
        tags: fc.uniqueArray(texts, { maxLength: 3 }),
        custom_properties: fc.dictionary(fc.constantFrom('unit', 'scale', 'a.b'), texts),
        examples: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
      },
      { requiredKeys: ['concept'] },
    ),
    fc.array(relationship, { maxLength: 2 }),
  )
  .map(([fields, relationships]) => conceptOf(fields as JsonObject, relationships));

const members = fc
  .record(
    {
      description: texts,
      custom_properties: fc.dictionary(fc.constantFrom('owner', 'read_only'), texts),
      prefixes: fc.dictionary(fc.constantFrom('ex', 'foaf'), texts),
    },
    { requiredKeys: [] },
  )
  .map((fields): JsonObject => ({ name: 'shop', ...(fields as JsonObject) }));

/** What a client may upload: without duplicates, and without references to nothing. */
export function validOnly({ members, concepts }: Ontology): Ontology {
  const kept = uniqueBy(
    uniqueBy(concepts, (each) => each.identity),
    (each) => each.name,
  );
  const known = new Set([
    ...builtInConcepts,
    ...kept.flatMap((each) => [each.identity, each.name]),
  ]);
  return {
    members,
    concepts: kept.map(({ fields, relationships }) => {
      const parents = fields.extends as string[] | undefined;
      return conceptOf(
        { ...fields, ...(parents && { extends: parents.filter((name) => known.has(name)) }) },
        uniqueBy(relationships, (each) => each.identity).filter((each) =>
          (each.fields.roles as { concept: string }[]).every((role) => known.has(role.concept)),
        ),
      );
    }),
  };
}

function uniqueBy<Of>(entries: readonly Of[], keyOf: (entry: Of) => string): Of[] {
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()];
}

export const ontology: fc.Arbitrary<Ontology> = fc
  .record({ members, concepts: fc.array(concept, { maxLength: 5 }) })
  .map(validOnly);

/** Something somebody does to a document. */
const edit: fc.Arbitrary<(concepts: Concept[]) => Concept[]> = fc.oneof(
  fc.nat(4).map((at) => (all: Concept[]) => all.filter((_, place) => place !== at)),
  concept.map((added) => (all: Concept[]) => [...all, added]),
  fc.tuple(fc.nat(4), concept).map(
    ([at, other]) =>
      (all: Concept[]) =>
        all.map((each, place) => (place === at ? withFields(each, other.fields) : each)),
  ),
  fc.tuple(fc.nat(4), relationship).map(
    ([at, other]) =>
      (all: Concept[]) =>
        all.map((each, place) =>
          place === at ? conceptOf(each.fields, [...each.relationships, other]) : each,
        ),
  ),
  fc
    .nat(4)
    .map(
      (at) => (all: Concept[]) =>
        all.map((each, place) =>
          place === at ? conceptOf(each.fields, each.relationships.slice(1)) : each,
        ),
    ),
  fc.tuple(fc.nat(4), fc.nat(1), fc.oneof(pool('R'), pool('r'))).map(
    ([at, of, name]) =>
      (all: Concept[]) =>
        all.map((each, place) =>
          place === at ? conceptOf(each.fields, each.relationships.map(callIf(of, name))) : each,
        ),
  ),
  fc.tuple(fc.nat(4), pool('C')).map(
    ([at, name]) =>
      (all: Concept[]) =>
        renamed(all, at, name),
  ),
);

/** Names or identifies the relationship at a place anew. */
const callIf =
  (of: number, called: string) =>
  (each: Relationship, place: number): Relationship => {
    if (place !== of) return each;
    return relationshipOf({ ...each.fields, [called.startsWith('r') ? 'id' : 'name']: called });
  };

function withFields(concept: Concept, fields: JsonObject): Concept {
  const { concept: _, id: __, ...others } = fields;
  return conceptOf({ ...concept.fields, ...others }, concept.relationships);
}

/** Renames a concept, and what names it, as its author would. */
function renamed(all: Concept[], at: number, name: string): Concept[] {
  const old = all[at]?.name;
  if (old === undefined || all.some((each) => each.name === name || each.identity === name))
    return all;
  const text = JSON.stringify(all).replaceAll(`"concept":"${old}"`, `"concept":"${name}"`);
  return (JSON.parse(text) as Concept[]).map(({ fields, relationships }) =>
    conceptOf(
      fields,
      relationships.map((each) => relationshipOf(each.fields)),
    ),
  );
}

const edited = (base: Ontology) =>
  fc
    .tuple(fc.array(edit, { maxLength: 4 }), fc.option(members, { freq: 4 }))
    .map(([edits, other]) =>
      validOnly({
        members: other ?? base.members,
        concepts: edits.reduce((all, apply) => apply(all), base.concepts),
      }),
    );

/** A base, and what two people made of it. */
export const sides: fc.Arbitrary<Sides<Ontology>> = ontology.chain((base) =>
  fc.record({
    base: fc.constant(base),
    namespace: fc.oneof({ weight: 5, arbitrary: edited(base) }, ontology),
    branch: fc.oneof({ weight: 5, arbitrary: edited(base) }, ontology),
  }),
);
