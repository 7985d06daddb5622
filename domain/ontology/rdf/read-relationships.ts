import type { JsonObject } from '../../../lib/json/json.ts';
import type { RdfTerm } from '../../../lib/rdf/rdf.ts';
import { readAnnotations } from './annotations.ts';
import type { Annotations, Import } from './annotations.ts';
import type { Role } from './classify.ts';
import { irisOf, keyOf, listMembers, valuesOf } from './graph-index.ts';
import type { Thing } from './graph-index.ts';
import { identify } from './identify.ts';
import { clean, readableName } from './names.ts';
import { addCustom, commonMembers, customMember, ownMembers } from './read-concepts.ts';
import type { ConceptDraft, Concepts, RelationshipDraft } from './read-concepts.ts';
import { builtInOf, iriOf, predicates, tops } from './vocabulary.ts';

/** Adds to every concept the relationships whose properties have it as a domain. */
export function readRelationships(
  context: Import,
  roles: ReadonlyMap<string, Role>,
  concepts: Concepts,
): void {
  for (const [key, role] of roles) {
    const thing = context.index.get(key);
    if (!thing || (role !== 'objectProperty' && role !== 'dataProperty')) continue;
    const value = concepts.get(key);
    if (value) attachValue(context, value, concepts);
    else attachProperty(context, { thing, concepts });
  }
}

type Property = { thing: Thing; concepts: Concepts };

/** The concepts in the domain of a property: each of several, and of a union. */
function domainsOf(
  context: Import,
  { thing, concepts }: Property,
  custom: JsonObject,
): ConceptDraft[] {
  const { names, notes } = context;
  const found = new Set<ConceptDraft>();
  const values = valuesOf(thing, ...predicates.domains);
  if (valuesOf(thing, iriOf('rdfs:domain')).length > 1) {
    notes.add('severalDomains', names.compact(thing.key));
  }
  for (const value of values) {
    const members = value.kind === 'blank' ? unionOf(context, value) : [value];
    if (members.length === 0) notes.lose(value, thing, iriOf('rdfs:domain'));
    for (const member of members) {
      const concept = concepts.get(keyOf(member));
      if (concept) found.add(concept);
      else if (!tops.has(member.value)) {
        addCustom(custom, names.compact(iriOf('rdfs:domain')), member.value);
        notes.add('foreignConcept', `${names.compact(thing.key)} → ${names.compact(member.value)}`);
      }
    }
  }
  return [...found];
}

function unionOf({ index, notes }: Import, value: RdfTerm): RdfTerm[] {
  const union = index.get(keyOf(value));
  const members = listMembers(index, valuesOf(union, iriOf('owl:unionOf'))[0]);
  if (members.length === 0 || members.some(({ kind }) => kind !== 'iri')) return [];
  notes.understand(value);
  return members;
}

/** A value type belongs to its entities by `hasProperty`; without a domain it is independent. */
function attachValue(context: Import, value: ConceptDraft, concepts: Concepts): void {
  const { annotations, thing, id, name } = value;
  for (const concept of domainsOf(context, { thing, concepts }, annotations.custom)) {
    const fields = { ...named(id, name), type: 'hasProperty', roles: [{ concept: id }] };
    addRelationship(concept, draftOf({ thing, id, name, fields }, annotations));
  }
}

// Cached: building it for each relationship would take quadratic time.
const idsTaken = new WeakMap<ConceptDraft, Set<string>>();

/** Ids of a concept's relationships. */
function takenIn(concept: ConceptDraft): Set<string> {
  const taken = idsTaken.get(concept) ?? new Set(concept.relationships.map(({ id }) => id));
  idsTaken.set(concept, taken);
  return taken;
}

function addRelationship(concept: ConceptDraft, relationship: RelationshipDraft): void {
  takenIn(concept).add(relationship.id);
  concept.relationships.push(relationship);
}

type Drafted = { thing: Thing; id: string; name: string; fields: JsonObject };

const named = (id: string, name: string): JsonObject => ({ name, ...(id !== name && { id }) });

function draftOf(
  { thing, id, name, fields }: Drafted,
  { fields: own }: Annotations,
): RelationshipDraft {
  const types = irisOf(thing, iriOf('rdf:type'));
  const isFunctional = types.includes(iriOf('owl:FunctionalProperty'));
  const isInverseFunctional = types.includes(iriOf('owl:InverseFunctionalProperty'));
  const stated = own.multiplicity === undefined ? {} : { multiplicity: own.multiplicity };
  const all = { ...fields, ...stated };
  return { property: thing.key, id, name, isFunctional, isInverseFunctional, fields: all };
}

const read = new Set([...predicates.domains, ...predicates.ranges]);

