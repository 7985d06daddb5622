import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { ontologyFromRdf } from '../../../domain/ontology/rdf/from-rdf.ts';
import { ontologyToRdf } from '../../../domain/ontology/rdf/to-rdf.ts';
import { conceptOf, relationshipOf } from '../../../domain/ontology/ontology.ts';
import type { Ontology } from '../../../domain/ontology/ontology.ts';
import { parseOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import { isSameOntology } from '../../../domain/ontology/model/same-value.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { writeYaml } from '../../../lib/yaml/yaml.ts';
import { writeJsonLd, writeTurtle } from '../../../lib/rdf/write.ts';
import { ontology } from '../ontology/arbitrary.ts';
import { vocabulary } from './arbitrary-vocabulary.ts';
import { importRdf, people, readBack, readGraph } from './documents.ts';

const baseIri = 'https://catalog.example.org/semantics/shop/';
const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) };

/** What RDF cannot say, said once for all: see the cases below. */
function sayable({ members, concepts }: Ontology): Ontology {
  const { prefixes: _, ...others } = members;
  return {
    members: { version: '0.2.0.dev0', ...unordered(others) },
    concepts: concepts.toSorted(byIdentity).map(({ fields, relationships, name }) =>
      conceptOf(
        { type: 'EntityType', ...unordered(withoutId(fields, name)) },
        relationships
          .toSorted(byIdentity)
          .map((each) =>
            relationshipOf({ name: each.name, ...unordered(withoutId(each.fields, each.name)) }),
          ),
      ),
    ),
  };
}

type Identified = { identity: string };

const byIdentity = (one: Identified, other: Identified): number =>
  one.identity < other.identity ? -1 : 1;

/** Statements have no order, and so the values of one custom property have none. */
function unordered(fields: JsonObject): JsonObject {
  const custom = fields.custom_properties;
  if (typeof custom !== 'object' || custom === null) return fields;
  const sorted = Object.entries(custom).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value];
  });
  return { ...fields, custom_properties: Object.fromEntries(sorted) as JsonObject };
}

function withoutId({ id, ...others }: JsonObject, name: string): JsonObject {
  return id === undefined || id === name ? others : { id, ...others };
}

/** They tell what is kept as it was. */
const harmless = new Set(['foreignConcept', 'severalDomains', 'name']);

function roundTrip(document: Ontology): Ontology {
  const { triples, prefixes } = ontologyToRdf(document, { baseIri });
  const graph = { triples, prefixes, graphs: 0, unreadable: 0 };
  const made = ontologyFromRdf(graph, { name: document.members.name as string, baseIri });
  expect(made.notes.filter(({ kind }) => !harmless.has(kind))).toEqual([]);
  return readBack(made).ontology;
}

function expectSame(one: Ontology, other: Ontology): void {
  if (isSameOntology(sayable(one), sayable(other))) return;
  expect(sayable(one)).toEqual(sayable(other));
  throw new Error('differ');
}

function parsed(text: string): Ontology {
  const answer = parseOntology(text);
  if (!answer.parsed) throw new Error(JSON.stringify(answer.violations));
  return answer.parsed.ontology;
}

describe('an ontology that was written as RDF and read again', () => {
  it('is the same', () => {
    fc.assert(
      fc.property(ontology, (document) => expectSame(roundTrip(document), document)),
      runs,
    );
  });

  it('is the same when it uses the words of vocabularies', () => {
    fc.assert(
      fc.property(vocabulary, (document) => expectSame(roundTrip(document), document)),
      runs,
    );
  });

  it('is the same as Turtle and as JSON-LD', async () => {
    for (const document of fc.sample(vocabulary, 5)) {
      const { triples, prefixes } = ontologyToRdf(document, { baseIri });
      for (const [format, text] of [
        ['text/turtle', writeTurtle(triples, prefixes)],
        ['application/ld+json', writeJsonLd(triples, prefixes)],
      ] as const) {
        const made = ontologyFromRdf(await readGraph(text, format), { name: 'people', baseIri });
        expectSame(readBack(made).ontology, document);
      }
    }
  });

  it('keeps its text when it came from RDF', async () => {
    const { text, ontology } = await importRdf(people.turtle, { name: 'people', baseIri });
    const { triples, prefixes } = ontologyToRdf(ontology, { baseIri });
    const again = await importRdf(writeTurtle(triples, prefixes), { name: 'people', baseIri });
    expect(again.text).toBe(text);
  });

  const yaml = (concept: JsonObject, members: JsonObject = {}): Ontology =>
    parsed(writeYaml({ version: '0.2.0.dev0', name: 'shop', ...members, ontology: [concept] }));

  it('cannot say which prefixes it had, nor whether an address was short', () => {
    const prefixes = { ex: 'http://example.org/', unused: 'http://unused.example/' };
    const document = yaml({ concept: 'A', iri: 'http://example.org/A' }, { prefixes });
    const back = roundTrip(document);
    expect(back.members.prefixes).toEqual({ ex: 'http://example.org/' });
    expect(back.concepts[0]?.fields.iri).toBe('ex:A');
  });

  it('cannot say that a concept has no type, nor that an id is the name', () => {
    const [concept] = roundTrip(yaml({ concept: 'A', id: 'A' })).concepts;
    expect(concept?.fields).toEqual({ concept: 'A', type: 'EntityType' });
  });

  it('cannot say that the document names no version', () => {
    const document = parsed(writeYaml({ name: 'shop', ontology: [] }));
    expect(roundTrip(document).members).toEqual({ version: '0.2.0.dev0', name: 'shop' });
  });

  it('cannot say the order of the values of a custom property', () => {
    const list = ['b', 'a'];
    const document = yaml({ concept: 'A', custom_properties: { 'skos:altLabel': list } });
    expect(roundTrip(document).concepts[0]?.fields.custom_properties).toEqual({
      'skos:altLabel': ['a', 'b'],
    });
  });
});

