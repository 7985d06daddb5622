import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** A document's texts as stored. */
export type ExportedDocument = { id: string; body: string; source: string | null };

type Scope = { organizationId: OrganizationId; kind: string };

const documentsAtOnce = 200;

/** Maximum size of a page in bytes, unless its first document alone is larger. */
const maxPageBytes = 8 * 1024 * 1024;

/**
 * Limits a page by size; `n` is the order of the rows. With `limit 1` each document is looked up by its key: right after a large import
 * Postgres has no statistics yet, and a join would read all documents for each page.
 */
const fitting = `sized as (
      select wanted.n, r.id, r.body, r.source,
        sum(octet_length(r.body) + coalesce(octet_length(r.source), 0)) over (order by wanted.n) as total,
        row_number() over (order by wanted.n) as position
      from wanted cross join lateral (
        select r.id, r.body::text as body, r.source from documents d
          join document_revisions r
            on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id and r.revision = d.revision
          where d.organization_id = $1 and d.kind = $2 and d.id = wanted.id limit 1) r)
    select n::int as n, id, body, source from sized
    where total <= ${maxPageBytes} or position = 1 order by sized.n`;

const nextPage = {
  name: 'document-export-page',
  text: `with wanted as (
      select id, row_number() over (order by id) as n from (
        select id from documents where organization_id = $1 and kind = $2 and id > $3 order by id limit $4) page),
    ${fitting}`,
};

/** Documents of a kind after the given id, in the order of their ids; empty at the end. */
export function listExportPage(db: Db, scope: Scope, after: string): Promise<ExportedDocument[]> {
  const { organizationId, kind } = scope;
  return runStatement(db, nextPage, [organizationId, kind, after, documentsAtOnce]);
}

const readAll = {
  name: 'document-export-read',
  text: `with wanted as (select * from unnest($3::text[]) with ordinality as w(id, n)), ${fitting}`,
};

/**
 * The first of these documents, in this order; `read` is the number of processed ids, including deleted
 * documents.
 */
export async function listExportOf(
  db: Db,
  { organizationId, kind }: Scope,
  ids: readonly string[],
): Promise<{ documents: ExportedDocument[]; read: number }> {
  const wanted = ids.slice(0, documentsAtOnce);
  type Row = ExportedDocument & { n: number };
  const documents = await runStatement<Row>(db, readAll, [organizationId, kind, wanted]);
  return { documents, read: documents.at(-1)?.n ?? wanted.length };
}

const listTree = {
  name: 'document-export-tree',
  text: `with recursive tree as (
      select id, 0 as depth from documents where organization_id = $1 and kind = $2 and owner_id is null
      union all
      select d.id, tree.depth + 1 from tree
        join documents d on d.organization_id = $1 and d.kind = $2 and d.owner_id = tree.id)
    select id from tree order by depth, id`,
};

/** Ids of all documents of a kind that forms a tree, parents before their children. */
export async function listTreeOrder(db: Db, { organizationId, kind }: Scope): Promise<string[]> {
  const rows = await runStatement<{ id: string }>(db, listTree, [organizationId, kind]);
  return rows.map(({ id }) => id);
}
