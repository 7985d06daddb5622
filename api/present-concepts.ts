import type { Db } from '../db/connect.ts';
import { listConceptsNamed } from '../db/tables/namespace-concepts.ts';
import type { StoredConcept, StoredRelationship } from '../db/tables/namespace-concepts.ts';
import type { NamespaceKey } from '../db/tables/namespaces.ts';
import type { Relationship } from '../domain/ontology/ontology.ts';
import {
  namesInRoles,
  toConceptJson,
  toRelationshipJson,
} from '../domain/semantics/concept-json.ts';
import type { ReadConcept } from '../domain/semantics/concept-json.ts';
import type { JsonObject } from '../lib/json.ts';

/** Concepts of a namespace in the deprecated JSON form. */
export async function presentConcepts(
  db: Db,
  key: NamespaceKey,
  rows: readonly StoredConcept[],
): Promise<JsonObject[]> {
  const concepts = rows.map(readConcept);
  const names = namesInRoles(concepts.flatMap(({ relationships }) => relationships));
  const named = await listConceptsNamed(db, key, names);
  return concepts.map((concept) => toConceptJson(concept, named));
}

function readConcept({ body, ...concept }: StoredConcept): ReadConcept {
  const parts = JSON.parse(body) as Pick<ReadConcept, 'fields' | 'relationships'>;
  return { ...concept, ...parts };
}

/** Relationships of a namespace in the deprecated JSON form. */
export async function presentRelationships(
  db: Db,
  key: NamespaceKey,
  rows: readonly StoredRelationship[],
): Promise<JsonObject[]> {
  const relationships = rows.map(toRelationship);
  const named = await listConceptsNamed(db, key, namesInRoles(relationships));
  return relationships.map((one, place) =>
    toRelationshipJson(rows[place]?.conceptId ?? '', one, named),
  );
}

function toRelationship({ id, fields: text }: StoredRelationship): Relationship {
  const fields = JSON.parse(text) as JsonObject;
  const name = typeof fields.name === 'string' ? fields.name : id;
  return { identity: id, name, fields };
}
