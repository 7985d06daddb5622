import type { TestApi } from '../http/api.ts';

/** The assets of an integration as the catalog has them: texts, owners, tags, references and what the last scan said. */
export async function catalogOf(
  { database }: Pick<TestApi, 'database'>,
  integrationId: string,
): Promise<unknown[]> {
  const { rows } = await database.knex.raw<{ rows: unknown[] }>(
    `select d.id, d.name, d.owner_id, d.status, d.tags, d.search::text, encode(d.content_hash, 'hex') as hash, r.body::text as body,
        r.source, i.path, encode(i.content_hash, 'hex') as scanned, i.integration_id,
        (select array_agg(t.tag_id order by t.tag_id) from asset_tags t
          where t.organization_id = d.organization_id and t.asset_id = d.id) as assigned,
        (select array_agg(f.role || ' ' || f.target_id order by f.role, f.target_id) from document_references f
          where f.organization_id = d.organization_id and f.kind = d.kind and f.id = d.id) as targets
      from documents d
      join document_revisions r using (organization_id, kind, id, revision)
      left join ingested_assets i on i.organization_id = d.organization_id and i.asset_id = d.id
      where d.kind = 'asset' and d.id like ? order by d.id`,
    [`${integrationId}:%`],
  );
  return rows;
}
