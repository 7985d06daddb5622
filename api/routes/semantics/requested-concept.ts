import { findConcept } from '../../../db/tables/semantics/namespace-concepts.ts';
import type { ConceptKey, StoredConcept } from '../../../db/tables/semantics/namespace-concepts.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/principal.ts';
import { checkConceptId } from '../../../domain/semantics/concept-ids.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { Services } from '../../services.ts';

/** Reads the concept of a path. Refuses with `not_found`. */
export async function readConcept(
  { database }: Services,
  { organizationId }: Principal,
  params: { namespace: string; id: string },
): Promise<StoredConcept> {
  const namespaceId = checkDocumentId(params.namespace);
  const key: ConceptKey = { organizationId, namespaceId, id: checkConceptId(params.id) };
  return (
    (await findConcept(database.knex, key)) ??
    refuse('not_found', `The namespace '${namespaceId}' has no concept '${key.id}'.`)
  );
}
