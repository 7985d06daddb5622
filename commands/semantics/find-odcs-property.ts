import type { Db } from '../../db/connect.ts';
import { findConceptByIri, listConceptsNamed } from '../../db/tables/namespace-concepts.ts';
import type { StoredConcept } from '../../db/tables/namespace-concepts.ts';
import { findNamespace } from '../../db/tables/namespaces.ts';
import type { NamespaceKey } from '../../db/tables/namespaces.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { indexConcepts } from '../../domain/ontology/ontology.ts';
import type { Concept } from '../../domain/ontology/ontology.ts';
import { listReferences } from '../../domain/ontology/references.ts';
import { toOdcsProperty } from '../../domain/ontology/to-odcs-property.ts';
import { splitConceptUrl } from '../../domain/semantics/concept-links.ts';
import { findLinked, ownersInLink } from '../../domain/semantics/find-linked.ts';
import { conceptPath } from '../../domain/semantics/semantic-concept.ts';
import type { JsonObject } from '../../lib/json.ts';

/** Value types extend each other only so often; what is behind that has no type. */
const mostRounds = 20;

/**
 * What a link names, `order` or `order.order_id`, as a property of a data contract; undefined when the namespace has no such thing.
 * It reads the concepts that it needs, and never the document.
 */
export async function findOdcsProperty(
  db: Db,
  key: NamespaceKey,
  link: string,
  publicUrl: string,
): Promise<JsonObject | undefined> {
  const start = await listConceptsNamed(db, key, ownersInLink(link));
  const concepts = start.length === 0 ? [] : await withReferenced(db, key, start);
  const index = indexConcepts(concepts);
  const linked = findLinked(index, link);
  const namespace = linked && (await findNamespace(db, key));
  if (!namespace) return undefined;
  const prefixes = JSON.parse(namespace.prefixes) as JsonObject;
  const url = publicUrl + conceptPath(key.id, link);
  return toOdcsProperty({ members: { prefixes }, concepts }, index, linked, url);
}

/** The same for what has an IRI, or an address of ours. */
export async function findOdcsPropertyByIri(
  db: Db,
  organizationId: OrganizationId,
  iri: string,
  publicUrl: string,
): Promise<JsonObject | undefined> {
  const named = await findConceptByIri(db, organizationId, iri);
  const own = named ? { namespace: named.namespaceId, concept: named.id } : splitConceptUrl(iri);
  if (!own) return undefined;
  const key = { organizationId, id: own.namespace };
  return findOdcsProperty(db, key, own.concept, publicUrl);
}

async function withReferenced(
  db: Db,
  key: NamespaceKey,
  start: readonly StoredConcept[],
): Promise<Concept[]> {
  const concepts = new Map<string, Concept>();
  const asked = new Set<string>();
  let found = start;
  for (let round = 0; round < mostRounds && found.length > 0; round++) {
    const added = found.filter(({ id }) => !concepts.has(id)).map(toConcept);
    for (const concept of added) concepts.set(concept.identity, concept);
    // What is behind a relationship matters only for its type, which comes from what it extends.
    const references = added.flatMap(listReferences);
    const followed = references.filter((one) => round === 0 || one.relationship === undefined);
    const names = followed.map(({ named }) => named);
    const missing = [...new Set(names)].filter((name) => !asked.has(name));
    for (const name of missing) asked.add(name);
    found = await listConceptsNamed(db, key, missing);
  }
  return [...concepts.values()];
}

function toConcept({ id, name, body }: StoredConcept): Concept {
  const parts = JSON.parse(body) as Pick<Concept, 'fields' | 'relationships'>;
  return { identity: id, name, ...parts };
}
