import type { Tx } from '../../db/connect.ts';
import { writeDocuments } from '../../db/tables/documents/writes.ts';
import type { DocumentWrite } from '../../db/tables/documents/writes.ts';
import { noteIngested, readAssetBodies } from '../../db/tables/ingestion/ingested-assets.ts';
import { recordRunAssets } from '../../db/tables/ingestion/run-assets.ts';
import type { KnownAsset } from '../../db/tables/ingestion/ingested-assets.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import type { IngestedAsset } from '../../domain/ingestion/asset-document.ts';
import { mergeAsset } from '../../domain/ingestion/merge-asset.ts';
import { asset as assetKind } from '../../domain/kinds/asset.ts';
import { isReferable } from '../../domain/kinds/index.ts';
import { toSearchEntry } from '../../domain/kinds/document-head.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { hashDocument } from '../../domain/documents/parse-document.ts';

/** Assets of a scan that differ from their stored versions. */
export type ChangedAssets = {
  created: readonly NewAsset[];
  updated: readonly { asset: IngestedAsset; stored: StoredVersion }[];
};
export type StoredVersion = Pick<KnownAsset, 'id'> & { revision: number; edition: number };

/** An asset that is not stored yet, with its prepared write, which takes time and needs no database. */
export type NewAsset = { asset: IngestedAsset; write: DocumentWrite };

export type StoreAssets = {
  integration: IntegrationKey;
  runId: string;
  principal: string;
  now: Date;
};

/** The outcome for a page: the numbers of assets recorded by id, and the assets that were unchanged. */
export type StoredAssets = {
  numbers: ReadonlyMap<string, number>;
  unchanged: ReadonlySet<string>;
};

/** Prepares the write of an asset that is not stored yet. */
export function toNewAsset(store: StoreAssets, asset: IngestedAsset): NewAsset {
  return { asset, write: toWrite(store, asset, 'created') };
}

/**
 * Stores the changes of a page of a scan, each with its revision and event, in a constant number of statements. Assets missing in
 * the answer were written concurrently and must be compared again.
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
  const changed = [...created, ...differing];
  const written = await writeDocuments(
    tx,
    changed.map(({ write }) => write),
  );
  await recordRunAssets(
    tx,
    { organizationId: integration.organizationId, id: runId },
    changed
      .filter(({ write }) => written.has(write))
      .map(({ write }) => ({ id: write.id, before: write.replaces?.revision })),
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

/** Keeps members that people added, or that this scan could not read; the result may be unchanged. */
function toUpdate(
  store: StoreAssets,
  { asset, stored }: ChangedAssets['updated'][number],
  body: string | undefined,
): { asset: IngestedAsset; write: DocumentWrite; isSame: boolean } {
  const before = JSON.parse(body ?? '{}') as JsonObject;
  const document = mergeAsset(before, asset.document, asset.isIncomplete);
  const contentHash = hashDocument(document);
  const isSame = body !== undefined && contentHash.equals(hashDocument(before));
  const write = toWrite(store, { id: asset.id, document, contentHash }, 'updated');
  return { asset, write: { ...write, replaces: stored }, isSame };
}

/** The write of an asset as its document. */
export function toWrite(
  { integration, principal, now }: Omit<StoreAssets, 'runId'>,
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
    tags: JSON.stringify(extract.tags),
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
