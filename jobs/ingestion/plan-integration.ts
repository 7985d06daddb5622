import {
  clearPlannedAssets,
  insertPlannedAssets,
} from '../../db/tables/ingestion/planned-assets.ts';
import type { PlannedAsset } from '../../db/tables/ingestion/planned-assets.ts';
import { listKnownAssets, listOwnedAssets } from '../../db/tables/ingestion/ingested-assets.ts';
import type { IntegrationKey } from '../../db/tables/ingestion/integrations.ts';
import type { IngestedAsset } from '../../domain/ingestion/asset-document.ts';
import { listUsedAssets } from '../../db/views/ingestion/port-assets.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { removalProblem } from '../../domain/ingestion/removal-fuse.ts';
import { createNumberSet } from '../../lib/json/number-set.ts';
import type { NumberSet } from '../../lib/json/number-set.ts';
import type { JobContext } from '../define-job.ts';
import { compareAssets } from './classify-assets.ts';
import { defineCheck } from './define-check.ts';
import { openIntegration } from './open-integration.ts';
import type { OpenIntegration } from './open-integration.ts';
import { admittedAssets } from './store-scan.ts';

/** The effects of a run; for each kind the ids of at most 1,000 assets. */
type IngestionPlan = {
  found: number;
  unchanged: number;
  created: PlannedChange;
  updated: PlannedChange;
  deleted: PlannedChange;
  skipped: PlannedChange;
  /** Number of missing assets that stay because data products use them. */
  kept: number;
  /** The reason why the fuse would keep a run from removing anything. */
  removalProblem?: string | undefined;
};
type PlannedChange = { count: number; assets: string[] };

const maxListed = 1_000;
const pageSize = 1_000;

/**
 * Scans the platform of an integration and reports what a run would create, update and delete, without writing.
 */
export const planIntegration = defineCheck('plan-integration', async (context, key, checkId) => {
  const open = await openIntegration(context, key, () => undefined);
  try {
    const list = await openList(context, { ...key, id: checkId });
    const plan = await makePlan(context, key, { open, list });
    const { found, created, updated, deleted, unchanged } = plan;
    const message = `${found} assets found: ${created.count} would be created, ${updated.count} updated, ${deleted.count} deleted; ${unchanged} are unchanged.`;
    return { message, plan };
  } finally {
    await open.close();
  }
});

async function makePlan(
  context: JobContext,
  key: IntegrationKey,
  { open, list }: { open: OpenIntegration; list: PlanList },
): Promise<IngestionPlan> {
  const none = (): PlannedChange => ({ count: 0, assets: [] });
  const lists = { created: none(), updated: none(), deleted: none(), skipped: none() };
  const plan: IngestionPlan = { found: 0, unchanged: 0, kept: 0, ...lists };
  const seen = createNumberSet();
  for await (const page of open.pages()) {
    const assets = await admittedAssets(open, page, () => undefined);
    await comparePage(context, key, { assets, plan, seen, list });
  }
  const owned = await planDeletions(context, key, { open, plan, seen, list });
  const scan = { found: plan.found, owned, stale: plan.deleted.count + plan.kept };
  return { ...plan, removalProblem: removalProblem(scan, open.settings.removalFuse ?? {}) };
}

async function comparePage(
  { database: { knex } }: JobContext,
  key: IntegrationKey,
  {
    assets,
    plan,
    seen,
    list,
  }: {
    assets: readonly IngestedAsset[];
    plan: IngestionPlan;
    seen: NumberSet;
    list: PlanList;
  },
): Promise<void> {
  const ids = assets.map(({ id }) => id);
  const known = await listKnownAssets(knex, key, ids);
  const found = await compareAssets(knex, key, { assets, known });
  for (const { n } of known) if (n !== null) seen.add(n);
  plan.found += assets.length;
  plan.unchanged += found.unchanged.length;
  addTo(plan.created, found.created);
  addTo(
    plan.updated,
    found.updated.map(({ asset }) => asset),
  );
  addTo(plan.skipped, found.foreign);
  await list([
    ...found.created.map((asset) => toPlanned(asset, 'created')),
    ...found.updated.map(({ asset }) => toPlanned(asset, 'updated')),
    ...found.foreign.map((asset) => toPlanned(asset, 'skipped')),
  ]);
}

/** Adds assets to the stored list of a plan. */
type PlanList = (assets: readonly PlannedAsset[]) => Promise<void>;

/** Begins the list again, because an earlier attempt may have died in the middle. */
async function openList(
  context: JobContext,
  check: { organizationId: OrganizationId; id: string },
): Promise<PlanList> {
  await context.fenced((tx) => clearPlannedAssets(tx, check));
  return async (assets) => {
    if (assets.length > 0) await context.fenced((tx) => insertPlannedAssets(tx, check, assets));
  };
}

const toPlanned = (
  { id, path }: Pick<IngestedAsset, 'id' | 'path'>,
  change: PlannedAsset['change'],
): PlannedAsset => ({ id, change, name: path.at(-1) ?? id });

function addTo(change: PlannedChange, assets: readonly { id: string }[]): void {
  change.count += assets.length;
  const room = maxListed - change.assets.length;
  change.assets.push(...assets.slice(0, room).map(({ id }) => id));
}

/** Returns the number of the integration's assets that its filters include. */
async function planDeletions(
  { database: { knex } }: JobContext,
  key: IntegrationKey,
  {
    open,
    plan,
    seen,
    list,
  }: { open: OpenIntegration; plan: IngestionPlan; seen: NumberSet; list: PlanList },
): Promise<number> {
  let owned = 0;
  for (let after = -1; ;) {
    const page = await listOwnedAssets(knex, key, after, pageSize);
    const last = page.at(-1);
    if (!last) return owned;
    const admitted = page.filter(({ path }) => open.filter.admits(path));
    owned += admitted.length;
    const stale = admitted.filter(({ n }) => !seen.has(n));
    const ids = stale.map(({ id }) => id);
    const used = await listUsedAssets(knex, key.organizationId, ids);
    plan.kept += used.size;
    addTo(
      plan.deleted,
      stale.filter(({ id }) => !used.has(id)),
    );
    await list(stale.map((asset) => toPlanned(asset, used.has(asset.id) ? 'in_use' : 'removed')));
    after = last.n;
  }
}
