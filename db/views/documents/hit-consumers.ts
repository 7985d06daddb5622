import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { listPersonNames } from '../organizations/person-names.ts';

/** A consumer whose accesses a change affects: a team, or a person without one. */
export type HitConsumer = {
  teamId: string | null;
  /** Null if the team is deleted. */
  teamName: string | null;
  userId: string | null;
  userName: string | null;
  accesses: readonly { id: string; dataProductId: string; outputPortId: string }[];
};

const list = {
  name: 'hit-consumers',
  text: `with used as (
      select a.id, a.provider_product_id as product, coalesce(a.provider_port_name, a.provider_port_id) as port,
        coalesce(c.owner_id, a.consumer_team_id) as team,
        case when coalesce(c.owner_id, a.consumer_team_id) is null then a.consumer_user_id end as person
      from access a
      left join documents c on c.organization_id = a.organization_id and c.kind = 'data-product' and c.id = a.consumer_product_id
      where a.organization_id = $1 and a.id = any($2))
    select u.team as "teamId", t.name as "teamName", u.person as "userId",
      json_agg(json_build_object('id', u.id, 'dataProductId', u.product, 'outputPortId', u.port) order by u.id)::text as accesses
    from used u
    left join documents t on t.organization_id = $1 and t.kind = 'team' and t.id = u.team
    group by u.team, t.name, u.person order by coalesce(t.name, u.team), u.person`,
};

/** The consumers of these accesses, teams first. */
export async function listHitConsumers(
  db: Db,
  organizationId: OrganizationId,
  accessIds: readonly string[],
): Promise<HitConsumer[]> {
  if (accessIds.length === 0) return [];
  type Row = Omit<HitConsumer, 'accesses' | 'userName'> & { accesses: string };
  const rows = await runStatement<Row>(db, list, [organizationId, accessIds]);
  const people = rows.flatMap(({ userId }) => userId?.toLowerCase() ?? []);
  const names = await listPersonNames(db, organizationId, people);
  return rows.map((row) => ({
    ...row,
    userName: names.get(row.userId?.toLowerCase() ?? '')?.name ?? null,
    accesses: JSON.parse(row.accesses) as HitConsumer['accesses'],
  }));
}

const listNames = {
  name: 'hit-product-names',
  text: `select id, name from documents where organization_id = $1 and kind = 'data-product' and id = any($2)`,
};

/** Names of data products by id. */
export async function listProductNames(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const values = [organizationId, [...new Set(ids)]];
  const rows = await runStatement<{ id: string; name: string }>(db, listNames, values);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const listOfPorts = {
  name: 'hit-accesses-of-ports',
  text: `select id from access
    where organization_id = $1 and provider_product_id = $2 and state = 'active' and provider_port_id = any($3)
    order by id limit $4`,
};

/** Active accesses to some ports of a data product. */
export async function listActiveAccesses(
  db: Db,
  organizationId: OrganizationId,
  { dataProductId, ports }: { dataProductId: string; ports: readonly string[] },
  limit: number,
): Promise<string[]> {
  if (ports.length === 0) return [];
  const values = [organizationId, dataProductId, ports, limit];
  const rows = await runStatement<{ id: string }>(db, listOfPorts, values);
  return rows.map(({ id }) => id);
}
