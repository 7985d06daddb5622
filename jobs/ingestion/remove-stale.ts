import type { Db, Tx } from '../../db/connect.ts';
import {
  listOwnedAssets,
  removeIngestedAssets,
} from '../../db/tables/ingestion/ingested-assets.ts';
import type { OwnedAsset } from '../../db/tables/ingestion/ingested-assets.ts';
import { listKeptAssets, recordLeftAlone } from '../../db/tables/ingestion/run-assets.ts';
import { listUsedAssets } from '../../db/views/ingestion/port-assets.ts';
import { removalProblem } from '../../domain/ingestion/removal-fuse.ts';
import { asset } from '../../domain/kinds/asset.ts';
import type { Scanning } from './store-scan.ts';

/** The assets to be removed. */
export type RemovalPlan = {
  /** Number of assets that the complete scan did not find. */
  count: number;
  /** Number of the integration's assets that its filters include. */
  owned: number;
  /** Number of those that data products use: they stay. */
  inUse: number;
  /** Ids of the assets to be removed, at most 1,000. */
  assets: string[];
};

/** The assets that a complete scan did not find. */
export type Stale = {
  plan: RemovalPlan;
  /** The missing assets that data products use: they stay, as findings. */
  used: ReadonlySet<string>;
  /** Missing assets that would go, and were not among those whose removal a person has accepted. */
  unaccepted: number;
};

/** With an accepted run, only the assets that its fuse kept are accepted. */
async function countUnaccepted(
  { context, key, run }: Scanning,
  ids: readonly string[],
): Promise<number> {
  if (run.acceptedRun === null) return 0;
  const accepted = { organizationId: key.organizationId, id: run.acceptedRun };
  const listed = await listKeptAssets(context.database.knex, accepted, ids);
  return ids.filter((id) => !listed.has(id)).length;
}

const pageSize = 500;
const maxListed = 1_000;

/**
 * Finds the assets of the integration that a complete scan did not find, except those that its filters exclude.
 */
export async function planRemoval(scanning: Scanning): Promise<Stale> {
  const { context, key } = scanning;
  const { knex } = context.database;
  const used = new Set<string>();
  let unaccepted = 0;
  const plan: RemovalPlan = { count: 0, owned: 0, inUse: 0, assets: [] };
  let outside = 0;
  for await (const page of ownedPages(knex, scanning)) {
    const admitted = page.filter(({ path }) => scanning.open.filter.admits(path));
    outside += page.length - admitted.length;
    plan.owned += admitted.length;
    const stale = admitted.filter(({ n }) => !scanning.seen.has(n));
    plan.count += stale.length;
    const ids = stale.map(({ id }) => id);
    for (const id of await listUsedAssets(knex, key.organizationId, ids)) used.add(id);
    const unused = ids.filter((id) => !used.has(id));
    unaccepted += await countUnaccepted(scanning, unused);
    plan.assets.push(...unused.slice(0, maxListed - plan.assets.length));
  }
  plan.inUse = used.size;
  if (outside > 0) {
    scanning.log.note(`${outside} assets of earlier runs are outside the filters now; they stay.`);
  }
  return { plan, used, unaccepted };
}

/**
 * The reason why the plan must not be executed; undefined when it may, or a person has accepted that number.
 */
export function fuseProblem(
  { run, open, counts }: Scanning,
  { plan, unaccepted }: Stale,
): string | undefined {
  const goes = plan.count - plan.inUse;
  const isAccepted = run.acceptedRemovals !== null && goes <= run.acceptedRemovals;
  if (isAccepted && unaccepted === 0) return undefined;
  const scan = { found: counts.processed, owned: plan.owned, stale: plan.count };
  return removalProblem(scan, open.settings.removalFuse ?? {});
}

/**
 * Removes unused assets that a complete scan did not find, each with its event: all of them or, when the run
 * fails, none.
 */
export async function removeStale(tx: Tx, scanning: Scanning): Promise<number> {
  const { context, key, run, seen, open } = scanning;
  const cause = {
    runId: run.id,
    principal: run.requestedBy,
    eventType: asset.events.deleted,
    now: context.clock.now(),
  };
  let removed = 0;
  for await (const page of ownedPages(tx, scanning)) {
    const stale = page.filter(({ n, path }) => !seen.has(n) && open.filter.admits(path));
    if (stale.length === 0) continue;
    const ids = stale.map(({ id }) => id);
    removed += (await removeIngestedAssets(tx, key, ids, cause)).length;
  }
  return removed;
}

/**
 * Records the missing assets that stay: those in use and, if the fuse keeps the others, these too, so that people can look at
 * each.
 */
export async function recordKept(
  tx: Tx,
  scanning: Scanning,
  used: ReadonlySet<string>,
  isFused: boolean,
): Promise<void> {
  const { key, run, seen, open } = scanning;
  const runKey = { organizationId: key.organizationId, id: run.id };
  if (!isFused && used.size === 0) return;
  for await (const page of ownedPages(tx, scanning)) {
    const kept = page
      .filter(
        ({ id, n, path }) => (isFused || used.has(id)) && !seen.has(n) && open.filter.admits(path),
      )
      .map(({ id }) => {
        const why = used.has(id) ? ('in_use' as const) : ('fuse' as const);
        return { id, change: 'removed' as const, why };
      });
    await recordLeftAlone(tx, runKey, kept);
  }
}

async function* ownedPages(db: Db, { key }: Scanning): AsyncGenerator<OwnedAsset[]> {
  let after = -1;
  for (;;) {
    const page = await listOwnedAssets(db, key, after, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.n;
  }
}
