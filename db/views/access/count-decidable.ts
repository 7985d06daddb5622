import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { accessProducts } from '../../tables/access/access.ts';

const count = {
  name: 'access-count-decidable',
  text: `select count(*)::int as count from access a ${accessProducts}
    where a.organization_id = $1 and a.state = 'requested'
      and ($2::text[] is null or coalesce(p.owner_id, a.provider_team_id) = any($2))`,
};

/** Number of requested accesses that these teams decide about; without teams that of all requests. */
export async function countDecidableAccess(
  db: Db,
  organizationId: OrganizationId,
  teamIds: readonly string[] | undefined,
): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, count, [organizationId, teamIds]);
  return row?.count ?? 0;
}
