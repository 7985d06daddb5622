import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { NamespaceKey } from './namespaces.ts';

/** The revision that changed a concept last. */
export type ConceptRevision = { id: string; revision: number; at: Date; principal: string };

/** One look-up for each id, as in `namespace-concepts.ts`: the planner has no alternative. */
const list = {
  name: 'concept-revisions-list',
  text: `with k as materialized (select distinct key collate "C" as key from unnest($3::text[]) as key)
    select c.id, c.revision, r.at, r.principal from k cross join lateral (
      select id, revision from namespace_concepts
      where organization_id = $1 and namespace_id = $2 and id = k.key and revision > $4 offset 0) c
    join namespace_revisions r on r.organization_id = $1 and r.namespace_id = $2 and r.revision = c.revision`,
};

/** The last revisions of these concepts, as far as they are later than a revision. */
export function listConceptRevisions(
  db: Db,
  { organizationId, id }: NamespaceKey,
  ids: readonly string[],
  since: number,
): Promise<ConceptRevision[]> {
  return runStatement(db, list, [organizationId, id, [...ids], since]);
}
