import type { LeftAlone, RunChange } from '../../../domain/ingestion/run-changes.ts';
import type { Db } from '../../connect.ts';
import { partPattern } from '../../fragments/part-pattern.ts';
import { runStatement } from '../../statement.ts';
import type { IngestionRunKey } from '../../tables/ingestion/runs.ts';

/** Which assets of a run; all given filters must hold. */
export type RunAssetFilter = {
  /** Part of the id, which contains the path; case does not matter. */
  q: string | undefined;
  change: RunChange | undefined;
  leftAlone: boolean | undefined;
  why: LeftAlone | undefined;
};

/** An asset that a run changed, or left alone. */
export type RunAsset = {
  id: string;
  name: string;
  change: RunChange;
  beforeRevision: number | null;
  revision: number | null;
  leftAlone: LeftAlone | null;
  /** Newest revision of the asset, with its author, if it is not of the run. */
  since: { revision: number; principal: string; at: string } | null;
  ports: { dataProductId: string; dataProductName: string; outputPortId: string | null }[];
};

const filtered = `a.organization_id = $1 and a.run_id = $2 and not (a.change = 'removed' and a.before_revision is null and a.left_alone is null)
    and ($3::text is null or a.asset_id ilike $3) and ($4::text is null or a.change = $4)
    and ($5::boolean is null or (a.left_alone is not null) = $5) and ($6::text is null or a.left_alone = $6)`;

const list = {
  name: 'run-assets-list',
  text: `with page as materialized (
      select a.* from ingestion_run_assets a
      where ${filtered} and ($7::text is null or a.asset_id > $7) order by a.asset_id limit $8 offset $9)
    select a.asset_id as id, coalesce(d.name, last.name, a.asset_id) as name, a.change, a.before_revision as "beforeRevision",
      a.revision, a.left_alone as "leftAlone",
      case when last.revision <> coalesce(a.revision, a.before_revision)
        then jsonb_build_object('revision', last.revision, 'principal', last.principal, 'at', last.at) end as since,
      coalesce(p.ports, '[]') as ports
    from page a
    left join documents d on d.organization_id = $1 and d.kind = 'asset' and d.id = a.asset_id
    left join lateral (
      select r.revision, r.principal, r.at, (
          select b.body->'info'->>'name' from document_revisions b
          where d.id is null and b.organization_id = $1 and b.kind = 'asset' and b.id = a.asset_id and b.body is not null
          order by b.revision desc limit 1) as name
      from document_revisions r where r.organization_id = $1 and r.kind = 'asset' and r.id = a.asset_id
      order by r.revision desc limit 1) last on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('dataProductId', u.product, 'dataProductName', t.name, 'outputPortId', u.port)
        order by u.product, u.port nulls first) as ports
      from (
        select data_product_id as product, nullif(output_port_id, '') as port from asset_assignments
        where organization_id = $1 and asset_id = a.asset_id
        union
        select id, null from document_references
        where organization_id = $1 and kind = 'data-product' and role = 'asset' and target_kind = 'asset'
          and target_id = a.asset_id) u
      join documents t on t.organization_id = $1 and t.kind = 'data-product' and t.id = u.product) p on true
    order by a.asset_id`,
};

/** A page of the assets of a run in the order of their ids. */
export function listRunAssets(
  db: Db,
  key: IngestionRunKey,
  filter: RunAssetFilter,
  page: { after: string | undefined; limit: number; offset: number },
): Promise<RunAsset[]> {
  const { after, limit, offset } = page;
  return runStatement<RunAsset>(db, list, [...valuesOf(key, filter), after, limit, offset]);
}

const count = {
  name: 'run-assets-count',
  text: `select count(*)::int as count from ingestion_run_assets a where ${filtered}`,
};

/** The number of assets of a run that match the filter. */
export async function countRunAssets(
  db: Db,
  key: IngestionRunKey,
  filter: RunAssetFilter,
): Promise<number> {
  const [row] = await runStatement<{ count: number }>(db, count, valuesOf(key, filter));
  return row?.count ?? 0;
}

function valuesOf(
  { organizationId, id }: IngestionRunKey,
  { q, change, leftAlone, why }: RunAssetFilter,
): unknown[] {
  return [organizationId, id, partPattern(q), change, leftAlone, why];
}
