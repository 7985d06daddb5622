import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { iriTerm, literalTerm, taggedTerm } from '../../../lib/rdf/rdf.ts';
import type { RdfTerm } from '../../../lib/rdf/rdf.ts';
import { expandName } from './names.ts';
import { objectOf } from './triple-writer.ts';
import type { Export, ThingWriter } from './triple-writer.ts';
import { builtInOf, iriOf, namespaces, predicates, tops, types } from './vocabulary.ts';

/** Statements already written about the same thing. */
type Said = {
  name: string | undefined;
  description: string | undefined;
  range?: string | undefined;
};

/**
 * Custom properties named by vocabulary terms become statements; all others become one value of Concordat's own
 * term.
 */
export function writeCustomProperties(
  context: Export,
  writer: ThingWriter,
  value: Json | undefined,
  said: Said,
): void {
  const members = Object.entries(objectOf(value));
  const rest = members.filter(([key, custom]) => {
    const statements = textStatement(key, custom, said) ?? statementsOf(context, key, custom, said);
    for (const [predicate, term] of statements ?? []) writer.addTo(predicate, term);
    return !statements;
  });
  const isEmpty = value !== undefined && members.length === 0;
  if (rest.length > 0 || isEmpty) writer.own('custom_properties', Object.fromEntries(rest));
}

type Statements = [predicate: string, value: RdfTerm][];

const tagged = /^(.+)@([a-z]{1,8}(?:-[a-z0-9]{1,8})*)$/s;

/** Names and descriptions in other languages: `name@de`. */
function textStatement(key: string, value: Json, said: Said): Statements | undefined {
  const [, member, language] = tagged.exec(key) ?? [];
  if ((member !== 'name' && member !== 'description') || language === undefined) return undefined;
  // The import would take the English text, or the only text, for the text without a language.
  const own = said[member];
  if (typeof value !== 'string' || own === undefined || own === value) return undefined;
  const predicate = member === 'name' ? 'rdfs:label' : 'rdfs:comment';
  return [[iriOf(predicate), taggedTerm(value, language)]];
}

/** Predicates that the import reads elsewhere, and would not restore as custom properties. */
const reserved = new Set(
  [...predicates.names, ...predicates.descriptions, ...predicates.domains, ...predicates.ranges]
    .concat(iriOf('owl:deprecated'), iriOf('skos:broader'), iriOf('skos:narrower'))
    .concat(iriOf('rdfs:subClassOf'), iriOf('rdfs:subPropertyOf'), iriOf('owl:imports'))
    .concat(iriOf('skos:hasTopConcept')),
);

/** Predicates that may be custom properties if their values are not described in the document. */
const foreign = new Set([iriOf('rdfs:subClassOf'), iriOf('rdfs:domain'), iriOf('rdfs:range')]);

function statementsOf(
  context: Export,
  key: string,
  value: Json,
  said: Said,
): Statements | undefined {
  const [, stem = key, language] = tagged.exec(key) ?? [];
  const predicate = predicateOf(context, stem);
  const isSaid = key === 'rdfs:range' && said.range !== undefined;
  if (predicate === undefined || isSaid || isOddList(value)) return undefined;
  const values = Array.isArray(value) ? value : [value];
  const terms = values.map((item) => {
    if (language === undefined) return termOf(context, predicate, item);
    return typeof item === 'string' ? taggedTerm(item, language) : undefined;
  });
  if (terms.includes(undefined)) return undefined;
  return terms.flatMap((term) => (term ? [[predicate, term]] : []));
}

/** A list that statements would not restore as a list of the same length. */
const isOddList = (value: Json): boolean =>
  Array.isArray(value) && (value.length < 2 || new Set(value).size < value.length);

function predicateOf({ prefixes, names }: Export, key: string): string | undefined {
  const iri = expandName(key, prefixes);
  if (iri === undefined || iri.startsWith(namespaces.concordat)) return undefined;
  if (reserved.has(iri) && !foreign.has(iri)) return undefined;
  return names.compact(iri) === key ? iri : undefined;
}

function termOf(context: Export, predicate: string, value: Json): RdfTerm | undefined {
  if (typeof value === 'string') return termOfText(context, predicate, value);
  if (foreign.has(predicate)) return undefined;
  if (typeof value === 'boolean') return literalTerm(String(value), iriOf('xsd:boolean'));
  if (typeof value !== 'number') return undefined;
  const text = String(value);
  if (/^-?\d+$/.test(text)) return literalTerm(text, iriOf('xsd:integer'));
  return /^-?\d+\.\d+$/.test(text) ? literalTerm(text, iriOf('xsd:decimal')) : undefined;
}

/**
 * Values of predicates of things are bare IRIs, IRIs of other predicates are in `<…>`; everything else is text.
 */
function termOfText(context: Export, predicate: string, text: string): RdfTerm | undefined {
  const [, bracketed] = /^<(.*)>$/s.exec(text) ?? [];
  if (!predicates.ofThings.has(predicate)) {
    const isIri = bracketed !== undefined && isFull(context, bracketed);
    return isIri ? iriTerm(bracketed) : literalTerm(text);
  }
  const iri = bracketed === undefined ? expandName(text, context.prefixes) : undefined;
  if (iri !== undefined) return isKept(context, predicate, iri) ? iriTerm(iri) : undefined;
  return bracketed !== undefined || reserved.has(predicate) ? undefined : literalTerm(text);
}

const isFull = ({ prefixes }: Export, iri: string): boolean => expandName(iri, prefixes) === iri;

/** True if the import restores the same custom property. */
function isKept(context: Export, predicate: string, iri: string): boolean {
  if (predicate === iriOf('rdf:type')) return !changesRole(iri);
  return !foreign.has(predicate) || isForeign(context, iri);
}

const changesRole = (type: string): boolean =>
  Object.values(types).some((set) => set.has(type)) || type.startsWith(namespaces.sh);

function isForeign({ concepts }: Export, iri: string): boolean {
  return !concepts.has(iri) && !tops.has(iri) && builtInOf(iri)?.isExact !== true;
}

/** Custom properties except those written by other steps. */
export function without(value: Json | undefined, ...members: string[]): JsonObject | undefined {
  if (value === undefined) return undefined;
  const left = Object.entries(objectOf(value)).filter(([member]) => !members.includes(member));
  return left.length > 0 || Object.keys(objectOf(value)).length === 0
    ? Object.fromEntries(left)
    : undefined;
}
