import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const count = {
  name: 'access-consumer-counts',
  text: `select provider_product_id as "dataProductId", count(distinct (consumer_type,
      case consumer_type when 'team' then consumer_team_id when 'user' then lower(consumer_user_id) else consumer_product_id end
    ))::int as "consumerCount"
    from access
    where organization_id = $1 and provider_product_id = any($2) and provider_product_id <> '' and state = 'active'
    group by provider_product_id order by provider_product_id`,
};

/** Distinct consumers with an active access to a port of each data product; products without consumers are left out. */
export function countConsumers(
  db: Db,
  organizationId: OrganizationId,
  dataProductIds: readonly string[],
): Promise<{ dataProductId: string; consumerCount: number }[]> {
  return runStatement(db, count, [organizationId, dataProductIds]);
}
