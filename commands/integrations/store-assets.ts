import type { Tx } from '../../db/connect.ts';
import { writeDocuments } from '../../db/tables/document-batches.ts';
import type { ExpectingWrite } from '../../db/tables/document-batches.ts';
import type { DocumentWrite } from '../../db/tables/document-write.ts';
import { noteIngested, readAssetBodies } from '../../db/tables/ingested-assets.ts';
import type { KnownAsset } from '../../db/tables/ingested-assets.ts';
import type { IntegrationKey } from '../../db/tables/integrations.ts';
import type { IngestedAsset } from '../../domain/ingestion/asset-document.ts';
import { mergeAsset } from '../../domain/ingestion/merge-asset.ts';
import { asset as assetKind } from '../../domain/kinds/asset.ts';
import { isReferable } from '../../domain/kinds/index.ts';
import { toSearchEntry } from '../../domain/kinds/search-entry.ts';
import type { JsonObject } from '../../lib/json.ts';
import { hashDocument } from '../documents/document-hash.ts';

/** Assets that a scan found and that are not as they are stored. */
export type ChangedAssets = {
  created: readonly IngestedAsset[];
  updated: readonly { asset: IngestedAsset; stored: StoredVersion }[];
};
type StoredVersion = Pick<KnownAsset, 'id'> & { revision: number; edition: number };

export type StoreAssets = {
  integration: IntegrationKey;
  runId: string;
  principal: string;
  now: Date;
};

/**
 * Stores what a page of a scan changes, each with its revision and event, in a few statements however many there are. Answers the
 * numbers of those that were stored by id; the others were written by somebody else meanwhile and are to be looked at again.
 */
export async function storeAssets(
  tx: Tx,
  store: StoreAssets,
  { created, updated }: ChangedAssets,
): Promise<ReadonlyMap<string, number>> {
  const { integration, runId } = store;
  const versions = updated.map(({ stored }) => stored);
  const bodies = versions.length > 0 ? await readAssetBodies(tx, integration, versions) : undefined;
  const inserts = created.map((asset) => ({
    asset,
    write: toWrite(store, asset, 'created'),
  }));
  const updates = updated.map(({ asset, stored }) => {
    const before = JSON.parse(bodies?.get(asset.id) ?? '{}') as JsonObject;
    const document = mergeAsset(before, asset.document);
    const merged = { id: asset.id, document, contentHash: hashDocument(document) };
    const write = toWrite(store, merged, 'updated');
    return { asset, write, expected: stored };
  });
  const changes: ExpectingWrite[] = updates.map(({ write, expected }) => ({ write, expected }));
  const written = await writeDocuments(
    tx,
    inserts.map(({ write }) => write),
    changes,
  );
  const stored = [...inserts, ...updates].filter(({ write }) => written.has(write));
  return noteIngested(
    tx,
    integration,
    runId,
    stored.map(({ asset }) => asset),
  );
}

function toWrite(
  { integration, principal, now }: StoreAssets,
  { id, document, contentHash }: Omit<IngestedAsset, 'path'>,
  verb: 'created' | 'updated',
): DocumentWrite {
  const extract = assetKind.extract(document);
  return {
    organizationId: integration.organizationId,
    kind: assetKind.name,
    id,
    ownerId: extract.owner.candidates[0],
    name: extract.name,
    status: extract.status,
    tags: extract.tags,
    ...toSearchEntry(id, extract),
    archetype: extract.archetype,
    contentHash,
    body: JSON.stringify(document),
    source: undefined,
    principal,
    requestId: undefined,
    eventType: assetKind.events[verb],
    now,
    references: extract.references?.filter(isReferable) ?? [],
  };
}
