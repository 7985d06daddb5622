import { inspectJson } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { RdfTerm } from '../../../lib/rdf/rdf.ts';
import { valuesOf } from './graph-index.ts';
import type { GraphIndex, Thing } from './graph-index.ts';
import type { QNames } from './names.ts';
import type { NoteBook } from './notes.ts';
import { iriOf, namespaces, predicates, types } from './vocabulary.ts';

/** The context of all steps of an import. */
export type Import = {
  index: GraphIndex;
  names: QNames;
  notes: NoteBook;
  /** Concepts below this address got it from Concordat, not from the document. */
  baseIri: string | undefined;
};

/** All statements about a thing that other steps did not read, as members of a document. */
export type Annotations = {
  /** Members written by Concordat's own export. */
  fields: JsonObject;
  custom: JsonObject;
  name: string | undefined;
  description: string | undefined;
  isDeprecated: boolean;
};

/**
 * Reads names, descriptions and all statements but the `handled` ones; statements without a counterpart are
 * recorded as notes.
 */
export function readAnnotations(
  context: Import,
  thing: Thing,
  handled: ReadonlySet<string>,
): Annotations {
  const names = readTexts(thing, predicates.names);
  const descriptions = readTexts(thing, predicates.descriptions);
  // Equal terms are one object: a text may occur under other predicates as well.
  const isRead = (predicate: string, value: RdfTerm): boolean =>
    (predicates.names.includes(predicate) && names.used.has(value)) ||
    (predicates.descriptions.includes(predicate) && descriptions.used.has(value));
  const custom = new Map<string, Json[]>();
  const fields: [string, Json][] = [];
  for (const [language, text] of names.tagged) custom.set(`name@${language}`, [text]);
  for (const [language, text] of descriptions.tagged) custom.set(`description@${language}`, [text]);
  for (const [predicate, values] of thing.statements) {
    if (handled.has(predicate) || predicate === iriOf('owl:deprecated')) continue;
    const left = values.filter((value) => !isRead(predicate, value));
    const isOwn = predicate.startsWith(namespaces.concordat);
    for (const value of left) {
      if (isOwn) fields.push(...readOwn(context, thing, predicate, value));
      else addAnnotation(context, { thing, predicate, value }, custom);
    }
  }
  return {
    fields: Object.fromEntries(fields),
    custom: asMembers(custom),
    name: names.text,
    description: descriptions.text,
    isDeprecated: isDeprecated(thing),
  };
}

function isDeprecated(thing: Thing): boolean {
  const [deprecated] = valuesOf(thing, iriOf('owl:deprecated'));
  const own = valuesOf(thing, iriOf('rdf:type'));
  return deprecated?.value === 'true' || own.some(({ value }) => types.deprecated.has(value));
}

function asMembers(custom: ReadonlyMap<string, Json[]>): JsonObject {
  return Object.fromEntries(
    [...custom]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, list]) => [name, list.length === 1 ? (list[0] ?? null) : list]),
  );
}

type Texts = { text: string | undefined; tagged: [string, string][]; used: Set<RdfTerm> };

/**
 * The text without a language or in English, and the texts in other languages: one for each, of the first
 * predicate.
 */
function readTexts(thing: Thing, names: readonly string[]): Texts {
  const byLanguage = new Map<string, string>();
  const used = new Set<RdfTerm>();
  for (const term of valuesOf(thing, ...names)) {
    if (term.kind !== 'literal') continue;
    const text = storable(term.value);
    const language = term.language ?? '';
    if (!byLanguage.has(language)) byLanguage.set(language, text);
    if (byLanguage.get(language) === text) used.add(term);
  }
  const languages = [...byLanguage.keys()].sort();
  const english = ['', 'en', ...languages.filter((language) => language.startsWith('en-'))];
  const chosen = english.find((language) => byLanguage.has(language)) ?? languages[0];
  const text = chosen === undefined ? undefined : byLanguage.get(chosen);
  const tagged = languages
    .filter((language) => !english.includes(language) || byLanguage.get(language) !== text)
    .map((language): [string, string] => [language, byLanguage.get(language) ?? '']);
  return { text, tagged, used };
}

/** Maximum nesting of a value, because documents nest at most 64 levels in total. */
const maxDepth = 32;

/** A text without characters that Postgres cannot store. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

function readOwn(
  { names, notes }: Import,
  thing: Thing,
  predicate: string,
  value: RdfTerm,
): [string, Json][] {
  if (value.kind !== 'literal') {
    notes.lose(value, thing, predicate);
    return [];
  }
  try {
    const member = decodeURIComponent(predicate.slice(namespaces.concordat.length));
    if (value.datatype !== iriOf('rdf:JSON')) return [[member, storable(value.value)]];
    const parsed = JSON.parse(value.value) as Json;
    const { tooDeep, unstorableAt } = inspectJson(parsed, maxDepth);
    if (!tooDeep && unstorableAt === undefined) return [[member, parsed]];
  } catch {
    // Values nested too deep are recorded as notes below.
  }
  notes.add('ownMember', `${names.compact(thing.key)} ${names.compact(predicate)}`);
  return [];
}

type Statement = { thing: Thing; predicate: string; value: RdfTerm };

function addAnnotation(context: Import, statement: Statement, custom: Map<string, Json[]>): void {
  const { thing, predicate, value } = statement;
  if (value.kind === 'blank') return context.notes.lose(value, thing, predicate);
  if (predicate === iriOf('rdf:type') && types.said.has(value.value)) return;
  const language = value.kind === 'literal' && value.language !== undefined;
  const key = context.names.compact(predicate) + (language ? `@${value.language}` : '');
  const list = custom.get(key) ?? [];
  list.push(plainValue(context, statement));
  custom.set(key, list);
}

function plainValue({ names, notes }: Import, { thing, predicate, value }: Statement): Json {
  const text = storable(value.value);
  if (value.kind === 'iri') return predicates.ofThings.has(predicate) ? text : `<${text}>`;
  if (value.kind === 'blank' || value.datatype === undefined) return text;
  if (value.datatype === iriOf('xsd:string')) return text;
  if (value.datatype === iriOf('xsd:boolean')) return text === 'true' || text === '1';
  const number = Number(text);
  const isNumber = /xsd|XMLSchema#(integer|decimal)$/.test(value.datatype);
  if (isNumber && String(number) === text) return number;
  notes.add('datatype', `${names.compact(thing.key)} ${names.compact(predicate)}`);
  return text;
}
