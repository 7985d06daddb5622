import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import type { Violation } from '../errors.ts';
import { builtInConcepts, relationshipId } from '../ontology/ontology.ts';
import type { Relationship } from '../ontology/ontology.ts';

/** The facts about a concept that roles need to reference it by id. */
export type NamedConcept = { id: string; name: string; type: string };

/** A stored concept, parsed. */
export type ReadConcept = NamedConcept & {
  iri: string | null;
  fields: JsonObject;
  relationships: readonly Relationship[];
};

/** Members of the JSON form that are beside `concept` and `type` in an entry. */
export const entryMembers = ['description', 'iri', 'status'] as const;

/** Members of the JSON form that are custom properties in an entry, unless the entry has them itself. */
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

/** States an empty `custom_properties` of the JSON form beside members that are stored at the same place. */
export const noCustomProperties: JsonObject = { custom_properties: {} };

/** Kinds stated in the entry, because its type cannot express them. */
export const customKinds: readonly string[] = ['metric', 'group', 'property'];

/**
 * Violations of `custom_properties` that are named like a member of the JSON form: both are stored in one place, so that one of two
 * values would be lost, and `kind` decides about the type of the concept.
 */
export function clashingProperties(json: JsonObject): Violation[] {
  const custom = isObject(json.custom_properties) ? json.custom_properties : {};
  const isGivenTwice = (member: string): boolean => (json[member] ?? null) !== null;
  return ['kind', ...customMembers]
    .filter((member) => (custom[member] ?? null) !== null)
    .filter((member) => member === 'kind' || isGivenTwice(member))
    .map((member) => ({
      field: `custom_properties.${member}`,
      message: `must not be there: '${member}' is a member of the concept itself`,
    }));
}

/** The custom properties that are answered as members of the JSON form. */
export function propertiesOfMembers(json: JsonObject): JsonObject {
  return isObject(json.custom_properties) ? pick(json.custom_properties, customMembers) : {};
}

/** The JSON form of a concept; its value types are references in `properties`. */
export function toConceptJson(concept: ReadConcept, named: readonly NamedConcept[]): JsonObject {
  const { id, name, type, fields } = concept;
  const custom = isObject(fields.custom_properties) ? fields.custom_properties : {};
  const { kind, ...others } = custom;
  const shown = new Set<string>(customMembers);
  const rest = Object.entries(others).filter(([member]) => !shown.has(member));
  const isNone =
    rest.length === 0
      ? isObject(fields.custom_properties) && Object.keys(custom).length === 0
      : rest.length === 1 && isEmptyObject(others.custom_properties);
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
    ...(isNone && noCustomProperties),
    ...(rest.length > 0 && !isNone && { custom_properties: Object.fromEntries(rest) }),
  };
  return type === 'EntityType' ? { ...members, properties } : members;
}

const isEmptyObject = (value: Json | undefined): boolean =>
  isObject(value) && Object.keys(value).length === 0;

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

/** All concept names in relationships, to be looked up. */
export function namesInRoles(relationships: readonly Relationship[]): string[] {
  const names = relationships.flatMap(rolesOf).map(({ concept }) => concept);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

function rolesOf({ fields: { roles } }: Relationship): JsonObject[] {
  return Array.isArray(roles) ? (roles.filter(isObject) as JsonObject[]) : [];
}

/** Resolves by id, then by name, as in documents. */
function idOf(named: Json | undefined, known: readonly NamedConcept[]): string {
  const text = typeof named === 'string' ? named : '';
  return (find(text, known)?.id ?? text) || '?';
}

function find(text: string, known: readonly NamedConcept[]): NamedConcept | undefined {
  return known.find(({ id }) => id === text) ?? known.find(({ name }) => name === text);
}

/** The target concept of a relationship, by its id. */
export function targetOf(relationship: Relationship, named: readonly NamedConcept[]): string {
  return idOf(rolesOf(relationship).at(-1)?.concept, named);
}

/** The stated type; without a type, a relationship to a value type is a property. */
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
