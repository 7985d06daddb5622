import type { LeftAlone, RunChange } from '../../../domain/ingestion/run-changes.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IngestionRunKey } from './runs.ts';

const record = {
  name: 'ingestion-run-assets-record',
  text: `insert into ingestion_run_assets (organization_id, run_id, asset_id, change, before_revision, revision, content_hash)
    select $1, $2, i.id, case when i.before is null then 'created' else 'updated' end, i.before, d.revision, a.content_hash
    from unnest($3::text[], $4::int[]) as i(id, before)
    join documents d on d.organization_id = $1 and d.kind = 'asset' and d.id = i.id
    left join ingested_assets a on a.organization_id = $1 and a.asset_id = i.id
    on conflict (organization_id, run_id, asset_id) do update set revision = excluded.revision`,
};

/**
 * Records the assets that a run has just written, with the revision that each had before: undefined if the run created it. The
 * caller records later what the scan said, because this keeps what the scan before had said.
 */
export async function recordRunAssets(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  assets: readonly { id: string; before: number | undefined }[],
): Promise<void> {
  if (assets.length === 0) return;
  await runStatement(tx, record, [
    organizationId,
    id,
    assets.map((asset) => asset.id),
    assets.map(({ before }) => before ?? null),
  ]);
}

const leave = {
  name: 'ingestion-run-assets-leave',
  text: `insert into ingestion_run_assets (organization_id, run_id, asset_id, change, before_revision, left_alone)
    select $1, $2, i.id, i.change, d.revision, i.why
    from unnest($3::text[], $4::text[], $5::text[]) as i(id, change, why)
    left join documents d on d.organization_id = $1 and d.kind = 'asset' and d.id = i.id
    on conflict (organization_id, run_id, asset_id) do nothing`,
};

/** An asset that a run leaves alone: the change that it would have made, and why it does not. */
export type LeftAsset = { id: string; change: RunChange; why: LeftAlone };

/** Records assets that a run leaves alone; those that it has changed stay as recorded. */
export async function recordLeftAlone(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  assets: readonly LeftAsset[],
): Promise<void> {
  if (assets.length === 0) return;
  await runStatement(tx, leave, [
    organizationId,
    id,
    assets.map((asset) => asset.id),
    assets.map(({ change }) => change),
    assets.map(({ why }) => why),
  ]);
}

const listKept = {
  name: 'ingestion-run-assets-kept',
  text: `select asset_id as id from ingestion_run_assets
    where organization_id = $1 and run_id = $2 and asset_id = any($3) and change = 'removed' and left_alone = 'fuse'`,
};

/** The assets among these that the fuse of a run kept. */
export async function listKeptAssets(
  db: Db,
  { organizationId, id }: IngestionRunKey,
  assetIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await runStatement<{ id: string }>(db, listKept, [
    organizationId,
    id,
    [...assetIds],
  ]);
  return new Set(rows.map((row) => row.id));
}

const forgetLeft = {
  name: 'ingestion-run-assets-forget-left',
  text: `delete from ingestion_run_assets where organization_id = $1 and run_id = $2 and left_alone is not null`,
};

/** Forgets what an earlier attempt of a run left alone. */
export async function deleteLeftAlone(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
): Promise<void> {
  await runStatement(tx, forgetLeft, [organizationId, id]);
}

const restore = {
  name: 'ingested-assets-restore',
  text: `with input as (
      select * from unnest($4::text[], $5::json[], $6::bytea[]) as i(asset_id, path, content_hash)),
    released as (
      delete from ingested_assets a using input i
      where a.organization_id = $1 and a.asset_id = i.asset_id and i.content_hash is null),
    changed as (
      update ingested_assets a set content_hash = i.content_hash, run_id = $3
      from input i where a.organization_id = $1 and a.asset_id = i.asset_id and i.content_hash is not null
      returning a.asset_id)
    insert into ingested_assets (organization_id, integration_id, asset_id, path, content_hash, run_id)
    select $1, $2, i.asset_id, array(select json_array_elements_text(i.path)), i.content_hash, $3
    from input i where i.path is not null and i.content_hash is not null and i.asset_id not in (select asset_id from changed)`,
};

/** What the scan before a run said of an asset. */
export type FormerScan = { id: string; path: string[] | null; contentHash: Buffer | null };

/** Puts back what the scan before a run said of its assets; those of no integration then are of none again. */
export async function restoreIngested(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  integrationId: string,
  assets: readonly FormerScan[],
): Promise<void> {
  await runStatement(tx, restore, [
    organizationId,
    integrationId,
    id,
    assets.map((asset) => asset.id),
    assets.map(({ path }) => path && JSON.stringify(path)),
    assets.map(({ contentHash }) => contentHash),
  ]);
}

const restoreTags = {
  name: 'asset-tags-restore',
  text: `insert into asset_tags (organization_id, asset_id, tag_id)
    select a.organization_id, a.asset_id, t.id
    from ingestion_run_assets a cross join unnest(a.tags) as t(id)
    where a.organization_id = $1 and a.run_id = $2 and a.asset_id = any($3) and exists (
      select 1 from documents d where d.organization_id = $1 and d.kind = 'tag' and d.id = t.id)
    on conflict do nothing`,
};

/** Assigns again the tags of assets that a run had removed, as far as the tags still exist. */
export async function restoreAssetTags(
  tx: Tx,
  { organizationId, id }: IngestionRunKey,
  assetIds: readonly string[],
): Promise<void> {
  await runStatement(tx, restoreTags, [organizationId, id, [...assetIds]]);
}
