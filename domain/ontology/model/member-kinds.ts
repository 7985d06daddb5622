import type { Json } from '../../../lib/json/json.ts';
import type { YamlNode } from '../../../lib/yaml/tree.ts';
import { conceptTypes, multiplicities } from '../ontology.ts';
import type { Finding } from './finding.ts';

type Kind = { isRequired?: boolean; expected: string; accepts: (value: Json) => boolean };

const isText = (value: Json): boolean => typeof value === 'string';
const isList = (value: Json): boolean => Array.isArray(value);
const isMap = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum length of a name or id, in characters. */
export const maxNameLength = 256;

/** Names and ids become parts of addresses, and keys of rows. */
function isName(value: Json): boolean {
  if (typeof value !== 'string' || value.trim() === '' || value.length > maxNameLength)
    return false;
  return !/\p{Cc}/u.test(value) && value.isWellFormed();
}

const text: Kind = { expected: 'a text', accepts: isText };
const texts: Kind = {
  expected: 'a list of texts',
  accepts: (value) => isList(value) && (value as Json[]).every(isText),
};
const list: Kind = { expected: 'a list', accepts: isList };
const map: Kind = { expected: 'an object', accepts: isMap };
const mapOfTexts: Kind = {
  expected: 'an object of texts',
  accepts: (value) => isMap(value) && Object.values(value as object).every(isText),
};
const name: Kind = {
  expected: `a text of 1 to ${maxNameLength} characters without control characters (quote numbers)`,
  accepts: isName,
};
const requiredName: Kind = { ...name, isRequired: true };
const oneOf = (values: readonly string[]): Kind => ({
  expected: `one of ${values.join(', ')}`,
  accepts: (value) => typeof value === 'string' && values.includes(value),
});
const version: Kind = {
  expected: 'a text like 0.2.0.dev0',
  accepts: (value) => typeof value === 'string' || typeof value === 'number',
};

const conceptMembers = {
  id: name,
  type: oneOf(conceptTypes),
  description: text,
  status: text,
  iri: text,
  uri: text,
  extends: texts,
  derived_by: texts,
  identify_by: texts,
  requires: texts,
  custom_properties: map,
};

/** The known members, by the object that contains them. Others are kept unchanged. */
export const memberKinds = {
  document: {
    name: requiredName,
    version,
    description: text,
    requires: texts,
    prefixes: mapOfTexts,
    custom_properties: map,
    ontology_mappings: list,
  },
  entry: { ...conceptMembers, concept: requiredName },
  nestedEntry: conceptMembers,
  nestedConcept: { ...conceptMembers, name: requiredName },
  relationship: {
    id: name,
    name,
    type: text,
    description: text,
    multiplicity: oneOf(multiplicities),
    roles: list,
    verbalizes: texts,
    derived_by: texts,
    requires: texts,
    custom_properties: map,
  },
  role: {
    concept: requiredName,
    name: text,
    role_name: text,
    namespace: text,
    custom_properties: map,
  },
} satisfies Record<string, Record<string, Kind>>;

/** Records members of an object that are missing or have the wrong kind; null counts as absent. */
export function checkMembers(
  node: YamlNode,
  kinds: Readonly<Record<string, Kind>>,
  field: string,
  findings: Finding[],
): void {
  const within = field === '' ? '' : `${field}.`;
  const seen = new Set<string>();
  for (const { name: member, start, node: value } of node.members ?? []) {
    if (value.value === null) continue;
    seen.add(member);
    const kind = Object.hasOwn(kinds, member) ? kinds[member] : undefined;
    if (!kind || kind.accepts(value.value)) continue;
    const message = `must be ${kind.expected}`;
    findings.push({ field: `${within}${member}`, message, offset: start });
  }
  for (const member of missing(kinds, seen)) {
    findings.push({ field: `${within}${member}`, message: 'is missing', offset: node.start });
  }
}

function missing(kinds: Readonly<Record<string, Kind>>, seen: ReadonlySet<string>): string[] {
  return Object.keys(kinds).filter((member) => kinds[member]?.isRequired && !seen.has(member));
}
