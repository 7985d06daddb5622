import { hash } from 'node:crypto';
import { canonicalJson, isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { writeYaml } from '../../lib/yaml/yaml.ts';
import { conceptOf, relationshipOf } from '../ontology/ontology.ts';
import type { Concept, Ontology, Relationship } from '../ontology/ontology.ts';
import { entryOf } from '../ontology/read/entry-of.ts';
import { conceptFields } from '../ontology/read/read-document.ts';
import { renameReferences } from './edit-concepts.ts';
import type { EditProblem } from './edit-problem.ts';
import { readStored } from './read-stored.ts';

/** One entry of an ontology: as JSON, as YAML, and its entity tag without quotes. */
export type ReadEntry = { id: string; entry: JsonObject; yaml: string; tag: string };

/** The entry of a concept in a stored text; undefined if there is none. */
export function readEntry(text: string, id: string): ReadEntry | undefined {
  const concept = readStored(text).ontology.concepts.find(({ identity }) => identity === id);
  if (!concept) return undefined;
  const entry = entryOf(concept, undefined);
  const tag = hash('sha256', canonicalJson(entry), 'hex').slice(0, 32);
  return { id, entry, yaml: writeYaml(entry), tag };
}

/**
 * The ontology with this entry instead of the one with the id, or with one more. A concept that is renamed keeps its identity:
 * its id is stated then, and references follow the name.
 */
export function putEntry(
  ontology: Ontology,
  id: string,
  entry: JsonObject,
): Ontology | EditProblem {
  const concept = readConcept(id, entry);
  if ('outcome' in concept) return concept;
  const existing = ontology.concepts.find(({ identity }) => identity === id);
  if (concept.identity !== id) {
    const message = `The id of the entry is '${concept.identity}', but the path names '${id}'.`;
    return { outcome: 'refused', message };
  }
  if (!existing) return { ...ontology, concepts: [...ontology.concepts, concept] };
  const followed =
    existing.name === concept.name
      ? ontology.concepts
      : renameReferences(ontology, existing, concept.name);
  const concepts = followed.map((each) => (each.identity === id ? concept : each));
  return { ...ontology, concepts };
}

function readConcept(id: string, entry: JsonObject): Concept | EditProblem {
  const inner = isObject(entry.concept) ? entry.concept : undefined;
  const fields = conceptFields(entry, inner);
  const stated = fields.concept;
  const needsId = fields.id === undefined && typeof stated === 'string' && stated !== id;
  const relationships = readRelationships(entry.relationships);
  if ('outcome' in relationships) return relationships;
  return conceptOf(needsId ? withId(fields, id) : fields, relationships);
}

function withId({ concept, ...others }: JsonObject, id: string): JsonObject {
  return { concept: concept ?? null, id, ...others };
}

function readRelationships(value: Json | undefined): Relationship[] | EditProblem {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isObject)) {
    return (value as JsonObject[]).map(relationshipOf);
  }
  return { outcome: 'refused', message: 'The member `relationships` must be a list of objects.' };
}
