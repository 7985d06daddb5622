import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A port of a data product that offers or reads a contract. */
export type PortUsage = {
  role: 'output-port' | 'input-port';
  dataProductId: string;
  dataProductName: string;
  status: string | null;
  ownerId: string | null;
  ownerName: string | null;
  /** Id of the port, else its name; null if it has neither. */
  portId: string | null;
  portName: string | null;
  portType: string | null;
  total: number;
};

const listPorts = {
  name: 'contract-usages-ports',
  text: `with products as materialized (
      select f.role, d.id, d.name, d.status, d.owner_id, d.revision from document_references f
      join documents d on d.organization_id = f.organization_id and d.kind = f.kind and d.id = f.id
      where f.organization_id = $1 and f.target_kind = 'data-contract' and f.target_id = $2
        and f.role in ('output-port', 'input-port') and f.kind = 'data-product'),
    page as (select *, count(*) over ()::int as total from products order by role desc, id limit $3)
    select p.role, p.id as "dataProductId", p.name as "dataProductName", p.status, p.owner_id as "ownerId",
      t.name as "ownerName", coalesce(ports.port->>'id', ports.port->>'name') as "portId",
      ports.port->>'name' as "portName", ports.port->>'type' as "portType", p.total
    from page p
    left join documents t on t.organization_id = $1 and t.kind = 'team' and t.id = p.owner_id
    join document_revisions r on r.organization_id = $1 and r.kind = 'data-product' and r.id = p.id and r.revision = p.revision
    cross join lateral (
      select case p.role when 'output-port' then r.body->'outputPorts' else r.body->'inputPorts' end as list) l
    cross join lateral json_array_elements(case json_typeof(l.list) when 'array' then l.list else '[]' end)
      with ordinality as ports(port, place)
    where coalesce(ports.port->>'contractId', ports.port->>'dataContractId') = $2
    order by p.role desc, p.id, ports.place`,
};

/** Ports of up to `limit` products, output ports first; `total` counts the products. */
export function listPortUsages(
  db: Db,
  organizationId: OrganizationId,
  dataContractId: string,
  limit: number,
): Promise<PortUsage[]> {
  return runStatement(db, listPorts, [organizationId, dataContractId, limit]);
}

/** An access to a port that offers a contract. */
export type AccessUsage = {
  id: string;
  lifecycle: string;
  dataProductId: string;
  dataProductName: string | null;
  outputPortId: string;
  consumerType: string;
  consumerTeamId: string | null;
  consumerTeamName: string | null;
  consumerDataProductId: string | null;
  consumerDataProductName: string | null;
  consumerUserId: string | null;
  startDate: string | null;
  endDate: string | null;
  total: number;
};

const listAccesses = {
  name: 'contract-usages-accesses',
  text: `with offered as materialized (
      select distinct f.id as product, p.port->>'id' as id, p.port->>'name' as name
      from document_references f
      join documents d on d.organization_id = f.organization_id and d.kind = f.kind and d.id = f.id
      join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
        and r.revision = d.revision
      cross join lateral json_array_elements(
        case json_typeof(r.body->'outputPorts') when 'array' then r.body->'outputPorts' else '[]' end) as p(port)
      where f.organization_id = $1 and f.target_kind = 'data-contract' and f.target_id = $2 and f.role = 'output-port'
        and f.kind = 'data-product' and coalesce(p.port->>'contractId', p.port->>'dataContractId') = $2),
    used as (
      select distinct a.* from offered o
      join (
        select id, state, provider_product_id, provider_port_id, consumer_type, consumer_team_id, consumer_product_id,
          consumer_user_id, start_on, end_on
        from access where organization_id = $1 and provider_product_id <> '' and state = any($3)) a
        on a.provider_product_id = o.product and a.provider_port_id in (o.id, o.name))
    select u.id, u.state as lifecycle, u.provider_product_id as "dataProductId", p.name as "dataProductName",
      u.provider_port_id as "outputPortId", u.consumer_type as "consumerType",
      coalesce(c.owner_id, u.consumer_team_id) as "consumerTeamId", t.name as "consumerTeamName",
      u.consumer_product_id as "consumerDataProductId", c.name as "consumerDataProductName",
      u.consumer_user_id as "consumerUserId", u.start_on as "startDate", u.end_on as "endDate", count(*) over ()::int as total
    from used u
    left join documents p on p.organization_id = $1 and p.kind = 'data-product' and p.id = u.provider_product_id
    left join documents c on c.organization_id = $1 and c.kind = 'data-product' and c.id = u.consumer_product_id
    left join documents t on t.organization_id = $1 and t.kind = 'team' and t.id = coalesce(c.owner_id, u.consumer_team_id)
    order by array_position(array['active', 'upcoming', 'requested'], u.state), u.id limit $4`,
};

/** Up to `limit` accesses in these states to the ports that offer a contract, active ones first; `total` counts all. */
export function listAccessUsages(
  db: Db,
  organizationId: OrganizationId,
  { dataContractId, states }: { dataContractId: string; states: readonly string[] },
  limit: number,
): Promise<AccessUsage[]> {
  return runStatement(db, listAccesses, [organizationId, dataContractId, [...states], limit]);
}
