import { canonicalJson } from '../../../lib/json/json.ts';
import type { Json } from '../../../lib/json/json.ts';
import { iriTerm } from '../../../lib/rdf/rdf.ts';
import { resolveConcept } from '../ontology.ts';
import type { Concept, Relationship } from '../ontology.ts';
import { encodeId, expandName } from './names.ts';
import {
  objectOf,
  statedAddress,
  textOf,
  writeDomain,
  writeMultiplicity,
  writerOf,
} from './triple-writer.ts';
import type { Export, ThingWriter } from './triple-writer.ts';
import { datatypeOf, iriOf } from './vocabulary.ts';
import { writeCustomProperties } from './write-custom.ts';
import { listOf, writeIdentity, writeOwn, writeTexts } from './write-concepts.ts';

/** A property: one relationship, or an equal one of several concepts. */
type Property = { iri: string; relationship: Relationship; owners: Concept[]; content: string };

/** Writes all relationships, except those that only say that a value type belongs to a concept. */
export function writeRelationships(context: Export): void {
  const properties = new Map<string, Property>();
  for (const concept of context.ontology.concepts) {
    for (const relationship of concept.relationships) {
      if (isAttached(context, relationship)) continue;
      addProperty(context, properties, concept, relationship);
    }
  }
  for (const property of properties.values()) writeProperty(context, property);
}

function isAttached({ index, attached }: Export, relationship: Relationship): boolean {
  const target = targetOf(index, relationship);
  return target !== undefined && attached.has(target);
}

function addProperty(
  { baseIri, prefixes, concepts }: Export,
  properties: Map<string, Property>,
  concept: Concept,
  relationship: Relationship,
): void {
  const stated = statedAddress(relationship.fields);
  const content = canonicalJson(relationship.fields);
  const own = baseIri + encodeId(`${concept.identity}.${relationship.identity}`);
  const wanted = (stated === undefined ? undefined : expandName(stated, prefixes)) ?? own;
  const before = properties.get(wanted);
  // Concepts are visited in order, so this concept is the last owner or not included yet. Several concepts may
  // share an address; different content needs another address.
  if (before?.content === content && before.owners.at(-1) !== concept) {
    before.owners.push(concept);
    return;
  }
  let iri = before || concepts.has(wanted) ? own : wanted;
  for (let number = 2; properties.has(iri) || concepts.has(iri); number++) iri = `${own}-${number}`;
  properties.set(iri, { iri, relationship, owners: [concept], content });
}

/** The other concept of a relationship, if it is in this document. */
export function targetOf(index: Export['index'], { fields }: Relationship): Concept | undefined {
  const role = objectOf(listOf(fields.roles).at(-1));
  const named = textOf(role.concept);
  if (named === undefined || role.namespace !== undefined) return undefined;
  return resolveConcept(index, named);
}

function writeProperty(context: Export, { iri, relationship, owners }: Property): void {
  const { fields, name, identity } = relationship;
  const writer = writerOf(context, iri);
  const target = rangeOf(context, relationship);
  const type = target.isValue ? 'owl:DatatypeProperty' : 'owl:ObjectProperty';
  writer.add('rdf:type', iriTerm(iriOf(type)));
  writeMultiplicity(writer, fields.multiplicity);
  writeDomain(
    context,
    writer,
    owners.map((owner) => context.iris.get(owner) ?? ''),
  );
  if (target.range !== undefined) writer.add('rdfs:range', iriTerm(target.range));
  writeTexts(writer, name, fields);
  writeIdentity(context, writer, identity, fields);
  writeRoles(writer, fields.roles, fields.type, target);
  writeOwn(writer, fields, ['roles', 'type', 'multiplicity']);
  writeCustomProperties(context, writer, fields.custom_properties, {
    name,
    description: textOf(fields.description),
    range: target.range,
  });
}

/** Writes the roles unless the range implies them; a plain role of values is `hasProperty`. */
function writeRoles(
  writer: ThingWriter,
  roles: Json | undefined,
  type: Json | undefined,
  { isPlain, isValue }: Range,
): void {
  if (isPlain && isValue && type === 'hasProperty') return;
  if (!isPlain || isValue) writer.own('roles', roles);
  writer.own('type', type);
}

type Range = { range: string | undefined; isValue: boolean; isPlain: boolean };

/** The range; it `isPlain` when the import restores the role exactly. */
function rangeOf({ index, iris }: Export, relationship: Relationship): Range {
  const roles = listOf(relationship.fields.roles);
  const role = objectOf(roles.at(-1));
  const isAlone = roles.length === 1 && Object.keys(role).length === 1;
  const target = targetOf(index, relationship);
  if (target) {
    const isValue = target.fields.type === 'ValueType';
    const isPlain = isAlone && role.concept === target.identity;
    return { range: iris.get(target), isValue, isPlain };
  }
  const named = role.namespace === undefined ? textOf(role.concept) : undefined;
  const range =
    named !== undefined && Object.hasOwn(datatypeOf, named) ? datatypeOf[named] : undefined;
  return { range, isValue: range !== undefined, isPlain: isAlone && named === 'Any' };
}
