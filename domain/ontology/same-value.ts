import { canonicalJson, isObject } from '../../lib/json.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import type { Concept, Ontology, Relationship } from './ontology.ts';
import { pairUp } from '../contract-changes/pair-up.ts';
import type { Pairing } from '../contract-changes/pair-up.ts';

/** Lists under these names are sets of texts or numbers, wherever they stand: their order says nothing. */
const setNames: ReadonlySet<string> = new Set([
  'extends',
  'derived_by',
  'identify_by',
  'requires',
  'verbalizes',
  'tags',
  'synonyms',
  'aliases',
  'keywords',
  'examples',
  'enum',
]);

/** By which members entries of other lists are told apart, when every entry has a different one. */
const keyNames: readonly string[] = ['id', 'name', 'property', 'url'];

export type ListShape = { kind: 'set' | 'ordered' } | { kind: 'keyed'; key: string };

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

/** What people mean by lists under this name: a set, entries with keys, or an order. The roles of a relationship are ordered. */
export function shapeOf(name: string, lists: readonly (readonly Json[])[]): ListShape {
  if (name === 'roles') return { kind: 'ordered' };
  if (setNames.has(name) && lists.every(isSet)) return { kind: 'set' };
  const key = keyNames.find((candidate) => lists.every((list) => isKeyedBy(list, candidate)));
  return key === undefined ? { kind: 'ordered' } : { kind: 'keyed', key };
}

function isSet(list: readonly Json[]): boolean {
  return list.every(isScalar) && new Set(list).size === list.length;
}

function isKeyedBy(list: readonly Json[], key: string): boolean {
  const keys = list.map((entry) => (isObject(entry) ? entry[key] : undefined));
  return keys.every((each) => typeof each === 'string') && new Set(keys).size === keys.length;
}

/** Without an entry, these say no more than if they were not there. */
const emptyNames: ReadonlySet<string> = new Set([
  'extends',
  'derived_by',
  'identify_by',
  'requires',
  'verbalizes',
]);

function isAbsent(name: string, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.length === 0 && emptyNames.has(name);
}

/** Whether two values of members with this name say the same: null is absent, and order counts only where it means something. */
export function isSameValue(name: string, one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isAbsent(name, one) || isAbsent(name, other)) {
    return isAbsent(name, one) && isAbsent(name, other);
  }
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(name, one, other);
  return isObject(one) && isObject(other) && isSameObject(one, other);
}

function isSameObject(one: JsonObject, other: JsonObject): boolean {
  for (const name of Object.keys(one)) {
    if (!isSameValue(name, one[name], ownMember(other, name))) return false;
  }
  return Object.keys(other).every(
    (name) => Object.hasOwn(one, name) || isAbsent(name, other[name]),
  );
}

/** A member of the object itself: names come from documents, and may be `constructor`. */
export function ownMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isSameList(name: string, one: readonly Json[], other: readonly Json[]): boolean {
  if (one.length !== other.length) return false;
  if (one.every((entry, place) => isSameValue('', entry, other[place]))) return true;
  const shape = shapeOf(name, [one, other]);
  if (shape.kind === 'ordered') return false;
  const keyOf = keyFunction(shape);
  const others = new Map(other.map((entry) => [keyOf(entry), entry]));
  return one.every(
    (entry) => others.has(keyOf(entry)) && isSameValue('', entry, others.get(keyOf(entry))),
  );
}

/** What tells an entry of a set or keyed list apart from the others. */
export function keyFunction(shape: ListShape): (entry: Json) => string {
  return (entry) => {
    const key = shape.kind === 'keyed' && isObject(entry) ? entry[shape.key] : undefined;
    return typeof key === 'string' ? key : canonicalJson(entry);
  };
}

/** Names of the fields that differ. */
export function differingFields(one: JsonObject, other: JsonObject): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => !isSameValue(name, ownMember(one, name), ownMember(other, name)),
  );
}

type Entry = { identity: string; name: string };

/**
 * Which entries of two lists are the same thing: by identity; then, when one side has given or taken an id, by a name
 * that nothing else that is left has.
 */
export function pairEntries<Of extends Entry>(from: readonly Of[], to: readonly Of[]): Pairing<Of> {
  const byIdentity = pairUp(from, to, [({ identity }) => identity]);
  const { removed, added } = byIdentity;
  if (removed.length === 0 || added.length === 0) return byIdentity;
  const repeated = new Set([...repeatedNames(removed), ...repeatedNames(added)]);
  const byName = pairUp(removed, added, [({ name }) => (repeated.has(name) ? undefined : name)]);
  return { ...byName, pairs: [...byIdentity.pairs, ...byName.pairs] };
}

function repeatedNames(entries: readonly Entry[]): string[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name }) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [name] : [];
  });
}

/** Whether two concepts say the same, relationships in whatever order. */
export function isSameConcept(one: Concept, other: Concept): boolean {
  if (one === other) return true;
  if (!isSameObject(one.fields, other.fields)) return false;
  const [left, right] = [one.relationships, other.relationships];
  if (left.length !== right.length) return false;
  if (left.every((entry, place) => isSameAt(entry, right[place]))) return true;
  const byIdentity = new Map(right.map((entry) => [entry.identity, entry]));
  return left.every((entry) => isSameAt(entry, byIdentity.get(entry.identity)));
}

function isSameAt(one: Relationship, other: Relationship | undefined): boolean {
  return other !== undefined && isSameRelationship(one, other);
}

/** Whether two relationships say the same. */
export function isSameRelationship(one: Relationship, other: Relationship): boolean {
  return one.identity === other.identity && isSameObject(one.fields, other.fields);
}

/** Whether two ontologies say the same, in whatever order. */
export function isSameOntology(one: Ontology, other: Ontology): boolean {
  if (!isSameObject(one.members, other.members)) return false;
  if (one.concepts.length !== other.concepts.length) return false;
  const byIdentity = new Map(other.concepts.map((concept) => [concept.identity, concept]));
  return one.concepts.every((concept) => {
    const match = byIdentity.get(concept.identity);
    return match !== undefined && isSameConcept(concept, match);
  });
}
