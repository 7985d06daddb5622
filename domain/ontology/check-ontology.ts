import { indexConcepts, metadataOf, relationshipId } from './ontology.ts';
import type { Concept, Ontology, RequiredConcepts } from './ontology.ts';
import { isKnown, listReferences } from './references.ts';
import type { Reference, Scope } from './references.ts';

/** What is wrong with a document as a whole; `{first}` in the message becomes where `firstPath` stands. */
export type OntologyFault = {
  path: readonly (string | number)[];
  message: string;
  firstPath?: readonly (string | number)[];
};

/** What one transaction writes in half a minute, and deletes in less. */
const mostConcepts = 200_000;

/** Too many concepts, names and ids that stand twice, and roles and `extends` that name no concept. */
export function checkOntology(ontology: Ontology, required?: RequiredConcepts): OntologyFault[] {
  const count = ontology.concepts.length;
  if (count > mostConcepts) return [tooMany(count)];
  const faults = duplicates(ontology.concepts);
  const scope: Scope = {
    index: indexConcepts(ontology.concepts),
    namespace: metadataOf(ontology).name,
    required,
  };
  for (const [place, concept] of ontology.concepts.entries()) {
    faults.push(...duplicateRelationships(concept, place));
    for (const reference of listReferences(concept)) {
      if (isKnown(reference, scope)) continue;
      faults.push({ path: pathOf(place, reference), message: unknownMessage(reference) });
    }
  }
  return [...faults, ...sharedRelationshipIds(ontology.concepts)];
}

/**
 * Relationships that would be taken for one another: `c` of `a.b` and `b.c` of `a`, or one that states such an id. The same
 * stated id at several concepts is one property of all of them, as imports make it.
 */
function sharedRelationshipIds(concepts: readonly Concept[]): OntologyFault[] {
  const faults: OntologyFault[] = [];
  const known = new Map<string, { path: (string | number)[]; isStated: boolean; key: string }>();
  for (const [entry, concept] of concepts.entries()) {
    for (const [place, relationship] of concept.relationships.entries()) {
      const id = relationshipId(concept.identity, relationship);
      const isStated = relationship.fields.id !== undefined;
      const path = ['ontology', entry, 'relationships', place];
      const key = JSON.stringify([entry, relationship.identity]);
      const first = known.get(id);
      known.set(id, first ?? { path, isStated, key });
      // One that stands twice in its concept has been noted as that.
      if (!first || first.key === key || (first.isStated && isStated)) continue;
      const message = `has the same id "${id}" as another relationship{first}: one that states none has that of its concept and name; state another id`;
      faults.push({ path, message, firstPath: first.path });
    }
  }
  return faults;
}

function tooMany(count: number): OntologyFault {
  const message = `has ${count} concepts, and at most ${mostConcepts} are allowed: split it into several namespaces`;
  return { path: ['ontology'], message };
}

function unknownMessage({ named, namespace }: Reference): string {
  const where =
    namespace === undefined
      ? 'neither this document nor a namespace it requires has it'
      : `the namespace "${namespace}" does not have it, or is not known`;
  return `names the concept "${named}", but ${where}: use its id or name, or add it`;
}

/** Where a reference stands in the document. */
function pathOf(entry: number, { relationship, place }: Reference): (string | number)[] {
  return relationship === undefined
    ? ['ontology', entry, 'extends', place]
    : ['ontology', entry, 'relationships', relationship, 'roles', place, 'concept'];
}

type Keyed = { identity: string; name: string };

function duplicates(concepts: readonly Concept[]): OntologyFault[] {
  const path = (place: number): (string | number)[] => ['ontology', place];
  return repeatedKeys(concepts, path, 'give each entry its own id and name');
}

function duplicateRelationships(concept: Concept, entry: number): OntologyFault[] {
  const { relationships } = concept;
  if (relationships.length < 2) return [];
  const path = (place: number): (string | number)[] => ['ontology', entry, 'relationships', place];
  const identities = relationships.map(({ identity }) => ({ identity, name: identity }));
  return repeatedKeys(
    identities,
    path,
    'relationships of one concept need different ids or, without ids, different names',
  );
}

function repeatedKeys(
  entries: readonly Keyed[],
  pathOf: (place: number) => (string | number)[],
  advice: string,
): OntologyFault[] {
  const faults: OntologyFault[] = [];
  const identities = new Map<string, number>();
  const names = new Map<string, number>();
  for (const [place, { identity, name }] of entries.entries()) {
    const first = identities.get(identity) ?? names.get(name);
    identities.set(identity, identities.get(identity) ?? place);
    names.set(name, names.get(name) ?? place);
    if (first === undefined) continue;
    const key = entries[first]?.identity === identity ? identity : name;
    const message = `repeats "${key}"{first}: ${advice}`;
    faults.push({ path: pathOf(place), message, firstPath: pathOf(first) });
  }
  return faults;
}
