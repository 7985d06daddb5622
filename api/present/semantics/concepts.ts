import { hash } from 'node:crypto';
import type { Db } from '../../../db/connect.ts';
import {
  findConcept,
  findRelationship,
  listConceptsNamed,
} from '../../../db/tables/semantics/namespace-concepts.ts';
import type {
  ConceptKey,
  StoredConcept,
  StoredRelationship,
} from '../../../db/tables/semantics/namespace-concepts.ts';
import type { NamespaceKey } from '../../../db/tables/semantics/namespaces.ts';
import type { Relationship } from '../../../domain/ontology/ontology.ts';
import {
  namesInRoles,
  toConceptJson,
  toRelationshipJson,
} from '../../../domain/semantics/concept-json.ts';
import type { ReadConcept } from '../../../domain/semantics/concept-json.ts';
import type { JsonObject } from '../../../lib/json/json.ts';

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
  return relationships.map((one, index) =>
    toRelationshipJson(rows[index]?.conceptId ?? '', one, named),
  );
}

/** A concept or a relationship; undefined if it does not exist. */
export async function readElement(
  db: Db,
  noun: 'concept' | 'relationship',
  key: ConceptKey,
): Promise<JsonObject | undefined> {
  const namespace = { organizationId: key.organizationId, id: key.namespaceId };
  if (noun === 'concept') {
    const found = await findConcept(db, key);
    return found && (await presentConcepts(db, namespace, [found]))[0];
  }
  const found = await findRelationship(db, key);
  return found && (await presentRelationships(db, namespace, [found]))[0];
}

/**
 * The entity tag of a concept or relationship without quotes: a hash, because its JSON form also changes with the ids of other
 * concepts.
 */
export function elementTag(json: JsonObject): string {
  return hash('sha256', JSON.stringify(json), 'hex').slice(0, 32);
}

function toRelationship({ id, fields: text }: StoredRelationship): Relationship {
  const fields = JSON.parse(text) as JsonObject;
  const name = typeof fields.name === 'string' ? fields.name : id;
  return { identity: id, name, fields };
}
