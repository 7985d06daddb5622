import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { RdfTerm } from '../../../lib/rdf/rdf.ts';
import { readAnnotations } from './annotations.ts';
import type { Annotations, Import } from './annotations.ts';
import type { Role } from './classify.ts';
import { irisOf, keyOf, valuesOf } from './graph-index.ts';
import type { Thing } from './graph-index.ts';
import { identifyConcepts } from './identify.ts';
import type { Identity } from './identify.ts';
import { encodeId } from './names.ts';
import { builtInOf, iriOf, predicates, tops } from './vocabulary.ts';

/** A concept under construction; several steps add members. */
export type ConceptDraft = Identity & {
  thing: Thing;
  type: 'EntityType' | 'ValueType';
  annotations: Annotations;
  extends: Set<string>;
  relationships: RelationshipDraft[];
};

export type RelationshipDraft = Identity & {
  /** IRI of the property. */
  property: string;
  isFunctional: boolean;
  isInverseFunctional: boolean;
  fields: JsonObject;
};

export type Concepts = ReadonlyMap<string, ConceptDraft>;

const handled: Partial<Record<Role, ReadonlySet<string>>> = {
  class: new Set([iriOf('rdfs:subClassOf'), iriOf('skos:broader'), iriOf('skos:narrower')]),
  datatype: new Set([iriOf('rdfs:subClassOf')]),
  dataProperty: new Set(
    [...predicates.domains, ...predicates.ranges].concat(iriOf('rdfs:subPropertyOf')),
  ),
};

/** Drafts of all concepts, with the concepts that they extend, by IRI. */
export function readConcepts(
  context: Import,
  roles: ReadonlyMap<string, Role>,
  home: string | undefined,
): Concepts {
  const described = [...roles].flatMap(([key, role]) => {
    const thing = context.index.get(key);
    if (!thing || !isConcept(thing, role, roles)) return [];
    const annotations = readAnnotations(context, thing, handled[role] ?? new Set());
    return [{ thing, role, annotations, label: annotations.name }];
  });
  const identities = identifyConcepts(context, described, home);
  const concepts = new Map<string, ConceptDraft>();
  for (const { thing, role, annotations } of described) {
    const { id, name } = identities.get(thing.key) ?? { id: thing.key, name: thing.key };
    const type = role === 'class' ? 'EntityType' : 'ValueType';
    const drafted = { extends: new Set<string>(), relationships: [] };
    concepts.set(thing.key, { id, name, thing, type, annotations, ...drafted });
  }
  for (const draft of concepts.values()) extendConcept(context, draft, concepts);
  return concepts;
}

/** Data properties are value types, unless the document declares the type of their values. */
function isConcept(thing: Thing, role: Role, roles: ReadonlyMap<string, Role>): boolean {
  if (role !== 'dataProperty') return role === 'class' || role === 'datatype';
  if (thing.statements.has(iriOf('concordat:roles'))) return false;
  return !irisOf(thing, ...predicates.ranges).some((range) => roles.get(range) === 'datatype');
}

function extendConcept(context: Import, draft: ConceptDraft, concepts: Concepts): void {
  const isProperty = draft.type === 'ValueType' && isDataProperty(draft.thing);
  const upwards = isProperty
    ? [iriOf('rdfs:subPropertyOf'), ...predicates.ranges]
    : [iriOf('rdfs:subClassOf'), iriOf('skos:broader')];
  for (const predicate of upwards) {
    for (const value of valuesOf(draft.thing, predicate)) {
      // Restrictions are read after the relationships.
      if (value.kind === 'iri') extendWith(context, { draft, predicate, value }, concepts);
      else if (isProperty) context.notes.lose(value, draft.thing, predicate);
    }
  }
  if (isProperty) return;
  for (const value of valuesOf(draft.thing, iriOf('skos:narrower'))) {
    const narrower = concepts.get(keyOf(value));
    if (narrower) narrower.extends.add(draft.id);
    else keepForeign(context, { draft, predicate: iriOf('skos:narrower'), value });
  }
}

const isDataProperty = ({ statements }: Thing): boolean =>
  (statements.get(iriOf('rdf:type')) ?? []).every(({ value }) => !value.endsWith('Datatype'));

type Link = { draft: ConceptDraft; predicate: string; value: RdfTerm };

function extendWith(context: Import, link: Link, concepts: Concepts): void {
  const { draft, value } = link;
  if (tops.has(value.value) || value.value === draft.thing.key) return;
  const broader = concepts.get(value.value);
  const builtIn = broader ? undefined : builtInOf(value.value);
  if (broader) draft.extends.add(broader.id);
  else if (builtIn) draft.extends.add(builtIn.name);
  if (!broader && builtIn?.isExact !== true) keepForeign(context, link, builtIn !== undefined);
}

/** Keeps references to things outside of the document as a custom property, under the name of the predicate. */
export function keepForeign(
  { names, notes }: Import,
  { draft, predicate, value }: Link,
  isBuiltIn = false,
): void {
  addCustom(draft.annotations.custom, names.compact(predicate), value.value);
  if (!isBuiltIn) {
    notes.add(
      'foreignConcept',
      `${names.compact(draft.thing.key)} → ${names.compact(value.value)}`,
    );
  }
}

/** Adds a value to a custom property, which becomes a list for several values. */
export function addCustom(custom: JsonObject, name: string, value: Json): void {
  const before = Object.hasOwn(custom, name) ? custom[name] : undefined;
  if (before === undefined) custom[name] = value;
  else custom[name] = Array.isArray(before) ? [...before, value] : [before, value];
}

/** The concept as an entry of a document. */
export function conceptEntry(context: Import, draft: ConceptDraft): JsonObject {
  const { annotations, thing, id, name, relationships } = draft;
  return {
    concept: name,
    ...(id !== name && { id }),
    type: draft.type,
    ...commonMembers(context, annotations, thing, id),
    ...(draft.extends.size > 0 && { extends: [...draft.extends].sort() }),
    ...ownMembers(annotations, 'concept', 'type'),
    ...customMember(annotations),
    ...(relationships.length > 0 && {
      relationships: relationships
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ fields }) => fields),
    }),
  };
}

/** Status, description and address, of concepts and of relationships. */
export function commonMembers(
  { baseIri, names }: Import,
  annotations: Annotations,
  thing: Thing,
  id: string,
): JsonObject {
  const isOurs = baseIri !== undefined && thing.key === baseIri + encodeId(id);
  const isStated =
    isText(annotations.fields.uri) || isText(membersOf(annotations.fields.custom_properties).iri);
  return {
    ...(annotations.isDeprecated && { status: 'deprecated' }),
    ...(annotations.description !== undefined && { description: annotations.description }),
    ...(!isOurs && !isStated && { iri: names.compact(thing.key) }),
  };
}

/** Members written by Concordat's own export, except the given ones. */
export function ownMembers({ fields }: Annotations, ...others: string[]): JsonObject {
  const read = ['id', 'custom_properties', 'relationships', 'multiplicity', ...others];
  return Object.fromEntries(Object.entries(fields).filter(([member]) => !read.includes(member)));
}

/** Custom properties: from vocabularies, and from Concordat's own export. */
export function customMember({ custom, fields }: Annotations): JsonObject {
  const all = { ...custom, ...membersOf(fields.custom_properties) };
  const isThere = Object.keys(all).length > 0 || fields.custom_properties !== undefined;
  return isThere ? { custom_properties: all } : {};
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

const membersOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
