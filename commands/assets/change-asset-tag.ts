import type { Database } from '../../db/connect.ts';
import {
  deleteAssetTag,
  insertAssetTag,
  listAssetTags,
} from '../../db/tables/ingestion/asset-tags.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { describeDocument } from '../../domain/kinds/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { assertPermission } from '../assert-permission.ts';
import { assetUpdated } from './asset-updated.ts';
import { assertAllowed, judgeTags } from './judge-tags.ts';

export type ChangeAssetTag = {
  assetId: string;
  tagId: string;
  change: 'assign' | 'unassign';
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/**
 * Assigns a tag to an asset or removes it; repeating it changes nothing. Refuses with `unknown_reference` an unknown asset, and a
 * tag that is not in /api/tags if the organization forbids such tags. Returns a sentence for the warnings of the answer.
 */
export async function changeAssetTag(
  database: Database,
  request: ChangeAssetTag,
): Promise<string | undefined> {
  const { assetId, tagId, change, principal } = request;
  const { organizationId } = principal;
  const { knex: db } = database;
  const { head } = await findHeadAndTeams(db, { organizationId, kind: 'asset', id: assetId }, []);
  if (!head) {
    const asset = describeDocument({ kind: 'asset', id: assetId });
    return refuse('unknown_reference', `There is no ${asset}; create it first.`);
  }
  await assertPermission(db, principal, 'RESOURCES_EDIT', [head.ownerId ?? undefined]);
  const isNew =
    change === 'assign' && !(await listAssetTags(db, organizationId, assetId)).includes(tagId);
  const verdict = isNew ? await judgeTags(db, organizationId, [tagId]) : undefined;
  assertAllowed(verdict);
  const row = { organizationId, assetId, tagId };
  await transact(database, async (tx) => {
    const changed =
      change === 'assign' ? await insertAssetTag(tx, row) : await deleteAssetTag(tx, row);
    if (changed) await recordEvent(tx, assetUpdated(request));
  });
  return verdict?.warning;
}
