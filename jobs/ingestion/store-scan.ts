import { storeAssets, toNewAsset } from '../../commands/integrations/store-assets.ts';
import type {
  ChangedAssets,
  NewAsset,
  StoreAssets,
} from '../../commands/integrations/store-assets.ts';
import { listKnownAssets } from '../../db/tables/ingestion/ingested-assets.ts';
import type { KnownAsset } from '../../db/tables/ingestion/ingested-assets.ts';
import { updateIngestionRun } from '../../db/tables/ingestion/runs.ts';
import type {
  IngestionCounts,
  IngestionPhase,
  IngestionRun,
} from '../../db/tables/ingestion/runs.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import type { Tx } from '../../db/connect.ts';
import { toIngestedAsset } from '../../domain/ingestion/asset-document.ts';
import type { IngestedAsset } from '../../domain/ingestion/asset-document.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { prefetch } from '../../lib/waiting/prefetch.ts';
import { createThrottle } from '../../lib/log.ts';
import { mapInTurns } from '../../lib/waiting/turns.ts';
import { createNumberSet } from '../../lib/json/number-set.ts';
import type { NumberSet } from '../../lib/json/number-set.ts';
import type { JobContext } from '../define-job.ts';
import { compareAssets } from './classify-assets.ts';
import type { Classified } from './classify-assets.ts';
import type { OpenIntegration } from './open-integration.ts';
import type { RunLog } from './run-log.ts';

/** A run in progress: its counts and the assets that it has seen. */
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

/** Continues with the counts of an earlier attempt of the run; its found assets are scanned again. */
export function beginScan(
  parts: Pick<Scanning, 'context' | 'key' | 'run' | 'open' | 'log'>,
): Scanning {
  const { created, updated, deleted } = parts.run;
  const counts = { processed: 0, created, updated, deleted, unchanged: 0, skipped: 0 };
  return { ...parts, counts, seen: createNumberSet() };
}

/**
 * Scans the whole platform and stores new and changed assets page by page; unchanged assets are only compared.
 * The next page is read and compared while one is stored.
 */
export async function storeScan(scanning: Scanning): Promise<void> {
  const isDue = createThrottle(1_000);
  isDue('progress');
  for await (const page of prefetch(comparedPages(scanning))) {
    const wrote = await storePage(scanning, page);
    // Saves progress also when nothing is written, so that a cancellation is noticed.
    if (!wrote && isDue('progress')) await saveProgress(scanning, 'scanning');
  }
}

/** A scanned page, compared with the assets that were stored then. */
type ComparedPage = { assets: readonly IngestedAsset[]; comparison: Comparison };
type Comparison = {
  known: readonly KnownAsset[];
  found: Classified;
  created: readonly NewAsset[];
};

async function* comparedPages(scanning: Scanning): AsyncGenerator<ComparedPage> {
  const { open, log } = scanning;
  const warn = (line: string): void => log.note(line, 'warn');
  for await (const page of open.pages()) {
    const assets = await admittedAssets(open, page, warn);
    yield { assets, comparison: await compare(scanning, assets) };
  }
}

async function compare(
  { context, key, run }: Scanning,
  assets: readonly IngestedAsset[],
): Promise<Comparison> {
  const { knex } = context.database;
  const ids = assets.map(({ id }) => id);
  const known = await listKnownAssets(knex, key, ids);
  const found = await compareAssets(knex, key, { assets, known, runId: run.id });
  const store = storeOf({ context, key, run });
  // The statements of the previous page run meanwhile, and must not wait for this.
  const created = await mapInTurns(found.created, (asset) => toNewAsset(store, asset));
  return { known, found, created };
}

function storeOf({ context, key, run }: Pick<Scanning, 'context' | 'key' | 'run'>): StoreAssets {
  const now = context.clock.now();
  return { integration: key, runId: run.id, principal: run.requestedBy, now };
}

/** Stores the progress of the run, with the buffered lines of its log. */
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

/** The included assets of a page as documents, each once. */
export async function admittedAssets(
  { filter, integration }: OpenIntegration,
  page: readonly ScannedAsset[],
  note: (line: string) => void,
): Promise<IngestedAsset[]> {
  const { id, source, ownerId } = integration;
  const origin = { integrationId: id, source, ownerId: ownerId ?? undefined };
  const assets = new Map<string, IngestedAsset>();
  const admitted = page.filter(({ path }) => filter.admits(path));
  for (const asset of await mapInTurns(admitted, (scanned) => toIngestedAsset(scanned, origin))) {
    if (assets.has(asset.id)) note(`'${asset.id}' was found twice; the first one is used.`);
    else assets.set(asset.id, asset);
  }
  return [...assets.values()];
}

const attempts = 5;

/**
 * Stores a page; returns true if anything was written. Concurrent changes of the same assets take precedence.
 */
async function storePage(scanning: Scanning, page: ComparedPage): Promise<boolean> {
  const { counts, seen } = scanning;
  let { assets, comparison } = page;
  let wrote = false;
  counts.processed += assets.length;
  for (let attempt = 1; assets.length > 0; attempt++) {
    if (attempt > attempts) throw new Error('Other clients keep writing the same assets.');
    if (attempt > 1) comparison = await compare(scanning, assets);
    const { found, created } = withoutFound(scanning, comparison);
    counts.unchanged += found.unchanged.length;
    counts.skipped += found.foreign.length;
    for (const n of found.numbers) seen.add(n);
    for (const { id } of found.foreign) noteForeign(scanning, id);
    if (created.length + found.updated.length === 0) return wrote;
    const stored = await storeChanges(scanning, { created, updated: found.updated });
    const changed = [...found.created, ...found.updated.map(({ asset }) => asset)];
    assets = changed.filter(({ id }) => !stored.has(id));
    wrote = true;
  }
  return wrote;
}

/** Excludes assets that the scan had found before, which would alternate in every run. */
function withoutFound(
  { seen, log, counts }: Scanning,
  { known, found, created }: Comparison,
): Pick<Comparison, 'found' | 'created'> {
  const again = new Set(known.filter(({ n }) => n !== null && seen.has(n)).map(({ id }) => id));
  if (again.size === 0) return { found, created };
  for (const id of again) log.note(`'${id}' was found twice; the first one is used.`, 'warn');
  counts.processed -= again.size;
  const isNew = ({ id }: { id: string }): boolean => !again.has(id);
  const first = {
    ...found,
    unchanged: found.unchanged.filter(isNew),
    updated: found.updated.filter(({ asset }) => isNew(asset)),
    writtenBefore: found.writtenBefore.filter(isNew),
  };
  return { found: first, created };
}

async function storeChanges(
  scanning: Scanning,
  changed: ChangedAssets,
): Promise<ReadonlySet<string>> {
  const { counts, seen } = scanning;
  const before = { ...counts };
  let numbers: ReadonlyMap<string, number> = new Map();
  await write(scanning, 'scanning', async (tx) => {
    const stored = await storeAssets(tx, storeOf(scanning), changed);
    numbers = stored.numbers;
    const isStored = ({ asset }: { asset: IngestedAsset }): boolean => numbers.has(asset.id);
    const updated = changed.updated.filter(isStored).length - stored.unchanged.size;
    counts.created = before.created + changed.created.filter(isStored).length;
    counts.updated = before.updated + updated;
    counts.unchanged = before.unchanged + stored.unchanged.size;
  });
  for (const n of numbers.values()) seen.add(n);
  return new Set(numbers.keys());
}

function noteForeign({ log }: Scanning, id: string): void {
  log.note(
    `The asset '${id}' already exists and does not belong to this integration: it is not changed.`,
    'warn',
  );
}
