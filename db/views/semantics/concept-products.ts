import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A product with an output port that offers a contract. */
export type ProductOfContract = {
  dataContractId: string;
  id: string;
  name: string;
  ownerId: string | null;
};

const list = {
  name: 'concept-products-list',
  text: `select f.target_id as "dataContractId", d.id, d.name, d.owner_id as "ownerId" from document_references f
    join documents d on d.organization_id = f.organization_id and d.kind = f.kind and d.id = f.id
    where f.organization_id = $1 and f.target_kind = 'data-contract' and f.target_id = any($2) and f.role = 'output-port'
      and f.kind = 'data-product'
    order by f.target_id, d.id limit $3`,
};

/** Products that offer one of these contracts, up to a limit. */
export function listProductsOfContracts(
  db: Db,
  organizationId: OrganizationId,
  contracts: readonly string[],
  limit: number,
): Promise<ProductOfContract[]> {
  if (contracts.length === 0) return Promise.resolve([]);
  return runStatement(db, list, [organizationId, [...contracts], limit]);
}
