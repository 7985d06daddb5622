import type { Json, JsonObject } from '../../lib/json.ts';
import { conceptRules, gravest, impactOf, relationshipRules } from './impact-rules.ts';
import type { Impact } from './impact-rules.ts';
import type { Concept, Ontology, Relationship } from './ontology.ts';
import {
  differingFields,
  isSameConcept,
  isSameRelationship,
  ownMember,
  pairEntries,
} from './same-value.ts';

export type FieldChange = { field: string; from?: Json; to?: Json; impact: Impact };

export type RelationshipChange = {
  /** Identity before the change; of an added one its own. */
  external_id: string;
  name: string;
  op: 'add' | 'update' | 'remove';
  impact: Impact;
  fields: FieldChange[];
};

/** What was done to one concept. */
export type ConceptChange = RelationshipChange & {
  element_type: string;
  relationships: RelationshipChange[];
};

/**
 * What changed between two ontologies, one item per concept: updated and removed ones in the order of `from`, then
 * those that were added. The order of entries is no change.
 */
export function diffOntologies(from: Ontology, to: Ontology): ConceptChange[] {
  const { pairs, removed, added } = pairEntries(from.concepts, to.concepts);
  const partners = new Map(pairs.map((pair) => [pair.from, pair.to]));
  const gone = new Set(removed);
  const changes: ConceptChange[] = [];
  for (const concept of from.concepts) {
    const partner = partners.get(concept);
    if (gone.has(concept)) changes.push(wholeConcept(concept, 'remove'));
    else if (partner && !isSameConcept(concept, partner)) changes.push(updated(concept, partner));
  }
  return [...changes, ...added.map((concept) => wholeConcept(concept, 'add'))];
}

/** What changed in the members of the document itself. */
export function diffMembers(from: Ontology, to: Ontology): FieldChange[] {
  return fieldChanges(from.members, to.members, {});
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

function updated(from: Concept, to: Concept): ConceptChange {
  const fields = fieldChanges(from.fields, to.fields, conceptRules);
  const relationships = relationshipChanges(from.relationships, to.relationships);
  return {
    external_id: from.identity,
    element_type: typeOf(to),
    name: to.name,
    op: 'update',
    impact: gravest([...fields, ...relationships].map(({ impact }) => impact)),
    fields,
    relationships,
  };
}

function fieldChanges(
  from: JsonObject,
  to: JsonObject,
  rules: Parameters<typeof impactOf>[0],
): FieldChange[] {
  return differingFields(from, to).map((field) => {
    const values = { from: ownMember(from, field), to: ownMember(to, field) };
    return {
      field,
      ...(values.from !== undefined && { from: values.from }),
      ...(values.to !== undefined && { to: values.to }),
      impact: impactOf(rules, field, values),
    };
  });
}

function relationshipChanges(
  from: readonly Relationship[],
  to: readonly Relationship[],
): RelationshipChange[] {
  const { pairs, removed, added } = pairEntries(from, to);
  const changed = pairs.filter((pair) => !isSameRelationship(pair.from, pair.to));
  return [
    ...changed.map((pair) => {
      const fields = fieldChanges(pair.from.fields, pair.to.fields, relationshipRules);
      const impact = gravest(fields.map((field) => field.impact));
      const { identity } = pair.from;
      return { external_id: identity, name: pair.to.name, op: 'update' as const, impact, fields };
    }),
    ...removed.map((entry) => wholeRelationship(entry, 'remove')),
    ...added.map((entry) => wholeRelationship(entry, 'add')),
  ];
}
