import type { Db } from '../../db/connect.ts';
import { findDocument } from '../../db/tables/documents/documents.ts';
import type { DraftTable } from '../../domain/contract-drafts/draft-contract.ts';
import { tableOfAsset } from '../../domain/contract-drafts/draft-tables.ts';
import { asset } from '../../domain/kinds/asset.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

/** Reads assets as the tables of a draft. Refuses with `not_found` an unknown asset. */
export async function readAssetTables(
  db: Db,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<DraftTable[]> {
  return Promise.all(
    ids.map(async (id) => {
      const found = await findDocument(db, { organizationId, kind: asset.name, id });
      if (found === undefined) return refuseUnknownDocument(asset, id);
      return tableOfAsset(JSON.parse(found.body) as JsonObject);
    }),
  );
}
