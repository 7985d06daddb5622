import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A namespace with the numbers that pages show. */
export type ListedNamespace = {
  id: string;
  name: string;
  description: string | null;
  team: string | null;
  teamName: string | null;
  revision: number;
  concepts: number;
  branches: number;
  conflicted: number;
  updatedAt: Date;
};

const list = {
  name: 'namespace-list',
  text: `with n as materialized (
      select * from namespaces where organization_id = $1 and ($2::text is null or id > $2) order by id limit $3)
    select n.id, n.name, n.description, n.owner_id as team, t.name as "teamName", n.revision,
      coalesce(r.concepts, 0) as concepts, b.branches, b.conflicted, n.updated_at as "updatedAt"
    from n
    left join documents t on t.organization_id = $1 and t.kind = 'team' and t.id = n.owner_id
    left join namespace_revisions r on r.organization_id = $1 and r.namespace_id = n.id and r.revision = n.revision
    cross join lateral (
      select count(*)::int as branches, (count(*) filter (where status = 'conflicted'))::int as conflicted
      from ontology_branches b where b.organization_id = $1 and b.namespace_id = n.id and b.status <> 'merged') b
    order by n.id`,
};

/** A page of the namespaces with their numbers, in the order of their ids. */
export function listNamespacesWithCounts(
  db: Db,
  organizationId: OrganizationId,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedNamespace[]> {
  return runStatement(db, list, [organizationId, after, limit]);
}
