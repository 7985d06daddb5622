import type { GrantFacts } from '../../../domain/access/expected-grants.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const listActive = {
  name: 'expected-grants-list-active',
  text: `select a.id, a.provider_product_id as "providerProductId", a.provider_port_id as "providerPortId",
      a.provider_port_name as "providerPortName", coalesce(p.owner_id, a.provider_team_id) as "providerTeamId", a.platform,
      a.contract_id as "contractId", a.contract_version as "contractVersion",
      coalesce(c.owner_id, a.consumer_team_id) as "consumerTeamId", a.consumer_product_id as "consumerProductId",
      a.consumer_user_id as "consumerUserId", (a.body->'roles')::text as roles, a.deactivate_at as "deactivateAt",
      a.provisioning::text as provisioning
    from access a
    left join documents p on p.organization_id = a.organization_id and p.kind = 'data-product' and p.id = a.provider_product_id
    left join documents c on c.organization_id = a.organization_id and c.kind = 'data-product' and c.id = a.consumer_product_id
    where a.organization_id = $1 and a.state = 'active' and a.id > $2
      and ($3::text[] is null or a.provider_product_id = any($3) or lower(a.platform) = lower($4))
    order by a.id limit $5`,
};

/**
 * The next `limit` active accesses after an id; with `platform` only accesses of the given products, and, if it has a name,
 * accesses whose port had that type when they were requested.
 */
export function listActiveAccess(
  db: Db,
  organizationId: OrganizationId,
  page: { after: string; limit: number },
  platform: { name: string | null; productIds: readonly string[] } | undefined,
): Promise<GrantFacts[]> {
  return runStatement<GrantFacts>(db, listActive, [
    organizationId,
    page.after,
    platform?.productIds ?? null,
    platform?.name ?? null,
    page.limit,
  ]);
}

const listProducts = {
  name: 'expected-grants-list-products',
  text: `select provider_product_id as id,
      array_agg(distinct provider_port_id) || array_remove(array_agg(distinct provider_port_name), null) as ports
    from access where organization_id = $1 and state = 'active' and provider_product_id > $2
    group by provider_product_id order by provider_product_id limit $3`,
};

/** The next `limit` products with an active access, after an id, with ids and names of the accessed ports. */
export async function listProvidingProducts(
  db: Db,
  organizationId: OrganizationId,
  page: { after: string; limit: number },
): Promise<{ id: string; ports: string[] }[]> {
  return runStatement(db, listProducts, [organizationId, page.after, page.limit]);
}
