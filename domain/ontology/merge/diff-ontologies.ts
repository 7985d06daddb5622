import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { movedIri } from '../model/concept-iris.ts';
import type { Prefixes } from '../model/concept-iris.ts';
import { conceptRules, gravest, impactOf, relationshipRules } from '../model/impact-rules.ts';
import type { Impact, Values } from '../model/impact-rules.ts';
import { indexConcepts, metadataOf, resolveConcept } from '../ontology.ts';
import type { Concept, Ontology, Relationship } from '../ontology.ts';
import type { Pair } from '../../contract-changes/pair-up.ts';
import {
  differingFields,
  isSameConcept,
  isSameRelationship,
  isSameValue,
  ownMember,
  pairEntries,
} from '../model/same-value.ts';

export type FieldChange = { field: string; from?: Json; to?: Json; impact: Impact };

export type RelationshipChange = {
  /** Identity before the change; for an addition, the new identity. */
  external_id: string;
  name: string;
  op: 'add' | 'update' | 'remove';
  impact: Impact;
  fields: FieldChange[];
};

/** All changes of one concept. */
export type ConceptChange = RelationshipChange & {
  element_type: string;
  relationships: RelationshipChange[];
};

/**
 * All changes between two ontologies, one item for each concept: updated and removed concepts in the order of
 * `from`, then added ones. Order of entries is ignored; a changed prefix is a change of each concept whose
 * address it changes.
 */
export function diffOntologies(from: Ontology, to: Ontology): ConceptChange[] {
  const { pairs, removed, added } = pairEntries(from.concepts, to.concepts);
  const partners = new Map(pairs.map((pair) => [pair.from, pair.to]));
  const names = namesOf(from, to, pairs);
  const removedConcepts = new Set(removed);
  const changes: ConceptChange[] = [];
  for (const concept of from.concepts) {
    const partner = partners.get(concept);
    if (removedConcepts.has(concept)) changes.push(wholeConcept(concept, 'remove'));
    else if (partner && (names.arePrefixesOther || !isSameConcept(concept, partner))) {
      changes.push(...updated(concept, partner, names));
    }
  }
  return [...changes, ...added.map((concept) => wholeConcept(concept, 'add'))];
}

/** Changes of the document's own members. */
export function diffMembers(from: Ontology, to: Ontology): FieldChange[] {
  return fieldChanges(from.members, to.members, {}, asWritten);
}

/**
 * The meaning of names in roles and `extends` before and after, so that a reference that follows a rename is
 * equal; and the meaning of prefixes.
 */
type Names = {
  from: (name: string) => string;
  to: (name: string) => string;
  prefixes: { from: Prefixes; to: Prefixes };
  arePrefixesOther: boolean;
};

const asWritten: Names = {
  from: (name) => name,
  to: (name) => name,
  prefixes: { from: {}, to: {} },
  arePrefixesOther: false,
};

function namesOf(from: Ontology, to: Ontology, pairs: readonly Pair<Concept>[]): Names {
  const [before, after] = [indexConcepts(from.concepts), indexConcepts(to.concepts)];
  const identities = new Map(pairs.map((pair) => [pair.to, pair.from.identity]));
  const prefixes = { from: metadataOf(from).prefixes, to: metadataOf(to).prefixes };
  return {
    from: (name) => resolveConcept(before, name)?.identity ?? name,
    to: (name) => {
      const found = resolveConcept(after, name);
      return (found && (identities.get(found) ?? found.identity)) ?? name;
    },
    prefixes,
    arePrefixesOther: !isSameValue('prefixes', prefixes.from, prefixes.to),
  };
}

function meant(field: string, values: Values, names: Names): Values {
  if (field !== 'roles' && field !== 'extends') return values;
  const { from, to } = values;
  return { from: from && renamed(from, names.from), to: to && renamed(to, names.to) };
}

function renamed(list: Json, meaning: (name: string) => string): Json {
  if (!Array.isArray(list)) return list;
  return list.map((entry) => {
    if (typeof entry === 'string') return meaning(entry);
    const { concept, namespace } = entry as JsonObject;
    const isLocal = typeof concept === 'string' && typeof namespace !== 'string';
    return isLocal ? { ...(entry as JsonObject), concept: meaning(concept) } : entry;
  });
}

const typeOf = ({ fields }: Concept): string =>
  typeof fields.type === 'string' ? fields.type : '';

function wholeConcept(concept: Concept, op: 'add' | 'remove'): ConceptChange {
  return {
    external_id: concept.identity,
    element_type: typeOf(concept),
    name: concept.name,
    op,
    impact: impactOfWhole(op),
    fields: wholeFields(concept.fields, op),
    relationships: concept.relationships.map((entry) => wholeRelationship(entry, op)),
  };
}

const impactOfWhole = (op: 'add' | 'remove'): Impact => (op === 'add' ? 'additive' : 'breaking');

function wholeFields(fields: JsonObject, op: 'add' | 'remove'): FieldChange[] {
  return Object.entries(fields).map(([field, value]) => ({
    field,
    ...(op === 'add' ? { to: value } : { from: value }),
    impact: impactOfWhole(op),
  }));
}

function wholeRelationship(entry: Relationship, op: 'add' | 'remove'): RelationshipChange {
  const { identity, name, fields } = entry;
  return {
    external_id: identity,
    name,
    op,
    impact: impactOfWhole(op),
    fields: wholeFields(fields, op),
  };
}

function updated(from: Concept, to: Concept, names: Names): ConceptChange[] {
  const fields = fieldChanges(from.fields, to.fields, conceptRules, names);
  const relationships = relationshipChanges(from.relationships, to.relationships, names);
  if (fields.length + relationships.length === 0) return [];
  const change: ConceptChange = {
    external_id: from.identity,
    element_type: typeOf(to),
    name: to.name,
    op: 'update',
    impact: gravest([...fields, ...relationships].map(({ impact }) => impact)),
    fields,
    relationships,
  };
  return [change];
}

function fieldChanges(
  from: JsonObject,
  to: JsonObject,
  rules: Parameters<typeof impactOf>[0],
  names: Names,
): FieldChange[] {
  const iri = movedIri(from, to, names.prefixes);
  const written = differingFields(from, to).map((field): FieldChange => {
    const values = { from: ownMember(from, field), to: ownMember(to, field) };
    return {
      field,
      ...(values.from !== undefined && { from: values.from }),
      ...(values.to !== undefined && { to: values.to }),
      impact: impactOf(rules, field, meant(field, values, names)),
    };
  });
  if (!iri) return written;
  return [...written, { field: 'iri', ...iri, impact: impactOf(rules, 'iri', iri) }];
}

function relationshipChanges(
  from: readonly Relationship[],
  to: readonly Relationship[],
  names: Names,
): RelationshipChange[] {
  const { pairs, removed, added } = pairEntries(from, to);
  const changed = pairs.filter(
    (pair) => names.arePrefixesOther || !isSameRelationship(pair.from, pair.to),
  );
  return [
    ...changed.flatMap((pair) => {
      const fields = fieldChanges(pair.from.fields, pair.to.fields, relationshipRules, names);
      if (fields.length === 0) return [];
      const impact = gravest(fields.map((field) => field.impact));
      const { identity } = pair.from;
      return [{ external_id: identity, name: pair.to.name, op: 'update' as const, impact, fields }];
    }),
    ...removed.map((entry) => wholeRelationship(entry, 'remove')),
    ...added.map((entry) => wholeRelationship(entry, 'add')),
  ];
}
