import { metadataSource } from '../../../domain/ingestion/asset-document.ts';
import type { AssetPath } from '../../../domain/ingestion/scanned-asset.ts';
import { newId } from '../../../lib/ids.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { eventColumns } from '../documents/events.ts';
import type { IntegrationKey } from './integrations.ts';

/** The stored state under the id of a scanned asset; members are null where nothing is stored. */
export type KnownAsset = {
  id: string;
  /** Null when no such asset exists. */
  revision: number | null;
  edition: number | null;
  /** Null when the asset belongs to no integration. */
  integrationId: string | null;
  n: number | null;
  contentHash: Buffer | null;
  runId: string | null;
};

const find = {
  name: 'ingested-assets-find',
  text: `select d.id, d.revision, d.edition, i.integration_id as "integrationId", i.n, i.content_hash as "contentHash",
      i.run_id as "runId"
    from documents d left join ingested_assets i on i.organization_id = d.organization_id and i.asset_id = d.id
    where d.organization_id = $1 and d.kind = 'asset' and d.id = any($2)`,
};

/** The stored states of these assets; assets that do not exist are left out. */
export function listKnownAssets(
  db: Db,
  { organizationId }: Pick<IntegrationKey, 'organizationId'>,
  ids: readonly string[],
): Promise<KnownAsset[]> {
  return runStatement<KnownAsset>(db, find, [organizationId, [...ids]]);
}

const findFormer = {
  name: 'ingested-assets-find-former',
  text: `select d.id from documents d
    join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
    where d.organization_id = $1 and d.kind = 'asset' and d.id = any($3)
      and r.body->'info'->>'metadataSource' = $4 and r.body->'info'->>'metadataSourceId' = $2`,
};

/** The unowned assets among these that an integration with this id stored before it was deleted. */
export async function listFormerAssets(
  db: Db,
  { organizationId, id }: IntegrationKey,
  assetIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const values = [organizationId, id, [...assetIds], metadataSource];
  const rows = await runStatement<{ id: string }>(db, findFormer, values);
  return new Set(rows.map((row) => row.id));
}

const paths = {
  name: 'ingested-assets-paths',
  text: `select i.path from ingested_assets i
    join documents d on d.organization_id = i.organization_id and d.kind = 'asset' and d.id = i.asset_id
    join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
    where i.organization_id = $1 and i.integration_id = $2 and r.body->'info'->>'type' <> all($3::text[])
    order by i.n limit $4`,
};

/** Names on the platform of up to `limit` assets of an integration, but for those of the types of containers. */
export async function listDatasetPaths(
  db: Db,
  { organizationId, id }: IntegrationKey,
  containers: readonly string[],
  limit: number,
): Promise<string[][]> {
  const values = [organizationId, id, containers, limit];
  const rows = await runStatement<{ path: string[] }>(db, paths, values);
  return rows.map(({ path }) => path);
}

const bodies = {
  name: 'ingested-assets-bodies',
  text: `select r.id, r.revision, r.body::text as body from unnest($2::text[], $3::int[]) as asked(id, revision)
    join document_revisions r on r.organization_id = $1 and r.kind = 'asset' and r.id = asked.id and r.revision = asked.revision`,
};

