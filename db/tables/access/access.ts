import { toAccess } from '../../../domain/access/access.ts';
import type { Access } from '../../../domain/access/access.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { batched } from '../../batched.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Names one access of one organization. */
export type AccessKey = { organizationId: OrganizationId; id: string };

/** Columns of an access as `Access` names them; owners of products are the current owners. */
export const accessColumns = `a.id, a.revision, a.state, a.body::text as body, a.start_on as "startOn", a.end_on as "endOn",
    a.reassess_on as "reassessOn", a.activate_at as "activateAt", a.deactivate_at as "deactivateAt",
    a.requested_by as "requestedBy", a.decided_at as "decidedAt", a.decided_by as "decidedBy",
    a.decision_note as "decisionNote", a.change_requested_at as "changeRequestedAt", a.canceled_at as "canceledAt",
    a.activated_at as "activatedAt", a.deactivated_at as "deactivatedAt",
    a.provider_product_id as "providerProductId", a.provider_port_id as "providerPortId", a.provider_port_name as "providerPortName",
    coalesce(p.owner_id, a.provider_team_id) as "providerTeamId", a.platform, a.contract_id as "contractId",
    a.contract_version as "contractVersion", a.consumer_type as "consumerType",
    coalesce(c.owner_id, a.consumer_team_id) as "consumerTeamId", a.consumer_product_id as "consumerProductId",
    a.consumer_user_id as "consumerUserId", a.provisioning::text as provisioning,
    a.provisioning_status as "provisioningStatus", a.created_at as "createdAt", a.updated_at as "updatedAt"`;

/** Follows `access a` in FROM: the products of both sides. */
export const accessProducts = `
    left join documents p on p.organization_id = a.organization_id and p.kind = 'data-product' and p.id = a.provider_product_id
    left join documents c on c.organization_id = a.organization_id and c.kind = 'data-product' and c.id = a.consumer_product_id`;

const find = {
  name: 'access-find',
  text: `select k.n::int as n, ${accessColumns}
    from unnest($1::uuid[], $2::text[]) with ordinality as k(organization_id, id, n)
    join access a on a.organization_id = k.organization_id and a.id = k.id ${accessProducts}`,
};

/** The access as it is now. */
export const findAccess = batched<AccessKey, Access>({ maxRunning: 4 }, async (db, keys) => {
  const rows = await runStatement<Access & { n: number }>(db, find, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ id }) => id),
  ]);
  const found = new Map(rows.map(({ n, ...row }) => [n, toAccess(row)]));
  return keys.map((_, index) => found.get(index + 1));
});

const lock = {
  name: 'access-lock',
  text: `select 1 from access where organization_id = $1 and id = $2 for update`,
};

/** Locks the access against changes until the end of the transaction, if it exists. */
export async function lockAccess(tx: Tx, key: AccessKey): Promise<void> {
  await runStatement(tx, lock, [key.organizationId, key.id]);
}

const sidesOfProduct = `
      select id from access where organization_id = $1 and provider_product_id = $2 and provider_product_id <> ''
      union
      select id from access where organization_id = $1 and consumer_product_id = $2`;

const lockOfProduct = {
  name: 'access-lock-of-product',
  text: `select ${accessColumns}
    from (${sidesOfProduct}) s join access a on a.organization_id = $1 and a.id = s.id ${accessProducts}
    where a.state in ('requested', 'upcoming', 'active')
    order by a.id for update of a`,
};

/** Locks every access that has not ended and has the product on one side, until the end of the transaction. */
export async function lockAccessOfProduct(
  tx: Tx,
  organizationId: OrganizationId,
  dataProductId: string,
): Promise<Access[]> {
  const rows = await runStatement<object>(tx, lockOfProduct, [organizationId, dataProductId]);
  return rows.map(toAccess);
}

const lockOfPerson = {
  name: 'access-lock-of-person',
  text: `select ${accessColumns} from access a ${accessProducts}
    where a.organization_id = $1 and lower(a.consumer_user_id) = $2 and a.consumer_user_id is not null
      and a.state in ('requested', 'upcoming', 'active')
    order by a.id limit $3 for update of a`,
};

/** Locks up to `limit` accesses of a person (address in lower case) that have not ended, until the end of the transaction. */
export async function lockAccessOfPerson(
  tx: Tx,
  { organizationId, email }: { organizationId: OrganizationId; email: string },
  limit: number,
): Promise<Access[]> {
  const rows = await runStatement<object>(tx, lockOfPerson, [organizationId, email, limit]);
  return rows.map(toAccess);
}

const keepOwner = {
  name: 'access-keep-owner-of-product',
  text: `update access a set
      provider_team_id = case when provider_product_id = $2 then $3 else provider_team_id end,
      consumer_team_id = case when consumer_product_id = $2 then $3 else consumer_team_id end
    from (${sidesOfProduct}) s where a.organization_id = $1 and a.id = s.id`,
};

/** Stores the last owner of a deleted product, who stays responsible for its side of accesses. */
export async function keepOwnerOfProduct(
  tx: Tx,
  organizationId: OrganizationId,
  dataProductId: string,
  ownerId: string | null,
): Promise<void> {
  await runStatement(tx, keepOwner, [organizationId, dataProductId, ownerId]);
}

const listOfTeam = {
  name: 'access-list-open-of-team',
  text: `select id from access where organization_id = $1 and consumer_team_id = $2 and consumer_type = 'team'
      and state in ('requested', 'upcoming', 'active') order by id limit $3`,
};

/** Ids of up to `limit` accesses of the team as a consumer that have not ended. */
export async function listOpenAccessOfTeam(
  db: Db,
  organizationId: OrganizationId,
  teamId: string,
  limit: number,
): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(db, listOfTeam, [organizationId, teamId, limit]);
  return rows.map(({ id }) => id);
}

const listOfMissingPorts = {
  name: 'access-list-of-missing-ports',
  text: `select distinct provider_port_id as port from access
    where organization_id = $1 and provider_product_id = $2 and provider_product_id <> ''
      and state in ('requested', 'upcoming', 'active') and not provider_port_id = any($3)
    order by 1 limit 20`,
};

/** Ports that accesses use or request although the product does not have them. */
export async function listMissingPortsInUse(
  db: Db,
  organizationId: OrganizationId,
  product: { id: string; ports: readonly string[] },
): Promise<string[]> {
  const { id, ports } = product;
  const rows = await runStatement<{ port: string }>(db, listOfMissingPorts, [
    organizationId,
    id,
    ports,
  ]);
  return rows.map(({ port }) => port);
}
