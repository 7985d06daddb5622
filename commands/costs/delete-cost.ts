import type { Database } from '../../db/connect.ts';
import { deleteCost as deleteRow, findCostProduct } from '../../db/tables/documents/costs.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { isUuid } from '../../lib/ids.ts';
import { assertPermission } from '../assert-permission.ts';

export type DeleteCost = {
  id: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** Deletes a cost; refuses with `not_found`. */
export async function deleteCost(database: Database, request: DeleteCost): Promise<void> {
  const { id, principal, now } = request;
  const { organizationId } = principal;
  const { knex: db } = database;
  const productId = isUuid(id) ? await findCostProduct(db, organizationId, id) : undefined;
  if (productId === undefined) return refuseUnknown(id);
  const product = { organizationId, kind: 'data-product', id: productId };
  const { head } = await findHeadAndTeams(db, product, []);
  await assertPermission(db, principal, 'RESOURCES_EDIT', [head?.ownerId ?? undefined]);
  await transact(database, async (tx) => {
    if (!(await deleteRow(tx, organizationId, id))) refuseUnknown(id);
    await recordEvent(tx, {
      organizationId,
      type: 'CostDeleted',
      subjectKind: 'cost',
      subjectId: id,
      principal: principal.name,
      requestId: request.requestId,
      public: false,
      data: { dataProductId: productId },
      now,
    });
  });
}

function refuseUnknown(id: string): never {
  return refuse('not_found', `There is no cost with the id '${id}'.`);
}
