import { isObject } from '../../lib/json.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { builtInConcepts, relationshipId } from '../ontology/ontology.ts';
import type { Relationship } from '../ontology/ontology.ts';

/** What is known of a concept that roles name, to speak of it by its id. */
export type NamedConcept = { id: string; name: string; type: string };

/** A stored concept, parsed. */
export type ReadConcept = NamedConcept & {
  iri: string | null;
  fields: JsonObject;
  relationships: readonly Relationship[];
};

/** Members of the JSON form that stand beside `concept` and `type` in an entry. */
export const entryMembers = ['description', 'iri', 'status'] as const;

/** Members of the JSON form that are custom properties in an entry, unless they stand there themselves. */
export const customMembers = [
  'group',
  'team',
  'domain',
  'classification',
  'tags',
  'ai_context',
  'data_type',
  'required',
  'unique',
  'business_name',
  'examples',
  'enum',
  'pattern',
  'unit',
  'better_when',
  'formula',
] as const;

/** Kinds that an entry says itself, because its type cannot. */
export const customKinds: readonly string[] = ['metric', 'group', 'property'];

/** The JSON form of a concept; value types that it has stand as references in `properties`. */
export function toConceptJson(concept: ReadConcept, named: readonly NamedConcept[]): JsonObject {
  const { id, name, type, fields } = concept;
  const custom = isObject(fields.custom_properties) ? fields.custom_properties : {};
  const { kind, ...others } = custom;
  const shown = new Set<string>(customMembers);
  const rest = Object.entries(others).filter(([member]) => !shown.has(member));
  const properties = concept.relationships
    .filter((one) => typeOf(one, named) === 'hasProperty')
    .map((one) => ({ ref: targetOf(one, named) }));
  const members: JsonObject = {
    id,
    name,
    kind: kindOf(type, kind),
    ...pick(fields, entryMembers),
    ...pick(custom, customMembers),
    ...pick(fields, customMembers),
    ...(rest.length > 0 && { custom_properties: Object.fromEntries(rest) }),
  };
  return type === 'EntityType' ? { ...members, properties } : members;
}

function kindOf(type: string, kind: Json | undefined): string {
  if (typeof kind === 'string' && customKinds.includes(kind)) return kind;
  return type === 'EntityType' ? 'entity' : 'shared_property';
}

/** The JSON form of a relationship: always with both roles, each by the id of its concept. */
export function toRelationshipJson(
  concept: string,
  relationship: Relationship,
  named: readonly NamedConcept[],
): JsonObject {
  const { fields, name } = relationship;
  const { roles: _, name: _name, ...others } = fields;
  const roles = rolesOf(relationship);
  const written = roles.length === 1 ? [{ concept }, ...roles] : roles;
  return {
    ...others,
    id: relationshipId(concept, relationship),
    name,
    type: typeOf(relationship, named),
    roles: written.map((role) => toRoleJson(role, named)),
  };
}

function toRoleJson(role: JsonObject, named: readonly NamedConcept[]): JsonObject {
  const { concept, name, ...others } = role;
  const roleName = others.role_name ?? name;
  return {
    concept: idOf(concept, named),
    ...others,
    ...(roleName !== undefined && { role_name: roleName }),
  };
}

/** Everything that relationships name, to be looked up. */
export function namesInRoles(relationships: readonly Relationship[]): string[] {
  const names = relationships.flatMap(rolesOf).map(({ concept }) => concept);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

function rolesOf({ fields: { roles } }: Relationship): JsonObject[] {
  return Array.isArray(roles) ? (roles.filter(isObject) as JsonObject[]) : [];
}

/** By id, then by name, as documents resolve it. */
function idOf(named: Json | undefined, known: readonly NamedConcept[]): string {
  const text = typeof named === 'string' ? named : '';
  return (find(text, known)?.id ?? text) || '?';
}

function find(text: string, known: readonly NamedConcept[]): NamedConcept | undefined {
  return known.find(({ id }) => id === text) ?? known.find(({ name }) => name === text);
}

/** The concept, by its id, that a relationship leads to. */
export function targetOf(relationship: Relationship, named: readonly NamedConcept[]): string {
  return idOf(rolesOf(relationship).at(-1)?.concept, named);
}

/** As written; without a type, what has a value type at its end is a property. */
export function typeOf(relationship: Relationship, named: readonly NamedConcept[]): string {
  const { type } = relationship.fields;
  if (typeof type === 'string' && type !== '') return type;
  const target = rolesOf(relationship).at(-1)?.concept;
  const text = typeof target === 'string' ? target : '';
  const isValue = builtInConcepts.has(text) || find(text, named)?.type === 'ValueType';
  return isValue ? 'hasProperty' : 'relatedTo';
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  const present = names.filter((name) => (object[name] ?? null) !== null);
  return Object.fromEntries(present.map((name) => [name, object[name] as Json]));
}
