import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const findProducts = {
  name: 'usage-find-products',
  text: `select id, owner_id as "ownerId" from documents
    where organization_id = $1 and kind = 'data-product' and id = any($2)`,
};

/** The existing ones among these data products, with their owners. */
export function listProductOwners(
  db: Db,
  organizationId: OrganizationId,
  productIds: readonly string[],
): Promise<{ id: string; ownerId: string | null }[]> {
  return runStatement(db, findProducts, [organizationId, productIds]);
}

const findHolders = {
  name: 'usage-find-holders',
  text: `select id, provider_product_id as "productId", consumer_team_id as "teamId" from access
    where organization_id = $1 and id = any($2) and consumer_team_id is not null`,
};

/** The teams that hold these accesses, and the product of each. */
export function listAccessHolders(
  db: Db,
  organizationId: OrganizationId,
  accessIds: readonly string[],
): Promise<{ id: string; productId: string; teamId: string }[]> {
  return runStatement(db, findHolders, [organizationId, accessIds]);
}
