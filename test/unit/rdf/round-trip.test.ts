import fs from 'node:fs';
import * as fc from 'fast-check';
import { ontologyFromRdf } from '../../../domain/ontology/from-rdf.ts';
import { ontologyToRdf } from '../../../domain/ontology/to-rdf.ts';
import { conceptOf, relationshipOf } from '../../../domain/ontology/merge-draft.ts';
import type { Ontology } from '../../../domain/ontology/ontology.ts';
import { parseOntology } from '../../../domain/ontology/parse-ontology.ts';
import { isSameOntology } from '../../../domain/ontology/same-value.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { writeYaml } from '../../../lib/yaml.ts';
import { writeJsonLd, writeTurtle } from '../../../lib/write-rdf.ts';
import { ontology } from '../ontology/arbitrary.ts';
import { vocabulary } from './arbitrary-vocabulary.ts';
import { importRdf, people, readBack, readGraph } from './documents.ts';

const baseIri = 'https://catalog.example.org/semantics/shop/';
const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) };

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
  const made = ontologyFromRdf(graph, { name: String(document.members.name), baseIri });
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
});