/** The bodies of assets at their revisions, by id. */
export async function readAssetBodies(
  db: Db,
  { organizationId }: Pick<IntegrationKey, 'organizationId'>,
  assets: readonly { id: string; revision: number }[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await runStatement<{ id: string; body: string }>(db, bodies, [
    organizationId,
    assets.map(({ id }) => id),
    assets.map(({ revision }) => revision),
  ]);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

const upsert = {
  name: 'ingested-assets-upsert',
  text: `with input as (
      select * from unnest($3::text[], $4::json[], $5::bytea[]) as i(asset_id, path, content_hash)),
    changed as (
      update ingested_assets a set content_hash = i.content_hash, run_id = $6,
        path = array(select json_array_elements_text(i.path))
      from input i where a.organization_id = $1 and a.asset_id = i.asset_id
      returning a.asset_id, a.n),
    added as (
      insert into ingested_assets (organization_id, integration_id, asset_id, path, content_hash, run_id)
      select $1, $2, i.asset_id, array(select json_array_elements_text(i.path)), i.content_hash, $6
      from input i where i.asset_id not in (select asset_id from changed)
      returning asset_id, n)
    select asset_id as id, n from changed union all select asset_id, n from added`,
};

/** Records the assets that a run wrote for its integration; returns their numbers by id. */
export async function noteIngested(
  tx: Tx,
  { organizationId, id }: IntegrationKey,
  runId: string,
  assets: readonly { id: string; path: AssetPath; contentHash: Buffer }[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await runStatement<{ id: string; n: number }>(tx, upsert, [
    organizationId,
    id,
    assets.map((asset) => asset.id),
    assets.map(({ path }) => JSON.stringify(path)),
    assets.map(({ contentHash }) => contentHash),
    runId,
  ]);
  return new Map(rows.map((row) => [row.id, row.n]));
}

/** An asset of an integration, with the number by which a run marks it as seen. */
export type OwnedAsset = { n: number; id: string; path: string[] };

const listOwned = {
  name: 'ingested-assets-list-owned',
  text: `select n, asset_id as id, path from ingested_assets
    where organization_id = $1 and integration_id = $2 and n > $3 order by n limit $4`,
};

/** A page of the assets of an integration after a number, in the order of their numbers. */
export function listOwnedAssets(
  db: Db,
  { organizationId, id }: IntegrationKey,
  after: number,
  limit: number,
): Promise<OwnedAsset[]> {
  return runStatement<OwnedAsset>(db, listOwned, [organizationId, id, after, limit]);
}

const remove = {
  name: 'ingested-assets-remove',
  text: `with owned as (
      select i.asset_id, i.path, i.content_hash,
        array(select t.tag_id from asset_tags t where t.organization_id = $1 and t.asset_id = i.asset_id) as tags
      from ingested_assets i join unnest($3::text[]) as asked(id) on asked.id = i.asset_id
      where i.organization_id = $1 and i.integration_id = $2
        and not exists (select 1 from asset_assignments a where a.organization_id = $1 and a.asset_id = i.asset_id)
        and not exists (select 1 from document_references r where r.organization_id = $1 and r.target_kind = 'asset'
          and r.target_id = i.asset_id and r.role = 'asset')),
    deleted as (
      delete from documents d using owned o
      where d.organization_id = $1 and d.kind = 'asset' and d.id = o.asset_id
      returning d.id, d.revision + 1 as revision),
    mark as (
      insert into document_revisions (organization_id, kind, id, revision, edition, at, principal)
      select $1, 'asset', deleted.id, deleted.revision, 0, $5, $4 from deleted),
    noted as (
      insert into ingestion_run_assets (organization_id, run_id, asset_id, change, before_revision, revision, path, content_hash, tags)
      select $1, $9, o.asset_id, 'removed', deleted.revision - 1, deleted.revision, o.path, o.content_hash, nullif(o.tags, '{}')
      from deleted join owned o on o.asset_id = deleted.id
      on conflict (organization_id, run_id, asset_id) do update set change = excluded.change, revision = excluded.revision,
        path = excluded.path, tags = excluded.tags),
    event as (
      insert into events ${eventColumns}
      select $1, e.event_id, $8, 'asset', deleted.id, deleted.revision, $4, null, true,
        json_build_object('id', deleted.id, 'timestamp', $7::text), $5, null
      from deleted join unnest($3::text[], $6::uuid[]) as e(id, event_id) on e.id = deleted.id
      order by deleted.id)
    select id from deleted`,
};

/**
 * Deletes assets of an integration in one statement, each with its event, as single DELETE requests would;
 * assets in use by a data product stay. The run keeps what an undo needs. Returns the ids of the deleted assets.
 */
export async function removeIngestedAssets(
  tx: Tx,
  { organizationId, id }: IntegrationKey,
  assetIds: readonly string[],
  cause: { runId: string; principal: string; eventType: string; now: Date },
): Promise<string[]> {
  const { runId, principal, eventType, now } = cause;
  const eventIds = assetIds.map(() => newId());
  const values = [organizationId, id, [...assetIds], principal, now, eventIds];
  const rows = await runStatement<{ id: string }>(tx, remove, [
    ...values,
    now.toISOString(),
    eventType,
    runId,
  ]);
  return rows.map((row) => row.id);
}
