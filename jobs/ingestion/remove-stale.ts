import type { Db, Tx } from '../../db/connect.ts';
import { listOwnedAssets, removeIngestedAssets } from '../../db/tables/ingested-assets.ts';
import type { OwnedAsset } from '../../db/tables/ingested-assets.ts';
import { recordGone } from '../../commands/integrations/record-drift.ts';
import { listAssignedPorts } from '../../db/views/port-assets.ts';
import { removalProblem } from '../../domain/ingestion/removal-fuse.ts';
import { asset } from '../../domain/kinds/asset.ts';
import type { Scanning } from './store-scan.ts';

/** What would be removed. */
export type RemovalPlan = {
  /** How many assets the complete scan did not find. */
  count: number;
  /** How many assets of the integration its filters admit. */
  owned: number;
  /** Their ids, at most 1,000. */
  assets: string[];
};

const pageSize = 500;
const mostNamed = 1_000;

/** Looks through the assets of the integration for those that a complete scan did not find; what its filters leave out is none of its business. */
export async function planRemoval(scanning: Scanning): Promise<RemovalPlan> {
  const plan: RemovalPlan = { count: 0, owned: 0, assets: [] };
  let outside = 0;
  for await (const page of ownedPages(scanning.context.database.knex, scanning)) {
    const admitted = page.filter(({ path }) => scanning.open.filter.admits(path));
    outside += page.length - admitted.length;
    plan.owned += admitted.length;
    const stale = admitted.filter(({ n }) => !scanning.seen.has(n));
    plan.count += stale.length;
    const room = mostNamed - plan.assets.length;
    plan.assets.push(...stale.slice(0, room).map(({ id }) => id));
  }
  if (outside > 0) {
    scanning.log.note(`${outside} assets of earlier runs are outside the filters now; they stay.`);
  }
  return plan;
}

/** Why the plan must not be carried out; undefined when it may, or somebody has accepted that many. */
export function fuseProblem(
  { run, open, counts }: Scanning,
  plan: RemovalPlan,
): string | undefined {
  if (run.acceptedRemovals !== null && plan.count <= run.acceptedRemovals) return undefined;
  const scan = { found: counts.processed, owned: plan.owned, stale: plan.count };
  return removalProblem(scan, open.settings.removalFuse ?? {});
}

/** Removes what a complete scan did not find, each asset with its event: all of it or, when the run does not end well, nothing. */
export async function removeStale(tx: Tx, scanning: Scanning): Promise<number> {
  const { context, key, run, seen, open } = scanning;
  const cause = {
    principal: run.requestedBy,
    eventType: asset.events.deleted,
    now: context.clock.now(),
  };
  let removed = 0;
  for await (const page of ownedPages(tx, scanning)) {
    const stale = page.filter(({ n, path }) => !seen.has(n) && open.filter.admits(path));
    if (stale.length === 0) continue;
    const ids = stale.map(({ id }) => id);
    const ports = await listAssignedPorts(tx, key.organizationId, ids);
    removed += (await removeIngestedAssets(tx, key, ids, cause)).length;
    await recordGone(tx, key, ports, { ...cause, runId: run.id });
  }
  return removed;
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
