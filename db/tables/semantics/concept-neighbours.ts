import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { StoredConcept } from './namespace-concepts.ts';
import type { NamespaceKey } from './namespaces.ts';

const columns = `namespace_id as "namespaceId", id, name, type, iri, revision, body::text as body`;

const list = {
  name: 'concept-neighbours-list',
  text: `select ${columns} from namespace_concepts
    where organization_id = $1 and namespace_id = $2 and (held && $3::text[] or parents && $3::text[])
    order by id limit $4`,
};

/** Up to a limit of concepts with a relationship to one of these ids or names, or that extend one of them. */
export function listConceptsLeadingTo(
  db: Db,
  { organizationId, id }: NamespaceKey,
  named: readonly string[],
  limit: number,
): Promise<StoredConcept[]> {
  if (named.length === 0 || limit <= 0) return Promise.resolve([]);
  return runStatement(db, list, [organizationId, id, [...named], limit]);
}
