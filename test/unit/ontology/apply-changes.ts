import { conceptOf, relationshipOf } from '../../../domain/ontology/ontology.ts';
import type {
  ConceptChange,
  FieldChange,
  RelationshipChange,
} from '../../../domain/ontology/merge/diff-ontologies.ts';
import type { Concept, Ontology, Relationship } from '../../../domain/ontology/ontology.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

function applyFields(fields: JsonObject, changes: readonly FieldChange[]): JsonObject {
  const applied = { ...fields };
  for (const { field, to } of changes) {
    if (to === undefined) delete applied[field];
    else applied[field] = to;
  }
  return applied;
}

function applyTo<Of extends { identity: string }, Change extends RelationshipChange>(
  entries: readonly Of[],
  changes: readonly Change[],
  make: (change: Change, entry?: Of) => Of,
): Of[] {
  const byId = new Map(
    changes.flatMap((change) => (change.op === 'add' ? [] : [[change.external_id, change]])),
  );
  const kept = entries.flatMap((entry) => {
    const change = byId.get(entry.identity);
    if (!change) return [entry];
    return change.op === 'remove' ? [] : [make(change, entry)];
  });
  return [...kept, ...changes.filter(({ op }) => op === 'add').map((change) => make(change))];
}

const applyToRelationship = ({ fields }: RelationshipChange, entry?: Relationship): Relationship =>
  relationshipOf(applyFields(entry?.fields ?? {}, fields));

const applyToConcept = ({ fields, relationships }: ConceptChange, entry?: Concept): Concept =>
  conceptOf(
    applyFields(entry?.fields ?? {}, fields),
    applyTo(entry?.relationships ?? [], relationships, applyToRelationship),
  );

/** The document after changes, by what they say alone. */
export function applyChanges(
  from: Ontology,
  changes: { concepts: ConceptChange[]; members: FieldChange[] },
): Ontology {
  return {
    members: applyFields(from.members, changes.members),
    concepts: applyTo(from.concepts, changes.concepts, applyToConcept),
  };
}
