import { indexConcepts, metadataOf, relationshipId } from '../ontology.ts';
import type { Concept, Ontology, RequiredConcepts } from '../ontology.ts';
import { isKnown, listReferences } from '../model/references.ts';
import type { Reference, Scope } from '../model/references.ts';

/** A fault of a whole document; `{first}` in the message is replaced by the location of `firstPath`. */
export type OntologyFault = {
  path: readonly (string | number)[];
  message: string;
  firstPath?: readonly (string | number)[];
};

/** Maximum number of concepts, which one transaction writes in half a minute, and deletes in less. */
const maxConcepts = 200_000;

/**
 * Faults of a whole document: too many concepts, duplicate names and ids, and roles and `extends` without a
 * concept.
 */
export function checkOntology(ontology: Ontology, required?: RequiredConcepts): OntologyFault[] {
  const count = ontology.concepts.length;
  if (count > maxConcepts) return [tooMany(count)];
  const faults = duplicates(ontology.concepts);
  const scope: Scope = {
    index: indexConcepts(ontology.concepts),
    namespace: metadataOf(ontology).name,
    required,
  };
  for (const [position, concept] of ontology.concepts.entries()) {
    faults.push(...duplicateRelationships(concept, position));
    for (const reference of listReferences(concept)) {
      if (isKnown(reference, scope)) continue;
      faults.push({ path: pathOf(position, reference), message: unknownMessage(reference) });
    }
  }
  return [...faults, ...sharedRelationshipIds(ontology.concepts)];
}

/**
 * Relationships with ambiguous ids: `c` of `a.b` and `b.c` of `a`, or a stated id of this form. The same stated
 * id at several concepts is one shared property, as imports create it.
 */
function sharedRelationshipIds(concepts: readonly Concept[]): OntologyFault[] {
  const faults: OntologyFault[] = [];
  const known = new Map<string, { path: (string | number)[]; isStated: boolean; key: string }>();
  for (const [entry, concept] of concepts.entries()) {
    for (const [position, relationship] of concept.relationships.entries()) {
      const id = relationshipId(concept.identity, relationship);
      const isStated = relationship.fields.id !== undefined;
      const path = ['ontology', entry, 'relationships', position];
      const key = JSON.stringify([entry, relationship.identity]);
      const first = known.get(id);
      known.set(id, first ?? { path, isStated, key });
      // Duplicates within a concept are reported separately.
      if (!first || first.key === key || (first.isStated && isStated)) continue;
      const message = `has the same id "${id}" as another relationship{first}: one that states none has that of its concept and name; state another id`;
      faults.push({ path, message, firstPath: first.path });
    }
  }
  return faults;
}

function tooMany(count: number): OntologyFault {
  const message = `has ${count} concepts, and at most ${maxConcepts} are allowed: split it into several namespaces`;
  return { path: ['ontology'], message };
}

function unknownMessage({ named, namespace }: Reference): string {
  const where =
    namespace === undefined
      ? 'neither this document nor a namespace it requires has it'
      : `the namespace "${namespace}" does not have it, or is not known`;
  return `names the concept "${named}", but ${where}: use its id or name, or add it`;
}

/** The path of a reference in the document. */
function pathOf(entry: number, { relationship, position }: Reference): (string | number)[] {
  return relationship === undefined
    ? ['ontology', entry, 'extends', position]
    : ['ontology', entry, 'relationships', relationship, 'roles', position, 'concept'];
}

type Keyed = { identity: string; name: string };

function duplicates(concepts: readonly Concept[]): OntologyFault[] {
  const path = (position: number): (string | number)[] => ['ontology', position];
  return repeatedKeys(concepts, path, 'give each entry its own id and name');
}

function duplicateRelationships(concept: Concept, entry: number): OntologyFault[] {
  const { relationships } = concept;
  if (relationships.length < 2) return [];
  const path = (position: number): (string | number)[] => [
    'ontology',
    entry,
    'relationships',
    position,
  ];
  const identities = relationships.map(({ identity }) => ({ identity, name: identity }));
  return repeatedKeys(
    identities,
    path,
    'relationships of one concept need different ids or, without ids, different names',
  );
}

function repeatedKeys(
  entries: readonly Keyed[],
  pathOf: (position: number) => (string | number)[],
  advice: string,
): OntologyFault[] {
  const faults: OntologyFault[] = [];
  const identities = new Map<string, number>();
  const names = new Map<string, number>();
  for (const [position, { identity, name }] of entries.entries()) {
    const first = identities.get(identity) ?? names.get(name);
    identities.set(identity, identities.get(identity) ?? position);
    names.set(name, names.get(name) ?? position);
    if (first === undefined) continue;
    const key = entries[first]?.identity === identity ? identity : name;
    const message = `repeats "${key}"{first}: ${advice}`;
    faults.push({ path: pathOf(position), message, firstPath: pathOf(first) });
  }
  return faults;
}
