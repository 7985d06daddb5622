import type { Db } from '../../db/connect.ts';
import {
  findConceptByIri,
  listConceptsNamed,
} from '../../db/tables/semantics/namespace-concepts.ts';
import type { StoredConcept } from '../../db/tables/semantics/namespace-concepts.ts';
import { findNamespace } from '../../db/tables/semantics/namespaces.ts';
import type { NamespaceKey } from '../../db/tables/semantics/namespaces.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { indexConcepts } from '../../domain/ontology/ontology.ts';
import type { Concept } from '../../domain/ontology/ontology.ts';
import { listReferences } from '../../domain/ontology/model/references.ts';
import { toOdcsProperty } from '../../domain/ontology/model/to-odcs-property.ts';
import { splitConceptUrl } from '../../domain/kinds/document-links.ts';
import { findLinked, ownersInLink } from '../../domain/semantics/find-linked.ts';
import { conceptPath } from '../../domain/semantics/semantic-concept.ts';
import type { JsonObject } from '../../lib/json/json.ts';

/** Maximum depth of value types that extend each other; beyond it a property has no type. */
const maxRounds = 20;

/**
 * Finds the target of a link, `order` or `order.order_id`, as a property of a data contract; undefined if the namespace does not
 * contain it. It reads only the concepts that it needs, never the document.
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

/** Finds a concept by its IRI, or by its address in this service. */
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
  for (let round = 0; round < maxRounds && found.length > 0; round++) {
    const added = found.filter(({ id }) => !concepts.has(id)).map(toConcept);
    for (const concept of added) concepts.set(concept.identity, concept);
    // Concepts behind a relationship only matter for its type, which they inherit.
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
