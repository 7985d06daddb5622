import type { ChangedAssets } from '../../commands/integrations/store-assets.ts';
import type { Db } from '../../db/connect.ts';
import { listFormerAssets } from '../../db/tables/ingestion/ingested-assets.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import type { KnownAsset } from '../../db/tables/ingestion/ingested-assets.ts';
import type { IngestedAsset } from '../../domain/ingestion/asset-document.ts';

/** The assets of a scanned page, compared with the stored ones. */
export type Classified = {
  created: IngestedAsset[];
  updated: ChangedAssets['updated'][number][];
  /** Unchanged assets. */
  unchanged: IngestedAsset[];
  /** Assets written and counted by an earlier attempt of this run. */
  writtenBefore: IngestedAsset[];
  /** Assets whose id belongs to another owner: they are not changed. */
  foreign: IngestedAsset[];
  /** Numbers of the unchanged assets; the others get theirs when they are stored. */
  numbers: number[];
};

/** The integration to compare for. */
type Whose = {
  integrationId: string;
  runId: string | undefined;
  /**
   * Ids of unowned assets that an integration with this id stored before it was deleted: they are taken over.
   */
  former: ReadonlySet<string>;
};

/** Compares scanned assets with the stored ones, by hash. */
function classifyAssets(
  assets: readonly IngestedAsset[],
  known: readonly KnownAsset[],
  { integrationId, runId, former }: Whose,
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
    else if (former.has(asset.id)) classified.updated.push({ asset, stored: versionOf(stored) });
    else if (stored.integrationId !== integrationId) classified.foreign.push(asset);
    else {
      classifyOwn(classified, asset, stored, runId);
    }
  }
  return classified;
}

function classifyOwn(
  classified: Classified,
  asset: IngestedAsset,
  stored: KnownAsset,
  runId: string | undefined,
): void {
  if (!stored.contentHash?.equals(asset.contentHash)) {
    classified.updated.push({ asset, stored: versionOf(stored) });
    return;
  }
  if (stored.n !== null) classified.numbers.push(stored.n);
  if (stored.runId === runId) classified.writtenBefore.push(asset);
  else classified.unchanged.push(asset);
}

const versionOf = ({ id, revision, edition }: KnownAsset) => ({
  id,
  revision: revision ?? 0,
  edition: edition ?? 0,
});

/** Reads the stored state of scanned assets, and compares. */
export async function compareAssets(
  db: Db,
  key: IntegrationKey,
  {
    assets,
    known,
    runId,
  }: { assets: readonly IngestedAsset[]; known: readonly KnownAsset[]; runId?: string },
): Promise<Classified> {
  const ofNobody = known.filter(({ integrationId }) => integrationId === null).map(({ id }) => id);
  const former =
    ofNobody.length > 0 ? await listFormerAssets(db, key, ofNobody) : new Set<string>();
  return classifyAssets(assets, known, { integrationId: key.id, runId, former });
}
