import { storeAssets } from '../../commands/integrations/store-assets.ts';
import type { ChangedAssets, StoreAssets } from '../../commands/integrations/store-assets.ts';
import { listKnownAssets } from '../../db/tables/ingested-assets.ts';
import type { KnownAsset } from '../../db/tables/ingested-assets.ts';
import { updateIngestionRun } from '../../db/tables/ingestion-runs.ts';
import type {
  IngestionCounts,
  IngestionPhase,
  IngestionRun,
} from '../../db/tables/ingestion-runs.ts';
import type { IntegrationKey } from '../../db/tables/integrations.ts';
import type { Tx } from '../../db/connect.ts';
import { toIngestedAsset } from '../../domain/ingestion/asset-document.ts';
import type { IngestedAsset } from '../../domain/ingestion/asset-document.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { createThrottle } from '../../lib/log.ts';
import { createNumberSet } from '../../lib/number-set.ts';
import type { NumberSet } from '../../lib/number-set.ts';
import type { JobContext } from '../define-job.ts';
import { compareAssets } from './classify-assets.ts';
import type { OpenIntegration } from './open-integration.ts';
import type { RunLog } from './run-log.ts';

/** A run under way: what it has counted and seen. */
export type Scanning = {
  context: JobContext;
  key: IntegrationKey;
  run: IngestionRun;
  open: OpenIntegration;
  log: RunLog;
  counts: IngestionCounts;
  /** Numbers of the assets that the scan has found. */
  seen: NumberSet;
};

/** Begins with what an earlier attempt of the run has written; what it has found is looked for again. */
export function beginScan(
  parts: Pick<Scanning, 'context' | 'key' | 'run' | 'open' | 'log'>,
): Scanning {
  const { created, updated, deleted } = parts.run;
  const counts = { processed: 0, created, updated, deleted, unchanged: 0, skipped: 0 };
  return { ...parts, counts, seen: createNumberSet() };
}

/** Scans the platform to its end and stores page by page what is new or differs; what is as before is only compared. */
export async function storeScan(scanning: Scanning): Promise<void> {
  const isDue = createThrottle(1_000);
  isDue('progress');
  const { open, log } = scanning;
  const warn = (line: string): void => log.note(line, 'warn');
  for await (const page of open.pages()) {
    const wrote = await storePage(scanning, admittedAssets(open, page, warn));
    // Also so that somebody who cancels is heard while nothing is written.
    if (!wrote && isDue('progress')) await saveProgress(scanning, 'scanning');
  }
}

/** Shows how far the run is, with what its log has gathered. */
export function saveProgress(scanning: Scanning, phase: IngestionPhase): Promise<void> {
  return write(scanning, phase, () => Promise.resolve());
}

/** Writes with the fence of the run, and its progress in the same transaction. */
export async function write(
  { context, key, run, counts, log }: Scanning,
  phase: IngestionPhase,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { stored } = await context.fenced(async (tx) => {
    await work(tx);
    await updateIngestionRun(tx, { ...key, id: run.id }, phase, counts);
    return log.store(tx);
  });
  stored();
}

/** The assets of a page that the filters admit, as documents, each once. */
export function admittedAssets(
  { filter, integration }: OpenIntegration,
  page: readonly ScannedAsset[],
  note: (line: string) => void,
): IngestedAsset[] {
  const { id, source, ownerId } = integration;
  const origin = { integrationId: id, source, ownerId: ownerId ?? undefined };
  const assets = new Map<string, IngestedAsset>();
  for (const scanned of page) {
    if (!filter.admits(scanned.path)) continue;
    const asset = toIngestedAsset(scanned, origin);
    if (assets.has(asset.id)) note(`'${asset.id}' was found twice; the first counts.`);
    else assets.set(asset.id, asset);
  }
  return [...assets.values()];
}

const attempts = 5;

/** Stores a page; answers whether anything was written. Who changes or creates the same assets meanwhile comes first. */
async function storePage(scanning: Scanning, page: IngestedAsset[]): Promise<boolean> {
  const { context, key, run, counts, seen } = scanning;
  let todo = page;
  let wrote = false;
  counts.processed += page.length;
  for (let attempt = 1; todo.length > 0; attempt++) {
    if (attempt > attempts) throw new Error('Others keep writing the same assets.');
    const ids = todo.map(({ id }) => id);
    const { knex } = context.database;
    const known = await listKnownAssets(knex, key, ids);
    if (attempt === 1) todo = withoutFound(scanning, todo, known);
    const found = await compareAssets(knex, key, { assets: todo, known, runId: run.id });
    counts.unchanged += found.unchanged.length;
    counts.skipped += found.foreign.length;
    for (const n of found.numbers) seen.add(n);
    for (const { id } of found.foreign) noteForeign(scanning, id);
    if (found.created.length + found.updated.length === 0) return wrote;
    const stored = await storeChanges(scanning, found);
    todo = [...found.created, ...found.updated.map(({ asset }) => asset)].filter(
      ({ id }) => !stored.has(id),
    );
    wrote = true;
  }
  return wrote;
}

/** What an earlier page had already would be changed back and forth in every run. */
function withoutFound(
  { seen, log, counts }: Scanning,
  page: IngestedAsset[],
  known: readonly KnownAsset[],
): IngestedAsset[] {
  const again = new Set(known.filter(({ n }) => n !== null && seen.has(n)).map(({ id }) => id));
  for (const id of again) log.note(`'${id}' was found twice; the first counts.`, 'warn');
  counts.processed -= again.size;
  return page.filter(({ id }) => !again.has(id));
}

async function storeChanges(
  scanning: Scanning,
  found: ChangedAssets,
): Promise<ReadonlySet<string>> {
  const { context, key, run, counts, seen } = scanning;
  const before = { ...counts };
  let stored: ReadonlyMap<string, number> = new Map();
  const store: StoreAssets = {
    integration: key,
    runId: run.id,
    principal: run.requestedBy,
    now: context.clock.now(),
  };
  await write(scanning, 'scanning', async (tx) => {
    stored = await storeAssets(tx, store, found);
    const has = ({ id }: { id: string }): boolean => stored.has(id);
    counts.created = before.created + found.created.filter(has).length;
    counts.updated = before.updated + found.updated.filter(({ asset }) => has(asset)).length;
  });
  for (const n of stored.values()) seen.add(n);
  return new Set(stored.keys());
}

function noteForeign({ log }: Scanning, id: string): void {
  log.note(
    `The asset '${id}' exists already and is not of this integration: it is left alone.`,
    'warn',
  );
}