function attachProperty(context: Import, property: Property): void {
  const { thing } = property;
  const annotations = readAnnotations(context, thing, read);
  const domains = domainsOf(context, property, annotations.custom);
  if (domains.length === 0) {
    context.notes.add('propertyWithoutConcept', context.names.compact(thing.key));
    for (const value of valuesOf(thing, ...predicates.ranges)) context.notes.understand(value);
    return;
  }
  const target = targetOf(context, property, annotations.custom);
  const roles = annotations.fields.roles ?? [{ concept: target.concept }];
  const isValue = annotations.fields.roles === undefined && target.isValue;
  for (const concept of domains) {
    const id = identify(context, thing, takenIn(concept));
    const name = clean(annotations.name ?? '') || readableName(thing.key) || id;
    const fields = {
      ...named(id, name),
      ...(isValue && { type: 'hasProperty' }),
      ...commonMembers(context, annotations, thing, `${concept.id}.${id}`),
      roles,
      ...ownMembers(annotations, 'name', 'roles'),
      ...customMember(annotations),
    };
    addRelationship(concept, draftOf({ thing, id, name, fields }, annotations));
  }
}

/**
 * The target of a property: one concept, or `Any` with a custom property that holds the document's statement.
 */
function targetOf(
  context: Import,
  { thing, concepts }: Property,
  custom: JsonObject,
): { concept: string; isValue: boolean } {
  const { names, notes } = context;
  const values = valuesOf(thing, ...predicates.ranges).filter(({ value }) => !tops.has(value));
  const [only, ...others] = values;
  const concept = only && others.length === 0 ? concepts.get(keyOf(only)) : undefined;
  if (concept) return { concept: concept.id, isValue: concept.type === 'ValueType' };
  // Concordat's own export writes the roles; a datatype in the range then means the same.
  const isStated = thing.statements.has(iriOf('concordat:roles'));
  for (const value of values) {
    if (value.kind === 'blank') notes.lose(value, thing, iriOf('rdfs:range'));
    else if (!isStated || builtInOf(value.value)?.isExact !== true) {
      addCustom(custom, names.compact(iriOf('rdfs:range')), value.value);
      noteForeign(context, thing, value.value, concepts);
    }
  }
  return { concept: 'Any', isValue: false };
}

function noteForeign(
  { names, notes }: Import,
  thing: Thing,
  iri: string,
  concepts: Concepts,
): void {
  if (concepts.has(iri) || builtInOf(iri)) return;
  notes.add('foreignConcept', `${names.compact(thing.key)} → ${names.compact(iri)}`);
}

const cardinalities = [
  'maxCardinality',
  'maxQualifiedCardinality',
  'cardinality',
  'qualifiedCardinality',
];

/**
 * Restrictions to one value limit relationships; all others become notes. Afterwards every multiplicity is
 * known.
 */
export function readMultiplicities(context: Import, concepts: Concepts): void {
  for (const draft of concepts.values()) {
    const byProperty = firstByProperty(draft.relationships);
    for (const predicate of [iriOf('rdfs:subClassOf'), iriOf('skos:broader')]) {
      for (const value of valuesOf(draft.thing, predicate)) {
        if (value.kind === 'iri') continue;
        if (limit(context, byProperty, value)) context.notes.understand(value);
        else context.notes.lose(value, draft.thing, predicate);
      }
    }
    for (const relationship of draft.relationships) setMultiplicity(relationship);
  }
}

function firstByProperty(
  relationships: readonly RelationshipDraft[],
): ReadonlyMap<string, RelationshipDraft> {
  return new Map(relationships.toReversed().map((each) => [each.property, each]));
}

/** True if a relationship expresses the complete restriction: at most one value. */
function limit(
  { index }: Import,
  byProperty: ReadonlyMap<string, RelationshipDraft>,
  value: RdfTerm,
): boolean {
  const restriction = index.get(keyOf(value));
  const [property] = irisOf(restriction, iriOf('owl:onProperty'));
  const relationship = property === undefined ? undefined : byProperty.get(property);
  const found = cardinalities.find((name) =>
    valuesOf(restriction, iriOf(`owl:${name}`)).some((number) => number.value === '1'),
  );
  if (!relationship || found === undefined) return false;
  relationship.isFunctional = true;
  // Minimum numbers and classes of values have no counterpart.
  return found === 'maxCardinality';
}

function setMultiplicity(relationship: RelationshipDraft): void {
  const { isFunctional, isInverseFunctional, fields } = relationship;
  const roles = fields.roles ?? null;
  const custom = fields.custom_properties;
  if (fields.multiplicity !== undefined || !(isFunctional || isInverseFunctional)) return;
  // Custom properties last, for readability.
  delete fields.custom_properties;
  fields.multiplicity = isFunctional
    ? isInverseFunctional
      ? 'OneToOne'
      : 'ManyToOne'
    : 'OneToMany';
  fields.roles = roles;
  if (custom !== undefined) fields.custom_properties = custom;
}
