import type { Database } from '../../db/connect.ts';
import { insertCost } from '../../db/tables/documents/costs.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';

export type AddCost = {
  id: string;
  dataProductId: string;
  /** The cost as JSON text, with the id. */
  body: string;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** Stores a cost of a data product; refuses with `unknown_reference` if the product does not exist. */
export async function addCost(database: Database, cost: AddCost): Promise<void> {
  const { id, dataProductId, principal, now } = cost;
  const { organizationId } = principal;
  const product = { organizationId, kind: 'data-product', id: dataProductId };
  const { head } = await findHeadAndTeams(database.knex, product, []);
  if (!head) return refuseUnknown(dataProductId);
  const owners = [head.ownerId ?? undefined];
  await assertPermission(database.knex, principal, 'RESOURCES_EDIT', owners);
  await transact(database, async (tx) => {
    await insertCost(tx, { organizationId, id, dataProductId, body: cost.body, now });
    await recordEvent(tx, {
      organizationId,
      type: 'CostAdded',
      subjectKind: 'cost',
      subjectId: id,
      principal: principal.name,
      requestId: cost.requestId,
      public: false,
      data: { dataProductId },
      now,
    });
  });
}

function refuseUnknown(dataProductId: string): never {
  return refuse(
    'unknown_reference',
    `There is no data product '${dataProductId}': put the id of an existing one into 'dataProductId'.`,
  );
}
