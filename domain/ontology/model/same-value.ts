import { canonicalJson, isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { Concept, Ontology, Relationship } from '../ontology.ts';
import { pairUp } from '../../contract-changes/pair-up.ts';
import type { Pairing } from '../../contract-changes/pair-up.ts';

/** Lists under these names are sets of texts or numbers, at any depth: their order is irrelevant. */
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

/** Members that can be keys of list entries, if every entry has a different value. */
const keyNames: readonly string[] = ['id', 'name', 'property', 'url'];

export type ListShape = { kind: 'set' | 'ordered' } | { kind: 'keyed'; key: string };

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;

/**
 * The meaning of a list under this name: a set, entries with keys, or an ordered list. The roles of a
 * relationship are ordered.
 */
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

/** Members that mean the same when empty as when absent. */
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

/**
 * True if two values of members with this name are equal: null is absent, and order counts only where it is
 * significant.
 */
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
  if (one.every((entry, position) => isSameValue('', entry, other[position]))) return true;
  const shape = shapeOf(name, [one, other]);
  if (shape.kind === 'ordered') return false;
  const keyOf = keyFunction(shape);
  const others = new Map(other.map((entry) => [keyOf(entry), entry]));
  return one.every(
    (entry) => others.has(keyOf(entry)) && isSameValue('', entry, others.get(keyOf(entry))),
  );
}

/** The key of an entry in a set or keyed list. */
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
 * Pairs the entries of two lists: by identity; then, when one side has added or removed an id, by a name that
 * is unique among the rest.
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

/** True if two concepts are equal, ignoring the order of relationships. */
export function isSameConcept(one: Concept, other: Concept): boolean {
  if (one === other) return true;
  if (!isSameObject(one.fields, other.fields)) return false;
  const [left, right] = [one.relationships, other.relationships];
  if (left.length !== right.length) return false;
  if (left.every((entry, position) => isSameAt(entry, right[position]))) return true;
  const byIdentity = new Map(right.map((entry) => [entry.identity, entry]));
  return left.every((entry) => isSameAt(entry, byIdentity.get(entry.identity)));
}

function isSameAt(one: Relationship, other: Relationship | undefined): boolean {
  return other !== undefined && isSameRelationship(one, other);
}

/** True if two relationships are equal. */
export function isSameRelationship(one: Relationship, other: Relationship): boolean {
  return one.identity === other.identity && isSameObject(one.fields, other.fields);
}

/** True if two ontologies are equal, ignoring order. */
export function isSameOntology(one: Ontology, other: Ontology): boolean {
  if (!isSameObject(one.members, other.members)) return false;
  if (one.concepts.length !== other.concepts.length) return false;
  const byIdentity = new Map(other.concepts.map((concept) => [concept.identity, concept]));
  return one.concepts.every((concept) => {
    const match = byIdentity.get(concept.identity);
    return match !== undefined && isSameConcept(concept, match);
  });
}
