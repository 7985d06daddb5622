import type { Database } from '../../db/connect.ts';
import { violatedConstraint } from '../../db/postgres-errors.ts';
import { deleteAssetTag, insertAssetTag } from '../../db/tables/asset-tags.ts';
import { findHeadAndTeams } from '../../db/tables/documents.ts';
import { recordEvent } from '../../db/tables/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../documents/assert-permission.ts';
import { assetUpdated } from './asset-updated.ts';

export type ChangeAssetTag = {
  assetId: string;
  tagId: string;
  change: 'assign' | 'unassign';
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/**
 * Assigns an existing tag to an asset or takes it away; repeating it changes nothing. Refuses with
 * `unknown_reference` when the asset, or the tag to assign, does not exist.
 */
export async function changeAssetTag(database: Database, request: ChangeAssetTag): Promise<void> {
  const { assetId, tagId, change, principal } = request;
  const { organizationId } = principal;
  const { knex: db } = database;
  const { head } = await findHeadAndTeams(db, { organizationId, kind: 'asset', id: assetId }, []);
  if (!head) return refuseUnknown('asset', assetId);
  await assertPermission(db, principal, 'RESOURCES_EDIT', [head.ownerId ?? undefined]);
  const row = { organizationId, assetId, tagId };
  try {
    await transact(database, async (tx) => {
      const changed =
        change === 'assign' ? await insertAssetTag(tx, row) : await deleteAssetTag(tx, row);
      if (changed) await recordEvent(tx, assetUpdated(request));
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'asset_tags_tag') refuseUnknown('tag', tagId);
    if (constraint === 'asset_tags_asset') refuseUnknown('asset', assetId);
    throw error;
  }
}

function refuseUnknown(kind: string, id: string): never {
  return refuse(
    'unknown_reference',
    `There is no ${describeDocument({ kind, id })}; create it first.`,
  );
}
