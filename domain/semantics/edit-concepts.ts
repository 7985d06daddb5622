import { isObject } from '../../lib/json.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { identityOf, metadataOf } from '../ontology/ontology.ts';
import type { Concept, Ontology } from '../ontology/ontology.ts';
import { customKinds, customMembers, entryMembers } from './concept-json.ts';

/** Members of the deprecated form that are written in another way than as they are. */
const mapped = new Set(['id', 'name', 'kind', 'properties', 'custom_properties', ...customMembers]);

/** The ontology with a concept as its deprecated form says, except for its properties; what that form cannot say stays. */
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

/** The ontology without a concept, if it is there; that others name it is found when the text is read again. */
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
    ...(Object.keys(custom).length > 0 && { custom_properties: custom }),
  });
  return {
    identity: identityOf(fields, text),
    name: text,
    fields,
    relationships: existing?.relationships ?? [],
  };
}

/** Whether the deprecated form says it, so that leaving it out removes it. */
function isExpressed(member: string): boolean {
  const expressed: readonly string[] = ['concept', 'id', 'type', ...entryMembers, ...customMembers];
  return expressed.includes(member);
}

/** Members that stand in the entry itself stay there. */
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
  return present({
    ...rest,
    kind,
    ...Object.fromEntries(members.map((member) => [member, json[member] ?? null])),
  });
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

/** Roles and `extends` that call a concept by its name go on with its new one, or with its id where that means another one. */
function renameReferences(ontology: Ontology, renamed: Concept, name: string): Concept[] {
  const { concepts } = ontology;
  const { identity, name: from } = renamed;
  const isId = (text: string): boolean =>
    concepts.some((concept) => concept !== renamed && concept.identity === text);
  // An id comes first: then the name was not meant.
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
