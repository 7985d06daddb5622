import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { identityOf, metadataOf } from '../ontology/ontology.ts';
import type { Concept, Ontology } from '../ontology/ontology.ts';
import { customKinds, customMembers, entryMembers, noCustomProperties } from './concept-json.ts';

/** Members of the deprecated form with a different form in documents. */
const mapped = new Set(['id', 'name', 'kind', 'properties', 'custom_properties', ...customMembers]);

/**
 * The ontology with a concept from its deprecated form, except for its properties; members without a deprecated
 * form stay.
 */
export function putConcept(ontology: Ontology, id: string, json: JsonObject): Ontology {
  const existing = ontology.concepts.find(({ identity }) => identity === id);
  const concept = conceptFrom(id, json, existing);
  const renamed =
    existing && existing.name !== concept.name
      ? renameReferences(ontology, existing, concept.name)
      : ontology.concepts;
  const concepts = existing
    ? renamed.map((each) =>
        each.identity === id ? { ...concept, relationships: each.relationships } : each,
      )
    : [...ontology.concepts, concept];
  return { ...ontology, concepts };
}

/**
 * The ontology without a concept, if it exists; remaining references are found when the text is parsed again.
 */
export function withoutConcept(ontology: Ontology, id: string): Ontology {
  return { ...ontology, concepts: ontology.concepts.filter(({ identity }) => identity !== id) };
}

function conceptFrom(id: string, json: JsonObject, existing: Concept | undefined): Concept {
  const { name } = json;
  const text = typeof name === 'string' ? name : id;
  const before = existing?.fields ?? {};
  const kept = Object.entries(before).filter(
    ([member]) => !isExpressed(member) && member !== 'custom_properties',
  );
  const others = Object.entries(json).filter(([member]) => !mapped.has(member));
  const needsId = id !== text || before.id !== undefined;
  const custom = customFrom(json, before);
  const fields = present({
    concept: text,
    ...(needsId && { id }),
    type: typeFrom(json.kind, before.type),
    ...Object.fromEntries(kept),
    ...Object.fromEntries(others),
    ...ownMembers(json, before),
    ...((Object.keys(custom).length > 0 || hasNone(json, before)) && { custom_properties: custom }),
  });
  return {
    identity: identityOf(fields, text),
    name: text,
    fields,
    relationships: existing?.relationships ?? [],
  };
}

/** True if the deprecated form has the member, so that omitting it removes it. */
function isExpressed(member: string): boolean {
  const expressed: readonly string[] = ['concept', 'id', 'type', ...entryMembers, ...customMembers];
  return expressed.includes(member);
}

/** Members in the entry itself stay there. */
function ownMembers(json: JsonObject, before: JsonObject): JsonObject {
  const own = customMembers.filter((member) => before[member] !== undefined);
  return Object.fromEntries(own.map((member) => [member, json[member] ?? null]));
}

function customFrom(json: JsonObject, before: JsonObject): JsonObject {
  const stored = isObject(before.custom_properties) ? before.custom_properties : {};
  const given = isObject(json.custom_properties) ? json.custom_properties : {};
  const members = customMembers.filter((member) => before[member] === undefined);
  const kind = typeof json.kind === 'string' && customKinds.includes(json.kind) ? json.kind : null;
  const rest = json.custom_properties === undefined ? withoutShown(stored) : given;
  const shown = present({
    kind,
    ...Object.fromEntries(members.map((member) => [member, json[member] ?? null])),
  });
  const isMarked = hasNone(json, before) && Object.keys(shown).length > 0;
  return { ...present(rest), ...(isMarked && noCustomProperties), ...shown };
}

/** True if the concept states that it has no custom properties, instead of stating nothing. */
function hasNone(json: JsonObject, before: JsonObject): boolean {
  const stated = json.custom_properties ?? before.custom_properties;
  return isObject(stated) && Object.keys(stated).length === 0;
}

function withoutShown(custom: JsonObject): JsonObject {
  const shown: readonly string[] = ['kind', ...customMembers];
  return Object.fromEntries(Object.entries(custom).filter(([name]) => !shown.includes(name)));
}

function typeFrom(kind: Json | undefined, before: Json | undefined): Json {
  if (typeof kind !== 'string') return before ?? 'EntityType';
  return kind === 'entity' || kind === 'group' ? 'EntityType' : 'ValueType';
}

function present(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** References to a concept by name get its new name, or its id if the name means another concept. */
export function renameReferences(ontology: Ontology, renamed: Concept, name: string): Concept[] {
  const { concepts } = ontology;
  const { identity, name: from } = renamed;
  const isId = (text: string): boolean =>
    concepts.some((concept) => concept !== renamed && concept.identity === text);
  // Ids take precedence: the reference did not mean the name.
  if (isId(from)) return [...concepts];
  const to = isId(name) ? identity : name;
  const { name: namespace } = metadataOf(ontology);
  const names = (role: Json): role is JsonObject =>
    isObject(role) && role.concept === from && (role.namespace ?? namespace) === namespace;
  return concepts.map((concept) => ({
    ...concept,
    fields: renamedExtends(concept.fields, from, to),
    relationships: concept.relationships.map((relationship) => {
      const { roles } = relationship.fields;
      if (!Array.isArray(roles) || !roles.some(names)) return relationship;
      const followed = roles.map((role) => (names(role) ? { ...role, concept: to } : role));
      return { ...relationship, fields: { ...relationship.fields, roles: followed } };
    }),
  }));
}

function renamedExtends(fields: JsonObject, from: string, to: string): JsonObject {
  const parents = fields.extends;
  if (!Array.isArray(parents) || !parents.includes(from)) return fields;
  return { ...fields, extends: parents.map((parent) => (parent === from ? to : parent)) };
}
