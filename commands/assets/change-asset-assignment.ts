import type { Database, Db, Tx } from '../../db/connect.ts';
import { deleteDrift } from '../../db/tables/ingestion/asset-drifts.ts';
import { deleteAssignment, insertAssignment } from '../../db/tables/ingestion/asset-assignments.ts';
import { findDocument, findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import type { AssetAssignment } from '../../domain/assets/asset-assignment.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { OrganizationId, Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';
import type { Reading } from '../reading.ts';
import { runOnStored } from '../tasks/run-task.ts';
import { assetUpdated } from './asset-updated.ts';

export type ChangeAssetAssignment = AssetAssignment & {
  assetId: string;
  change: 'assign' | 'unassign';
  principal: Principal;
  requestId: string | undefined;
  now: Date;
} & Reading;

/**
 * Assigns an asset to a data product or one of its output ports, or removes the assignment; repeating it changes nothing.
 * Requires the permission on the product's team. Refuses with `not_found` without the asset, with `unknown_reference` without the
 * product or the port.
 */
export async function changeAssetAssignment(
  database: Database,
  request: ChangeAssetAssignment,
): Promise<void> {
  const { assetId, dataProductId, outputPortId, change, principal } = request;
  const { organizationId } = principal;
  const { knex: db } = request.reading;
  const asset = await findHeadAndTeams(db, { organizationId, kind: 'asset', id: assetId }, []);
  if (!asset.head) refuse('not_found', `There is no asset with the id '${assetId}'.`);
  const product = { organizationId, kind: 'data-product', id: dataProductId };
  const { head } = await findHeadAndTeams(db, product, []);
  if (!head) return refuseUnknown('data-product', dataProductId);
  await assertPermission(db, principal, 'RESOURCES_EDIT', [head.ownerId ?? undefined]);
  if (change === 'assign') await assertPort(db, organizationId, request);
  const row = { organizationId, assetId, dataProductId, outputPortId };
  await transact(database, async (tx) => {
    const changed =
      change === 'assign' ? await insertAssignment(tx, row) : await deleteAssignment(tx, row);
    if (change === 'unassign') await forgetDrift(tx, organizationId, request);
    if (changed) await recordEvent(tx, assetUpdated(request));
  });
}

/** Differences of an asset that the port no longer uses are obsolete. */
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
  const { port, known } = await runOnStored('findPort', stored?.body ?? '{}', outputPortId);
  if (port?.id === outputPortId) return;
  const others = known === undefined ? '' : `; it has ${known}`;
  refuse(
    'unknown_reference',
    `The data product '${dataProductId}' has no output port '${outputPortId}'${others}.`,
  );
}

function refuseUnknown(kind: string, id: string): never {
  return refuse(
    'unknown_reference',
    `There is no ${describeDocument({ kind, id })}; create it first.`,
  );
}
