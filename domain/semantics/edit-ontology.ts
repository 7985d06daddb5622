import type { JsonObject } from '../../lib/json/json.ts';
import type { Ontology } from '../ontology/ontology.ts';
import type { NamedViolation } from '../ontology/read/name-findings.ts';
import { isSameOntology } from '../ontology/model/same-value.ts';
import { writeOntology } from '../ontology/write/write-ontology.ts';
import { putEntry } from './branch-entry.ts';
import { putConcept, withoutConcept } from './edit-concepts.ts';
import { putMetadata } from './edit-metadata.ts';
import type { StatedMetadata } from './edit-metadata.ts';
import type { EditProblem } from './edit-problem.ts';
import { putProperties } from './edit-properties.ts';
import { putRelationship, withoutRelationship } from './edit-relationships.ts';
import { toPrepared, toRequired } from './prepare-ontology.ts';
import type { PreparedOntology, RequiredNames } from './prepare-ontology.ts';
import { readStored } from './read-stored.ts';

/**
 * Edits of the deprecated endpoints, where `json` is the deprecated form of an entry; an entry as documents have it; and metadata
 * of a namespace, written into its ontology.
 */
export type OntologyEdit =
  | { op: 'put-entry'; id: string; entry: JsonObject }
  | { op: 'put-concept' | 'put-relationship'; id: string; json: JsonObject }
  | { op: 'delete-concept' | 'delete-relationship'; id: string }
  | { op: 'put-metadata'; metadata: StatedMetadata };

export type EditResult =
  | { outcome: 'unchanged' }
  | EditProblem
  | { outcome: 'invalid'; violations: NamedViolation[] }
  | { outcome: 'edited'; text: string; prepared: PreparedOntology };

/** Writes one entry into a stored text; all other bytes stay. */
export function editOntology(
  text: string,
  edit: OntologyEdit,
  required: RequiredNames,
): EditResult {
  const into = readStored(text);
  const edited = applyEdit(into.ontology, edit);
  if ('outcome' in edited) return edited;
  if (isSameOntology(into.ontology, edited)) return { outcome: 'unchanged' };
  const written = writeOntology({ into, ontology: edited, required: toRequired(required) });
  if (written.violations) return { outcome: 'invalid', violations: written.violations };
  const { parsed } = written;
  return { outcome: 'edited', text: parsed.text, prepared: toPrepared(parsed.ontology) };
}

function applyEdit(ontology: Ontology, edit: OntologyEdit): Ontology | EditProblem {
  switch (edit.op) {
    case 'put-concept':
      return putProperties(putConcept(ontology, edit.id, edit.json), edit.id, edit.json.properties);
    case 'put-entry':
      return putEntry(ontology, edit.id, edit.entry);
    case 'delete-concept':
      return withoutConcept(ontology, edit.id);
    case 'put-relationship':
      return putRelationship(ontology, edit.id, edit.json);
    case 'put-metadata':
      return putMetadata(ontology, edit.metadata);
    case 'delete-relationship':
      return withoutRelationship(ontology, edit.id);
  }
}
