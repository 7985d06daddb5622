import { asOrganizationId } from '../../../domain/principal.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { WalkPosition } from '../../tables/feed/walk-position.ts';

/** What notices tell of an access. */
export type NoticedAccess = {
  id: string;
  /** State of its life cycle. */
  state: string;
  dataProductId: string;
  dataProductName: string | null;
  outputPortId: string;
  providerTeamId: string | null;
  providerTeamName: string | null;
  consumerTeamId: string | null;
  consumerTeamName: string | null;
  consumerProductName: string | null;
  consumerUserId: string | null;
  purpose: string | null;
  platform: string | null;
  endOn: string | null;
};

const columns = `a.id, a.state, a.provider_product_id as "dataProductId", p.name as "dataProductName",
    coalesce(a.provider_port_name, a.provider_port_id) as "outputPortId",
    pt.id as "providerTeamId", pt.name as "providerTeamName", ct.id as "consumerTeamId", ct.name as "consumerTeamName",
    c.name as "consumerProductName", a.consumer_user_id as "consumerUserId", left(a.body->'info'->>'purpose', 500) as purpose,
    a.platform, a.end_on::text as "endOn"`;

const parties = `
    left join documents p on p.organization_id = a.organization_id and p.kind = 'data-product' and p.id = a.provider_product_id
    left join documents c on c.organization_id = a.organization_id and c.kind = 'data-product' and c.id = a.consumer_product_id
    left join documents pt on pt.organization_id = a.organization_id and pt.kind = 'team'
      and pt.id = coalesce(p.owner_id, a.provider_team_id)
    left join documents ct on ct.organization_id = a.organization_id and ct.kind = 'team'
      and ct.id = coalesce(c.owner_id, a.consumer_team_id)`;

const list = {
  name: 'notices-accesses',
  text: `select ${columns} from access a ${parties} where a.organization_id = $1 and a.id = any($2)`,
};

/** The accesses as they are now; deleted ones are missing. */
export async function listNoticedAccess(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<NoticedAccess[]> {
  if (ids.length === 0) return [];
  return runStatement<NoticedAccess>(db, list, [organizationId, ids]);
}

const listEnding = {
  name: 'notices-ending-accesses',
  text: `select a.organization_id as "organizationId", ${columns} from (
      select * from access
      where state = 'active' and end_on between $3::date and $4::date and (organization_id, id) > ($1::uuid, $2::text)
      order by organization_id, id limit $5) a ${parties}
    order by a.organization_id, a.id`,
};

/** An active access with its last day. */
export type EndingAccess = NoticedAccess & { organizationId: OrganizationId; endOn: string };

/** The next active accesses of all organizations whose last day is in this range. */
export async function listEndingAccess(
  db: Db,
  after: WalkPosition,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<EndingAccess[]> {
  const values = [after.organizationId, after.id, from, to, limit];
  const rows = await runStatement<EndingAccess>(db, listEnding, values);
  return rows.map((row) => ({ ...row, organizationId: asOrganizationId(row.organizationId) }));
}
