import type { Database, Db, Tx } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { deleteDrift } from '../../db/tables/asset-drifts.ts';
import { deleteAssignment, insertAssignment } from '../../db/tables/asset-assignments.ts';
import { findDocument, findHeadAndTeams } from '../../db/tables/documents.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { transact } from '../../db/transact.ts';
import type { AssetAssignment } from '../../domain/asset-assignment.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import { outputPortNames } from '../../domain/output-ports.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import { assetUpdated } from './asset-updated.ts';

export type ChangeAssetAssignment = AssetAssignment & {
  assetId: string;
  change: 'assign' | 'unassign';
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/**
 * Assigns an asset to a data product or one of its output ports, or ends that; repeating it changes nothing. Asks
 * for the permission on the product's team, whose product it changes. Refuses with `not_found` without the asset,
 * with `unknown_reference` without the product or the port.
 */
export async function changeAssetAssignment(
  database: Database,
  request: ChangeAssetAssignment,
): Promise<void> {
  const { assetId, dataProductId, outputPortId, change, principal } = request;
  const { organizationId } = principal;
  const { knex: db } = database;
  const asset = await findHeadAndTeams(db, { organizationId, kind: 'asset', id: assetId }, []);
  if (!asset.head) refuse('not_found', `There is no asset with the id '${assetId}'.`);
  const product = { organizationId, kind: 'data-product', id: dataProductId };
  const { head } = await findHeadAndTeams(db, product, []);
  if (!head) return refuseUnknown('data-product', dataProductId);
  await assertPermission(db, principal, 'RESOURCES_EDIT', [head.ownerId ?? undefined]);
  if (change === 'assign') await assertPort(db, organizationId, request);
  const row = { organizationId, assetId, dataProductId, outputPortId };
  try {
    await transact(database, async (tx) => {
      const changed =
        change === 'assign' ? await insertAssignment(tx, row) : await deleteAssignment(tx, row);
      if (change === 'unassign') await forgetDrift(tx, organizationId, request);
      if (changed) await recordEvent(tx, assetUpdated(request));
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'asset_assignments_product') refuseUnknown('data-product', dataProductId);
    if (constraint === 'asset_assignments_asset') refuseUnknown('asset', assetId);
    throw error;
  }
}

/** What was found of an asset that the port no longer uses is nobody's business any more. */
async function forgetDrift(
  tx: Tx,
  organizationId: OrganizationId,
  { assetId, dataProductId, outputPortId }: ChangeAssetAssignment,
): Promise<void> {
  if (outputPortId === undefined) return;
  await deleteDrift(tx, organizationId, { assetId, dataProductId, outputPortId });
}

async function assertPort(
  db: Db,
  organizationId: OrganizationId,
  { dataProductId, outputPortId }: AssetAssignment,
): Promise<void> {
  if (outputPortId === undefined) return;
  const stored = await findDocument(db, {
    organizationId,
    kind: 'data-product',
    id: dataProductId,
  });
  const ports = outputPortNames(JSON.parse(stored?.body ?? '{}'));
  if (ports.includes(outputPortId)) return;
  const known = ports.length > 0 ? `; it has '${ports.join("', '")}'` : '';
  refuse(
    'unknown_reference',
    `The data product '${dataProductId}' has no output port '${outputPortId}'${known}.`,
  );
}

function refuseUnknown(kind: string, id: string): never {
  return refuse(
    'unknown_reference',
    `There is no ${describeDocument({ kind, id })}; create it first.`,
  );
}
