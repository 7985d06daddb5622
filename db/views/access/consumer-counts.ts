import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Each product is looked up by itself, by the index of providers. */
const count = {
  name: 'access-consumer-counts',
  text: `select t.id as "dataProductId", c.count::int as "consumerCount"
    from (select distinct id from unnest($2::text[]) as u(id)) t
    cross join lateral (
      select count(distinct (a.consumer_type,
        case a.consumer_type when 'team' then a.consumer_team_id when 'user' then lower(a.consumer_user_id) else a.consumer_product_id end))
      from access a
      where a.organization_id = $1 and a.provider_product_id = t.id and a.provider_product_id <> '' and a.state = 'active') c
    where c.count > 0 order by t.id collate "C"`,
};

/** Distinct consumers with an active access to a port of each data product; products without consumers are left out. */
export function countConsumers(
  db: Db,
  organizationId: OrganizationId,
  dataProductIds: readonly string[],
): Promise<{ dataProductId: string; consumerCount: number }[]> {
  return runStatement(db, count, [organizationId, dataProductIds]);
}
