import { diffOntologies } from '../ontology/diff-ontologies.ts';
import type { ConceptChange } from '../ontology/diff-ontologies.ts';
import { prepareOntology } from './prepare-ontology.ts';
import { readStored } from './read-stored.ts';

/** What is done with whole ontologies; all of it is pure, takes and gives plain data, and may be done in a thread. */
export const ontologyTasks = {
  prepare: prepareOntology,
  compare,
};

export type OntologyTasks = typeof ontologyTasks;

/** What differs between two stored texts. */
function compare({ from, to }: { from: string; to: string }): ConceptChange[] {
  return from === to ? [] : diffOntologies(readStored(from).ontology, readStored(to).ontology);
}
