import { canonicalJson } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { iriTerm, literalTerm } from '../../../lib/rdf/rdf.ts';
import type { RdfTerm, RdfTriple } from '../../../lib/rdf/rdf.ts';
import type { Concept, ConceptIndex, Ontology } from '../ontology.ts';
import type { QNames } from './names.ts';
import { iriOf, namespaces } from './vocabulary.ts';

/** The context of all steps of an export. */
export type Export = {
  ontology: Ontology;
  index: ConceptIndex;
  prefixes: Readonly<Record<string, string>>;
  names: QNames;
  /** Ends with a slash. */
  baseIri: string;
  /** Address of every concept. */
  iris: ReadonlyMap<Concept, string>;
  concepts: ReadonlySet<string>;
  /** Value types that are written as a property of their concepts. */
  attached: ReadonlyMap<Concept, Attachment>;
  triples: RdfTriple[];
};

export type Attachment = { owners: Concept[]; multiplicity: Json | undefined };

type QName = Parameters<typeof iriOf>[0];

/** Adds statements about one thing. */
export type ThingWriter = {
  iri: string;
  add: (predicate: QName, value: RdfTerm) => void;
  addTo: (predicate: string, value: RdfTerm) => void;
  /** A member without a term in any vocabulary. */
  own: (member: string, value: Json | undefined) => void;
};

/** A writer for the thing with this address. */
export function writerOf({ triples }: Export, iri: string): ThingWriter {
  const subject = iriTerm(iri);
  const addTo = (predicate: string, object: RdfTerm): void => {
    triples.push({ subject, predicate: iriTerm(predicate), object });
  };
  return {
    iri,
    add: (predicate, value) => addTo(iriOf(predicate), value),
    addTo,
    own(member, value) {
      if (value === undefined) return;
      const term =
        typeof value === 'string'
          ? literalTerm(value)
          : literalTerm(canonicalJson(value), iriOf('rdf:JSON'));
      addTo(namespaces.concordat + encodeURIComponent(member.toWellFormed()), term);
    },
  };
}

/** The domain of a property: one concept, or the union of several. */
export function writeDomain(context: Export, writer: ThingWriter, iris: readonly string[]): void {
  const [only, ...others] = iris;
  if (only === undefined) return;
  if (others.length === 0) return writer.add('rdfs:domain', iriTerm(only));
  const { triples } = context;
  const blank = (): RdfTerm => ({ kind: 'blank', value: `b${triples.length}` });
  const add = (subject: RdfTerm, predicate: QName, object: RdfTerm): void => {
    triples.push({ subject, predicate: iriTerm(iriOf(predicate)), object });
  };
  const union = blank();
  writer.add('rdfs:domain', union);
  add(union, 'rdf:type', iriTerm(iriOf('owl:Class')));
  let node = blank();
  add(union, 'owl:unionOf', node);
  for (const [position, iri] of iris.entries()) {
    add(node, 'rdf:first', iriTerm(iri));
    const isLast = position === iris.length - 1;
    const rest = isLast ? iriTerm(iriOf('rdf:nil')) : blank();
    add(node, 'rdf:rest', rest);
    node = rest;
  }
}

/** Writes the multiplicity of a property, from the concepts of its domain to its range. */
export function writeMultiplicity(writer: ThingWriter, multiplicity: Json | undefined): void {
  const types: Readonly<Record<string, readonly QName[]>> = {
    ManyToOne: ['owl:FunctionalProperty'],
    OneToMany: ['owl:InverseFunctionalProperty'],
    OneToOne: ['owl:FunctionalProperty', 'owl:InverseFunctionalProperty'],
  };
  const known = typeof multiplicity === 'string' ? types[multiplicity] : undefined;
  for (const type of known ?? []) writer.add('rdf:type', iriTerm(iriOf(type)));
  if (!known) writer.own('multiplicity', multiplicity);
}

/** The stated address of a concept or relationship, in its usual member or custom property. */
export function statedAddress(fields: JsonObject): string | undefined {
  return textOf(fields.iri) ?? textOf(fields.uri) ?? textOf(objectOf(fields.custom_properties).iri);
}

export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

export const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
