import type { ChangedAssets } from '../../commands/integrations/store-assets.ts';
import type { KnownAsset } from '../../db/tables/ingested-assets.ts';
import type { IngestedAsset } from '../../domain/ingestion/asset-document.ts';

/** What a page of a scan means for what is stored. */
export type Classified = {
  created: IngestedAsset[];
  updated: ChangedAssets['updated'][number][];
  /** As before. */
  unchanged: IngestedAsset[];
  /** Written by an earlier attempt of this run, and counted then. */
  writtenBefore: IngestedAsset[];
  /** Stored under the same id by somebody else: they are left alone. */
  foreign: IngestedAsset[];
  /** Numbers of those that are stored for this integration. */
  numbers: number[];
};

/** Compares what a scan found with what is stored, by hash. */
export function classifyAssets(
  assets: readonly IngestedAsset[],
  known: readonly KnownAsset[],
  { integrationId, runId }: { integrationId: string; runId: string | undefined },
): Classified {
  const byId = new Map(known.map((asset) => [asset.id, asset]));
  const classified: Classified = {
    created: [],
    updated: [],
    unchanged: [],
    writtenBefore: [],
    foreign: [],
    numbers: [],
  };
  for (const asset of assets) {
    const stored = byId.get(asset.id);
    if (!stored) classified.created.push(asset);
    else if (stored.integrationId !== integrationId) classified.foreign.push(asset);
    else {
      if (stored.n !== null) classified.numbers.push(stored.n);
      classifyOwn(classified, asset, stored, runId);
    }
  }
  return classified;
}

function classifyOwn(
  classified: Classified,
  asset: IngestedAsset,
  { id, revision, edition, contentHash, runId: writtenBy }: KnownAsset,
  runId: string | undefined,
): void {
  if (!contentHash?.equals(asset.contentHash)) {
    classified.updated.push({
      asset,
      stored: { id, revision: revision ?? 0, edition: edition ?? 0 },
    });
  } else if (writtenBy === runId) classified.writtenBefore.push(asset);
  else classified.unchanged.push(asset);
}
