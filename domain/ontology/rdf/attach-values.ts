import { canonicalJson } from '../../../lib/json/json.ts';
import { indexConcepts, resolveConcept } from '../ontology.ts';
import type { Concept, Ontology, Relationship } from '../ontology.ts';
import type { Attachment } from './triple-writer.ts';
import { datatypeOf } from './vocabulary.ts';
import { listOf } from './write-concepts.ts';
import { targetOf } from './write-relationships.ts';

/**
 * The value types that OWL can write as a data property: referenced only by plain `hasProperty` relationships
 * with one multiplicity, and extending at most one built-in concept.
 */
export function attachValues({ concepts }: Ontology): Map<Concept, Attachment> {
  const index = indexConcepts(concepts);
  const found = new Map<Concept, Attachment>();
  const others = new Set<Concept>();
  for (const owner of concepts) {
    for (const entry of listOf(owner.fields.extends)) {
      const extended = typeof entry === 'string' ? resolveConcept(index, entry) : undefined;
      if (extended) others.add(extended);
    }
    for (const relationship of owner.relationships) {
      const value = targetOf(index, relationship);
      if (value && !attach(found, { owner, relationship, value })) others.add(value);
    }
  }
  for (const value of others) found.delete(value);
  return found;
}

type Link = { owner: Concept; relationship: Relationship; value: Concept };

function attach(found: Map<Concept, Attachment>, { owner, relationship, value }: Link): boolean {
  if (!isSimple(value) || !isPlain(relationship, value)) return false;
  const { multiplicity } = relationship.fields;
  const before = found.get(value);
  if (!before) {
    found.set(value, { owners: [owner], multiplicity });
    return true;
  }
  // Owners are visited one after another: this one is the last, or not included yet.
  if (before.multiplicity !== multiplicity || before.owners.at(-1) === owner) return false;
  before.owners.push(owner);
  return true;
}

function isSimple({ fields, relationships }: Concept): boolean {
  if (fields.type !== 'ValueType' || relationships.length > 0) return false;
  const entries = fields.extends === undefined ? [] : listOf(fields.extends);
  return (
    entries.length === (fields.extends === undefined ? 0 : 1) &&
    entries.every((entry) => typeof entry === 'string' && Object.hasOwn(datatypeOf, entry))
  );
}

/** True if a relationship only says that the value belongs to its owner. */
function isPlain({ identity, name, fields }: Relationship, value: Concept): boolean {
  const { id: _id, name: _name, type, roles, multiplicity: _multiplicity, ...others } = fields;
  return (
    type === 'hasProperty' &&
    identity === value.identity &&
    name === value.name &&
    Object.keys(others).length === 0 &&
    canonicalJson(roles) === canonicalJson([{ concept: value.identity }])
  );
}