describe('an ontology as Turtle', () => {
  it('speaks OWL, and our own words only where OWL has none', () => {
    const document = parsed(`name: shop
prefixes: {schema: "http://schema.org/"}
ontology:
  - {concept: Order ID, id: order_id, type: ValueType, extends: [Integer]}
  - concept: Order
    type: EntityType
    description: What a customer wants.
    status: draft
    iri: schema:Order
    custom_properties: {name@de: Bestellung, unit: piece, rdfs:seeAlso: "https://shop.example/orders"}
    relationships:
      - {name: Order ID, id: order_id, type: hasProperty, roles: [{concept: order_id}], multiplicity: OneToOne}
      - {name: follows, roles: [{concept: Order}], multiplicity: ManyToOne}
`);
    const { triples, prefixes } = ontologyToRdf(document, { baseIri });
    const own = baseIri.replace(/\/$/, '');
    expect(writeTurtle(triples, prefixes)).toBe(`@prefix concordat: <urn:concordat:ontology:>.
@prefix owl: <http://www.w3.org/2002/07/owl#>.
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>.
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#>.
@prefix schema: <http://schema.org/>.
@prefix xsd: <http://www.w3.org/2001/XMLSchema#>.

<${own}> a owl:Ontology.
<${own}/order_id> a owl:DatatypeProperty, owl:FunctionalProperty, owl:InverseFunctionalProperty;
    rdfs:domain schema:Order;
    rdfs:label "Order ID";
    rdfs:range xsd:integer.
schema:Order a owl:Class;
    rdfs:label "Order";
    rdfs:comment "What a customer wants.";
    concordat:status "draft";
    rdfs:label "Bestellung"@de;
    rdfs:seeAlso <https://shop.example/orders>;
    concordat:custom_properties "{\\"unit\\":\\"piece\\"}"^^rdf:JSON.
<${own}/Order.follows> a owl:ObjectProperty, owl:FunctionalProperty;
    rdfs:domain schema:Order;
    rdfs:range schema:Order;
    rdfs:label "follows";
    concordat:id "follows".
`);
  });

  it('holds only addresses that are allowed, whatever the document holds', async () => {
    const odd = 'a> <http://evil.example/> "x';
    const document = parsed(
      writeYaml({
        name: odd,
        prefixes: { odd: 'no address >', 'ex ': 'http://example.org/' },
        ontology: [
          { concept: odd, iri: odd, id: `${odd}/ü`, extends: [], [odd]: odd, __proto: 1 },
          { concept: 'B', iri: 'odd:B', custom_properties: { [odd]: odd, 'odd:x': `<${odd}>` } },
        ],
      }),
    );
    const { triples, prefixes } = ontologyToRdf(document, { baseIri });
    for (const [format, text] of [
      ['text/turtle', writeTurtle(triples, prefixes)],
      ['application/ld+json', writeJsonLd(triples, prefixes)],
    ] as const) {
      const made = ontologyFromRdf(await readGraph(text, format), { name: odd, baseIri });
      expectSame(readBack(made).ontology, document);
    }
  });
});

const corpus = path.resolve('../shared/standards/corpus/osi');
const foaf = 'pr146--apache--ossie--examples__foaf_owl_import.yaml';

(fs.existsSync(corpus) ? describe : describe.skip)('documents of others (../shared)', () => {
  it('come back as they were', () => {
    const document = parsed(fs.readFileSync(path.join(corpus, foaf), 'utf8'));
    expectSame(roundTrip(document), document);
    const { triples } = ontologyToRdf(document, { baseIri });
    const subjects = new Set(triples.map(({ subject }) => subject.value));
    expect(subjects).toContain('http://xmlns.com/foaf/0.1/knows');
  });
});
