import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A concept in a list. */
export type ListedConcept = {
  /** `<namespace>/<concept>`. */
  key: string;
  namespace: string;
  id: string;
  name: string;
  type: string;
  description: string;
  status: string | null;
  tags: string[];
  relationships: number;
  updatedAt: Date;
};

export type ConceptFilter = {
  namespace: string | undefined;
  /** A tsquery. */
  search: string | undefined;
  type: string | undefined;
  after: string | undefined;
  limit: number;
  offset: number;
};

/** Ids of the concepts of a namespace are exactly those between `/` and `0`, the character after `/`. */
const ofNamespace = `d.id > $2 || '/' and d.id < $2 || '0'`;

const textWith = (
  condition: string,
): string => `select d.id as key, c.namespace_id as namespace, c.id, c.name, c.type,
      coalesce(d.description, '') as description, d.status, d.tags, cardinality(c.relationship_ids) as relationships,
      d.updated_at as "updatedAt"
    from documents d cross join lateral (
      select namespace_id, id, name, type, relationship_ids from namespace_concepts
      where organization_id = $1 and namespace_id = split_part(d.id, '/', 1) and id = substr(d.id, strpos(d.id, '/') + 1)
      offset 0) c
    where d.organization_id = $1 and d.kind = 'semantic-concept' and ${condition}
      and ($3::text is null or c.type = $3) and ($4::text is null or d.id > $4)
    order by d.id limit $5 offset $6`;

const all = { name: 'concept-list-all', text: textWith('$2::text is null') };
const inNamespace = { name: 'concept-list-namespace', text: textWith(ofNamespace) };
const found = {
  name: 'concept-list-found',
  text: textWith(`($2::text is null or (${ofNamespace})) and d.search @@ $7::tsquery`),
};

/** A page of the concepts of an organization or of one namespace, by namespace and id. */
export function listFoundConcepts(
  db: Db,
  organizationId: OrganizationId,
  { namespace, search, type, after, limit, offset }: ConceptFilter,
): Promise<ListedConcept[]> {
  const values = [organizationId, namespace, type, after, limit, offset];
  if (search !== undefined) return runStatement(db, found, [...values, search]);
  return runStatement(db, namespace === undefined ? all : inNamespace, values);
}
