import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentKey } from './documents.ts';

/** Maximum number of ports in an answer. */
const maxPorts = 200;

/**
 * SQL for `{"outputPorts": […], "accesses": […]}`: the ports that offer a contract now, by product and in the
 * order of the product, and the active accesses to them. DPS calls the contract `dataContractId`. The arguments
 * are SQL for the organization and the id of the contract.
 */
export function contractHits(organizationId: string, id: string): string {
  return `(
        with named as materialized (
          select f.id as product, p.port->>'id' as id, p.port->>'name' as name, p.place
          from document_references f
          join documents d on d.organization_id = f.organization_id and d.kind = f.kind and d.id = f.id
          join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind
            and r.id = d.id and r.revision = d.revision
          cross join lateral json_array_elements(
            case json_typeof(r.body->'outputPorts') when 'array' then r.body->'outputPorts' else '[]'::json end)
            with ordinality as p(port, place)
          where f.organization_id = ${organizationId} and f.target_kind = 'data-contract' and f.target_id = ${id}
            and f.role = 'output-port' and f.kind = 'data-product' and coalesce(p.port->>'contractId', p.port->>'dataContractId') = ${id}
          order by f.id, p.place limit ${maxPorts}),
        used as (
          select distinct a.id from named n
          join access a on a.organization_id = ${organizationId} and a.provider_product_id = n.product
            and a.provider_product_id <> ''
            and a.provider_port_id in (n.id, n.name)
          where a.state = 'active' order by a.id limit ${maxPorts})
        select json_build_object(
          'outputPorts', coalesce((select json_agg(json_build_object('dataProductId', product, 'outputPortId', coalesce(id, name))
            order by product, place) from named), '[]'::json),
          'accesses', coalesce((select json_agg(id order by id) from used), '[]'::json)))`;
}

const find = {
  name: 'contract-hits-find',
  text: `select ${contractHits('$1::uuid', '$2::text')}::text as hits`,
};

/** An output port and its product; the id is the port's name if the port has no id. */
export type OutputPort = { dataProductId: string; outputPortId: string | null };

/**
 * The consumers affected by a change: ports that offer the contract, and ids of the active accesses to them.
 */
export type ContractHits = { outputPorts: readonly OutputPort[]; accesses: readonly string[] };

/** A patch affects no consumer. */
export const noHits: ContractHits = { outputPorts: [], accesses: [] };

/** The consumers that a change of the contract affects now. */
export async function findContractHits(db: Db, key: DocumentKey): Promise<ContractHits> {
  const [row] = await runStatement<{ hits: string }>(db, find, [key.organizationId, key.id]);
  return row ? (JSON.parse(row.hits) as ContractHits) : noHits;
}
