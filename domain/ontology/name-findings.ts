import type { Finding } from './finding.ts';
import type { Concept, Ontology } from './ontology.ts';

/** One thing that is wrong with a text of ours: `field` says in words what it is wrong with, since nobody has the text. */
export type NamedViolation = { field: string; message: string };

/** Says by names where findings are, instead of by places in a text. */
export function nameFindings(
  { concepts }: Ontology,
  findings: readonly Finding[],
): NamedViolation[] {
  return findings.map(({ field, message, otherField }) => {
    const also = otherField === undefined ? '' : ` (${nameOf(concepts, otherField)})`;
    return { field: nameOf(concepts, field), message: message.replace('{first}', () => also) };
  });
}

const inConcept = /^ontology\[(\d+)\]\.?(.*)$/;
const inRelationship = /^relationships\[(\d+)\]\.?(.*)$/;

function nameOf(concepts: readonly Concept[], field: string): string {
  const [, place, within = ''] = inConcept.exec(field) ?? [];
  const concept = concepts[Number(place ?? -1)];
  if (!concept) return field;
  const [, at, member = ''] = inRelationship.exec(within) ?? [];
  const relationship = concept.relationships[Number(at ?? -1)];
  const owner = `the concept ${called(concept)}`;
  if (!relationship) return memberOf(owner, within);
  return memberOf(`the relationship ${called(relationship)} of ${owner}`, member);
}

const memberOf = (owner: string, member: string): string =>
  member === '' ? owner : `${member} of ${owner}`;

function called({ name, identity }: { name: string; identity: string }): string {
  return name === identity ? `"${name}"` : `"${name}" (id "${identity}")`;
}
