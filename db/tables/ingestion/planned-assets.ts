import type { PlannedChange } from '../../../domain/ingestion/run-changes.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { partPattern } from '../../fragments/part-pattern.ts';
import { runStatement } from '../../statement.ts';

type CheckKey = { organizationId: OrganizationId; id: string };

/** An asset that a run would change, or leave alone. */
export type PlannedAsset = { id: string; change: PlannedChange; name: string };

const insert = {
  name: 'integration-check-assets-insert',
  text: `insert into integration_check_assets (organization_id, check_id, asset_id, change, name)
    select $1, $2, i.* from unnest($3::text[], $4::text[], $5::text[]) as i on conflict do nothing`,
};

/** Adds assets to a plan; those that it contains already stay. */
export async function insertPlannedAssets(
  tx: Tx,
  { organizationId, id }: CheckKey,
  assets: readonly PlannedAsset[],
): Promise<void> {
  if (assets.length === 0) return;
  await runStatement(tx, insert, [
    organizationId,
    id,
    assets.map((asset) => asset.id),
    assets.map(({ change }) => change),
    assets.map(({ name }) => name),
  ]);
}

const clear = {
  name: 'integration-check-assets-clear',
  text: `delete from integration_check_assets where organization_id = $1 and check_id = $2`,
};

/** Removes what an earlier attempt has planned. */
export async function clearPlannedAssets(tx: Tx, { organizationId, id }: CheckKey): Promise<void> {
  await runStatement(tx, clear, [organizationId, id]);
}

/** Which assets of a plan; all given filters must hold. */
export type PlannedFilter = {
  /** Part of the id; case does not matter. */
  q: string | undefined;
  change: PlannedChange | undefined;
};

const filtered = `organization_id = $1 and check_id = $2 and ($3::text is null or asset_id ilike $3)
    and ($4::text is null or change = $4)`;

const list = {
  name: 'integration-check-assets-list',
  text: `select asset_id as id, change, name from integration_check_assets
    where ${filtered} and ($5::text is null or asset_id > $5) order by asset_id limit $6 offset $7`,
};

/** A page of the assets of a plan in the order of their ids. */
export function listPlannedAssets(
  db: Db,
  key: CheckKey,
  filter: PlannedFilter,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<PlannedAsset[]> {
  const { after, limit, offset } = page;
  return runStatement<PlannedAsset>(db, list, [...valuesOf(key, filter), after, limit, offset]);
}

const count = {
  name: 'integration-check-assets-count',
  text: `select count(*)::int as count from integration_check_assets where ${filtered}`,
};

/** The number of assets of a plan that match the filter. */
export async function countPlannedAssets(
  db: Db,
  key: CheckKey,
  filter: PlannedFilter,
): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, count, valuesOf(key, filter));
  return row?.count ?? 0;
}

function valuesOf({ organizationId, id }: CheckKey, { q, change }: PlannedFilter): unknown[] {
  return [organizationId, id, partPattern(q), change];
}
