import type { ChangedAssets } from '../../commands/integrations/store-assets.ts';
import type { Db } from '../../db/connect.ts';
import { listFormerAssets } from '../../db/tables/ingested-assets.ts';
import type { IntegrationKey } from '../../db/tables/integrations.ts';
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
  /** Numbers of those that are as the scan says; the others have theirs when they are stored. */
  numbers: number[];
};

/** For whom is compared. */
type Whose = {
  integrationId: string;
  runId: string | undefined;
  /** Ids of assets of nobody that an integration of this id had stored before it was deleted: they are taken over. */
  former: ReadonlySet<string>;
};

/** Compares what a scan found with what is stored, by hash. */
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

/** Looks up what is stored of the assets that a scan found, and compares. */
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
