import { toAccess } from '../../domain/access/access.ts';
import type { Access } from '../../domain/access/access.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';
import { runStatement } from '../statement.ts';
import { accessColumns, accessProducts } from '../tables/access.ts';

/** What a list of accesses is narrowed by; `states` are those of their life. */
export type AccessFilter = {
  providerDataProductId?: string | undefined;
  outputPortId?: string | undefined;
  providerTeamId?: string | undefined;
  consumerDataProductId?: string | undefined;
  consumerTeamId?: string | undefined;
  consumerUserId?: string | undefined;
  consumerType?: string | undefined;
  states?: readonly string[] | undefined;
};

const list = {
  name: 'access-list',
  text: `select ${accessColumns} from access a ${accessProducts}
    where a.organization_id = $1
      and ($2::text is null or a.provider_product_id = $2) and ($3::text is null or a.provider_port_id = $3)
      and ($4::text is null or coalesce(p.owner_id, a.provider_team_id) = $4)
      and ($5::text is null or a.consumer_product_id = $5)
      and ($6::text is null or coalesce(c.owner_id, a.consumer_team_id) = $6)
      and ($7::text is null or lower(a.consumer_user_id) = lower($7))
      and ($8::text is null or a.consumer_type = $8) and ($9::text[] is null or a.state = any($9))
      and ($10::text is null or a.id > $10)
    order by a.id limit $11 offset $12`,
};

/** Accesses in the order of their ids. */
export async function listAccess(
  db: Db,
  organizationId: OrganizationId,
  filter: AccessFilter,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<Access[]> {
  const rows = await runStatement<object>(db, list, [
    organizationId,
    filter.providerDataProductId,
    filter.outputPortId,
    filter.providerTeamId,
    filter.consumerDataProductId,
    filter.consumerTeamId,
    filter.consumerUserId,
    filter.consumerType,
    filter.states,
    page.after,
    page.limit,
    page.offset,
  ]);
  return rows.map(toAccess);
}

const listActive = {
  name: 'access-list-active',
  text: `select ${accessColumns} from access a ${accessProducts}
    where a.organization_id = $1 and a.state = 'active' order by a.id`,
};

/** Every active access of the organization, in the order of their ids. */
export async function listActiveAccess(db: Db, organizationId: OrganizationId): Promise<Access[]> {
  return (await runStatement<object>(db, listActive, [organizationId])).map(toAccess);
}
