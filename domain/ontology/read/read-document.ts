import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { YamlItem, YamlMember, YamlNode } from '../../../lib/yaml/tree.ts';
import type { Finding } from '../model/finding.ts';
import { checkMembers, memberKinds } from '../model/member-kinds.ts';
import { identityOf } from '../ontology.ts';
import type { Concept, Ontology, Relationship } from '../ontology.ts';

/** The member of an object, as it is written. */
export function memberNode(node: YamlNode, name: string): YamlMember | undefined {
  return node.members?.find((member) => member.name === name);
}

/** The readable part of a document; it `isSound` when every entry could be read. */
export function readDocument(root: YamlNode): {
  ontology: Ontology;
  findings: Finding[];
  isSound: boolean;
} {
  const findings: Finding[] = [];
  const { ontology: _, ...members } = isObject(root.value) ? root.value : {};
  const ontology: Ontology = { members: present(members), concepts: [] };
  const kind = kindProblem(root);
  if (kind) return { ontology, findings: [kind], isSound: false };
  checkMembers(root, memberKinds.document, '', findings);
  const list = memberNode(root, 'ontology')?.node;
  if (list?.items) {
    for (const [position, { node }] of list.items.entries()) {
      ontology.concepts.push(readConcept(node, `ontology[${position}]`, findings));
    }
  } else {
    const offset = list?.start ?? root.start;
    const problem = list ? 'must be a list' : 'is missing';
    const message = `${problem}: it has the concepts, \`ontology: [{concept: Name, type: EntityType}]\``;
    findings.push({ field: 'ontology', message, offset });
  }
  return { ontology, findings, isSound: findings.length === 0 };
}

const foreign: readonly [member: string, what: string][] = [
  [
    'semantic_model',
    'an OSI semantic model (`semantic_model`: datasets and metrics), not an ontology',
  ],
  ['dataContractSpecification', 'a data contract, not an ontology'],
  ['dataProductSpecification', 'a data product, not an ontology'],
  ['apiVersion', 'a data contract or data product (`apiVersion`, `kind`), not an ontology'],
];

/** Describes a document that is no ontology at all. */
function kindProblem(root: YamlNode): Finding | undefined {
  const needs = 'an ontology has `name` and the list `ontology`';
  if (!root.members) {
    return { field: '', message: `is not an ontology: ${needs}`, offset: root.start };
  }
  if (memberNode(root, 'ontology')) return undefined;
  const found = foreign.find(([member]) => memberNode(root, member));
  if (!found) return undefined;
  const [member, what] = found;
  const offset = memberNode(root, member)?.start ?? root.start;
  return { field: member, message: `is ${what}: ${needs}`, offset };
}

function present(members: JsonObject): JsonObject {
  const entries = Object.entries(members).filter(([, value]) => value !== null);
  return Object.fromEntries(entries);
}

/** Reads a flat or nested entry and records its violations. */
function readConcept(node: YamlNode, field: string, findings: Finding[]): Concept {
  if (!node.members) {
    const message = 'must be an object with `concept` and `type`';
    findings.push({ field, message, offset: node.start });
    return { identity: '', name: '', fields: {}, relationships: [] };
  }
  const inner = innerConcept(node);
  checkMembers(node, inner ? memberKinds.nestedEntry : memberKinds.entry, field, findings);
  if (inner) checkMembers(inner, memberKinds.nestedConcept, `${field}.concept`, findings);
  const fields = conceptFields(node.value as JsonObject, inner?.value as JsonObject | undefined);
  const name = textOr(fields.concept, '');
  const list = memberNode(node, 'relationships')?.node;
  const relationships = list ? readRelationships(list, `${field}.relationships`, findings) : [];
  return { identity: identityOf(fields, name), name, fields, relationships };
}

/** The object `concept` of an entry in the nested form. */
export function innerConcept(entry: YamlNode): YamlNode | undefined {
  const node = memberNode(entry, 'concept')?.node;
  return node?.members ? node : undefined;
}

/** The fields of an entry in the flat form. */
export function conceptFields(entry: JsonObject, inner: JsonObject | undefined): JsonObject {
  const { relationships: _, ...outer } = entry;
  if (!inner) return present(outer);
  const { name, ...members } = inner;
  const fields: JsonObject = { concept: name ?? null, ...members };
  for (const [member, value] of Object.entries(outer)) {
    if (member !== 'concept')
      fields[Object.hasOwn(fields, member) ? `entry.${member}` : member] = value;
  }
  return present(fields);
}

/** Maximum number of relationships of a concept, because a merge searches all of them for each reference. */
const maxRelationships = 5_000;

function readRelationships(list: YamlNode, field: string, findings: Finding[]): Relationship[] {
  if (list.value === null) return [];
  if (!list.items) {
    findings.push({ field, message: 'must be a list', offset: list.start });
    return [];
  }
  if (list.items.length > maxRelationships) {
    const message = `has ${list.items.length} relationships; ${maxRelationships} are allowed at one concept`;
    findings.push({ field, message, offset: list.start });
    return [];
  }
  return list.items.map(({ node }, position) =>
    readRelationship(node, `${field}[${position}]`, findings),
  );
}

function readRelationship(node: YamlNode, field: string, findings: Finding[]): Relationship {
  if (!node.members) {
    findings.push({
      field,
      message: 'must be an object with `name` and `roles`',
      offset: node.start,
    });
    return { identity: '', name: '', fields: {} };
  }
  checkMembers(node, memberKinds.relationship, field, findings);
  checkRoles(node, field, findings);
  const fields = present(node.value as JsonObject);
  const name = textOr(fields.name, textOr(fields.id, ''));
  if (name === '') findings.push({ field, message: 'needs a `name`', offset: node.start });
  return { identity: identityOf(fields, name), name, fields };
}

const textOr = (value: Json | undefined, other: string): string =>
  typeof value === 'string' ? value : other;

const countOf = (roles: number): string => (roles === 0 ? 'no role' : `${roles} roles`);

/** A relationship connects its concept (the first role, which may be omitted) with one other. */
function checkRoles(node: YamlNode, field: string, findings: Finding[]): void {
  const member = memberNode(node, 'roles');
  // A value that is not a list has already been reported.
  if (member && !member.node.items && member.node.value !== null) return;
  const roles = member?.node.items ?? [];
  if (roles.length === 1 || roles.length === 2) return checkEachRole(roles, field, findings);
  const needs = 'give it one role (the other concept) or two';
  const message = `must connect two concepts, but has ${countOf(roles.length)}: ${needs}`;
  findings.push({ field: `${field}.roles`, message, offset: member?.start ?? node.start });
}

function checkEachRole(roles: readonly YamlItem[], field: string, findings: Finding[]): void {
  for (const [position, { node }] of roles.entries()) {
    const path = `${field}.roles[${position}]`;
    if (node.members) {
      checkMembers(node, memberKinds.role, path, findings);
      continue;
    }
    const message = 'must be an object with `concept`';
    findings.push({ field: path, message, offset: node.start });
  }
}
