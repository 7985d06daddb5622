import type { Tx } from '../../db/connect.ts';
import { writeDocuments } from '../../db/tables/documents/writes.ts';
import type { DocumentWrite } from '../../db/tables/documents/writes.ts';
import { removeIngestedAssets } from '../../db/tables/ingestion/ingested-assets.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import {
  recordLeftAlone,
  recordRunAssets,
  restoreAssetTags,
  restoreIngested,
} from '../../db/tables/ingestion/run-assets.ts';
import type { LeftAsset } from '../../db/tables/ingestion/run-assets.ts';
import type { IngestionRun } from '../../db/tables/ingestion/runs.ts';
import { lockNextAssets, readUndoable } from '../../db/views/ingestion/undoable-assets.ts';
import type { UndoableAsset } from '../../db/views/ingestion/undoable-assets.ts';
import { hashDocument } from '../../domain/documents/parse-document.ts';
import { undoOf } from '../../domain/ingestion/run-changes.ts';
import { asset as assetKind } from '../../domain/kinds/asset.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { toWrite } from './store-assets.ts';

export type UndoAssets = {
  integration: IntegrationKey;
  /** The run that undoes. */
  run: Pick<IngestionRun, 'id' | 'requestedBy'>;
  /** The run that is undone. */
  undone: string;
  /** The last asset of the wave before; undefined looks at all. */
  after: string | undefined;
  limit: number;
  now: Date;
};

/** What a wave has done; `last` is undefined when nothing was left. */
export type UndoneWave = {
  last: string | undefined;
  created: number;
  updated: number;
  removed: number;
  left: LeftAsset[];
};

/**
 * Undoes the next changes of a run, each with its revision and event, and leaves alone what was changed since. What is done is
 * recorded in the same transaction, so that another attempt continues after it.
 */
export async function undoAssets(tx: Tx, undo: UndoAssets): Promise<UndoneWave> {
  const { integration, run, undone, after, limit } = undo;
  const { organizationId } = integration;
  const ids = { organizationId, runId: undone, undoId: run.id };
  const asked = await lockNextAssets(tx, ids, { after, limit });
  const assets = asked.length > 0 ? await readUndoable(tx, ids, asked) : [];
  const left = assets.flatMap(({ id, change, leftAlone }): LeftAsset[] =>
    leftAlone === null ? [] : [{ id, change: undoOf[change], why: leftAlone }],
  );
  const open = assets.filter(({ leftAlone }) => leftAlone === null);
  const removed = await removeCreated(tx, undo, open);
  left.push(...removed.left);
  const restored = await restoreFormer(tx, undo, open);
  await recordLeftAlone(tx, { organizationId, id: run.id }, left);
  return { last: asked.at(-1), removed: removed.count, ...restored, left };
}

async function removeCreated(
  tx: Tx,
  { integration, run, now }: UndoAssets,
  assets: readonly UndoableAsset[],
): Promise<{ count: number; left: LeftAsset[] }> {
  const ids = assets.filter(({ change }) => change === 'created').map(({ id }) => id);
  if (ids.length === 0) return { count: 0, left: [] };
  const cause = { runId: run.id, principal: run.requestedBy, now };
  const eventType = assetKind.events.deleted;
  const removed = await removeIngestedAssets(tx, integration, ids, { ...cause, eventType });
  const isRemoved = new Set(removed);
  const kept = ids.filter((id) => !isRemoved.has(id));
  // Since the assets were read, a product began to use them.
  const left = kept.map((id) => ({ id, change: 'removed', why: 'in_use' }) as const);
  return { count: removed.length, left };
}

/** Writes the former versions; an asset that another client has just created is looked at again in the next wave. */
async function restoreFormer(
  tx: Tx,
  { integration, run, undone, now }: UndoAssets,
  assets: readonly UndoableAsset[],
): Promise<{ created: number; updated: number }> {
  const { organizationId } = integration;
  const store = { integration, principal: run.requestedBy, now };
  const former = assets
    .filter(({ body }) => body !== null)
    .map((asset) => ({ asset, write: toFormer(store, asset) }));
  const isWritten = await writeDocuments(
    tx,
    former.map(({ write }) => write),
  );
  const written = former.filter(({ write }) => isWritten.has(write)).map(({ asset }) => asset);
  if (written.length === 0) return { created: 0, updated: 0 };
  const key = { organizationId, id: run.id };
  const before = written.map(({ id, revision }) => ({ id, before: revision ?? undefined }));
  await recordRunAssets(tx, key, before);
  await restoreIngested(tx, key, integration.id, written);
  const created = written.filter(({ change }) => change === 'removed').map(({ id }) => id);
  await restoreAssetTags(tx, { organizationId, id: undone }, created);
  return { created: created.length, updated: written.length - created.length };
}

function toFormer(
  store: { integration: IntegrationKey; principal: string; now: Date },
  { id, body, source, revision, edition }: UndoableAsset,
): DocumentWrite {
  const document = JSON.parse(body ?? '{}') as JsonObject;
  const content = { id, document, contentHash: hashDocument(document) };
  const write = toWrite(store, content, revision === null ? 'created' : 'updated');
  return {
    ...write,
    body: body ?? write.body,
    source: source ?? undefined,
    ...(revision !== null && { replaces: { revision, edition: edition ?? 0 } }),
  };
}
