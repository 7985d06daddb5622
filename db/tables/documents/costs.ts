import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

export type NewCost = {
  organizationId: OrganizationId;
  id: string;
  dataProductId: string;
  /** JSON text with the id. */
  body: string;
  now: Date;
};

const insert = {
  name: 'costs-insert',
  text: `insert into costs (organization_id, id, data_product_id, body, created_at) values ($1, $2, $3, $4, $5)`,
};

/** Stores a cost; refused by the database when its product does not exist. */
export async function insertCost(tx: Tx, cost: NewCost): Promise<void> {
  const { organizationId, id, dataProductId, body, now } = cost;
  await runStatement(tx, insert, [organizationId, id, dataProductId, body, now]);
}

const list = {
  name: 'costs-list',
  text: `select id, body::text as body from costs
    where organization_id = $1 and data_product_id = $2 and ($3::uuid is null or id > $3)
    order by id limit $4 offset $5`,
};

/** JSON texts of a product's costs in the order in which they were reported. */
export function listCosts(
  db: Db,
  organizationId: OrganizationId,
  dataProductId: string,
  page: { limit: number; offset: number; after: string | undefined },
): Promise<{ id: string; body: string }[]> {
  const { limit, offset, after } = page;
  return runStatement(db, list, [organizationId, dataProductId, after ?? null, limit, offset]);
}

/** The product of a cost; undefined when there is no such cost. */
export async function findCostProduct(
  db: Db,
  organizationId: OrganizationId,
  id: string,
): Promise<string | undefined> {
  const row = await db('costs')
    .where({ organization_id: organizationId, id })
    .first<{ data_product_id: string } | undefined>('data_product_id');
  return row?.data_product_id;
}

/** Removes a cost; false when there was none. */
export async function deleteCost(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  return (await tx('costs').where({ organization_id: organizationId, id }).delete()) > 0;
}
