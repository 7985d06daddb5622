import type { Tx } from '../../db/connect.ts';
import { writeDocuments } from '../../db/tables/document-batches.ts';
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
  created: readonly NewAsset[];
  updated: readonly { asset: IngestedAsset; stored: StoredVersion }[];
};
type StoredVersion = Pick<KnownAsset, 'id'> & { revision: number; edition: number };

/** An asset that is not stored yet, with what is to be written: that takes time and needs no database. */
export type NewAsset = { asset: IngestedAsset; write: DocumentWrite };

export type StoreAssets = {
  integration: IntegrationKey;
  runId: string;
  principal: string;
  now: Date;
};

/** What became of assets: the numbers of those that were noted by id, and which of them were already as the scan says. */
export type StoredAssets = {
  numbers: ReadonlyMap<string, number>;
  unchanged: ReadonlySet<string>;
};

/** What is to be written for an asset that is not stored yet. */
export function toNewAsset(store: StoreAssets, asset: IngestedAsset): NewAsset {
  return { asset, write: toWrite(store, asset, 'created') };
}

/**
 * Stores what a page of a scan changes, each with its revision and event, in a few statements however many there are. What is not
 * in the answer was written by somebody else meanwhile and is to be looked at again.
 */
export async function storeAssets(
  tx: Tx,
  store: StoreAssets,
  { created, updated }: ChangedAssets,
): Promise<StoredAssets> {
  const { integration, runId } = store;
  const versions = updated.map(({ stored }) => stored);
  const bodies = versions.length > 0 ? await readAssetBodies(tx, integration, versions) : undefined;
  const updates = updated.map((change) => toUpdate(store, change, bodies?.get(change.asset.id)));
  const differing = updates.filter(({ isSame }) => !isSame);
  const written = await writeDocuments(
    tx,
    created.map(({ write }) => write),
    differing.map(({ write, expected }) => ({ write, expected })),
  );
  const noted = [...created, ...updates].filter(
    (each) => written.has(each.write) || ('isSame' in each && each.isSame),
  );
  const assets = noted.map(({ asset }) => asset);
  const unchanged = updates.filter(({ isSame }) => isSame).map(({ asset }) => asset.id);
  return {
    numbers: await noteIngested(tx, integration, runId, assets),
    unchanged: new Set(unchanged),
  };
}

/** What people have added, or a scan could not read this time, stays; it may be that nothing else is new. */
function toUpdate(
  store: StoreAssets,
  { asset, stored }: ChangedAssets['updated'][number],
  body: string | undefined,
): { asset: IngestedAsset; write: DocumentWrite; expected: StoredVersion; isSame: boolean } {
  const before = JSON.parse(body ?? '{}') as JsonObject;
  const document = mergeAsset(before, asset.document, asset.isIncomplete);
  const contentHash = hashDocument(document);
  const isSame = body !== undefined && contentHash.equals(hashDocument(before));
  const write = toWrite(store, { id: asset.id, document, contentHash }, 'updated');
  return { asset, write, expected: stored, isSame };
}

function toWrite(
  { integration, principal, now }: StoreAssets,
  { id, document, contentHash }: Pick<IngestedAsset, 'id' | 'document' | 'contentHash'>,
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
