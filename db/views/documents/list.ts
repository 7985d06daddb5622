import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { filterDocuments, resolveFilter } from './filter.ts';
import type { DocumentFilter } from './filter.ts';

type Scope = { organizationId: OrganizationId; kind: string };

/** Sort orders of a list as SQL; the expressions are those of indexes, and ties are broken by id. */
const sortColumns = {
  createdAt: 'd.created_at',
  updatedAt: 'd.updated_at',
  id: 'd.id',
  name: 'left(lower(d.name), 100) collate "C"',
  status: `coalesce(left(lower(d.status), 100), '') collate "C"`,
} as const;

export type SortField = keyof typeof sortColumns;
export type Sort = { field: SortField; descending: boolean };

/** Fields that a list can be ordered by. */
export const sortFields = Object.keys(sortColumns) as SortField[];

/** The position where a page continues: after this document, whose sort field had `value` when it was shown. */
export type Position = { id: string; value: string | Date };

export type ListPage = {
  size: number;
  offset: number;
  after: Position | undefined;
  /** True to read the dates and the revision of each document, too. */
  dated?: boolean;
};

/** Maximum size of a page in bytes; the rest follows on the next page. */
const maxPageBytes = 64 * 1024 * 1024;

/** Revision and dates of a document; `updatedAt` is when the current revision was written. */
export type Dates = { revision: number; createdAt: Date; updatedAt: Date };

export type DocumentPage = {
  /** With dates only if the page is `dated`. */
  documents: ({ id: string; body: string } & Partial<Dates>)[];
  /** Position of the last document. */
  last: Position | undefined;
  more: boolean;
  /** True if the page holds fewer documents than requested because they are large. */
  cut: boolean;
};

type Row = { id: string; value: string | Date; body: string; found: number } & Partial<Dates>;

/** Sources of the documents of one page in the order of `sort`, and whether more follow. */
export async function listDocuments(
  db: Db,
  scope: Scope,
  filter: DocumentFilter,
  { sort, page }: { sort: Sort; page: ListPage },
): Promise<DocumentPage> {
  const column = sortColumns[sort.field];
  const direction = sort.descending ? 'desc' : 'asc';
  const resolved = await resolveFilter(db, scope.organizationId, filter);
  const heads = filterDocuments(db, scope.organizationId, resolved)
    .where('d.kind', scope.kind)
    // Always true; it makes the indexes of lists applicable.
    .whereRaw(`d.id <> ''`)
    .select('d.organization_id', 'd.kind', 'd.id', db.raw(`${column} as value`))
    .orderByRaw(`${column} ${direction}, d.id ${direction}`)
    .limit(page.size + 1)
    .offset(page.offset);
  if (page.after) {
    const { id, value } = page.after;
    void heads.whereRaw(`(${column}, d.id) ${sort.descending ? '<' : '>'} (?, ?)`, [value, id]);
  }
  // Joined after the limit: skipped rows are read from the index only, never with their text.
  const texts = db
    .from(heads.as('h'))
    .joinRaw(newestText)
    .select('h.id', 'h.value', db.raw('r.body::text as body'));
  if (page.dated) void texts.joinRaw(headAgain).select(dates);
  const whole = `over (order by value ${direction}, id ${direction})`;
  const sized = db
    .select('page.*', db.raw(`sum(octet_length(body)) ${whole} as total`))
    .select(db.raw(`row_number() ${whole} as position, count(*) over () as found`))
    .from(texts.as('page'));
  const rows = await db
    .select<Row[]>('id', 'value', 'body', 'found', ...(page.dated ? Object.keys(dates) : []))
    .from(sized.as('sized'))
    .where('total', '<=', maxPageBytes)
    .orWhere('position', 1)
    .orderBy('position');
  return toPage(rows, page.size);
}

/** Dates are not in the indexes of lists, so they are read after the limit. */
const headAgain = `join documents d2
  on d2.organization_id = h.organization_id and d2.kind = h.kind and d2.id = h.id`;
const dates = { revision: 'd2.revision', createdAt: 'd2.created_at', updatedAt: 'd2.updated_at' };

/** The newest revision of a head: one step in the index, however many revisions there are. */
const newestText = `cross join lateral (
  select body from document_revisions
  where organization_id = h.organization_id and kind = h.kind and id = h.id order by revision desc limit 1) r`;

function toPage(rows: readonly Row[], size: number): DocumentPage {
  const shown = rows.slice(0, size);
  const found = rows[0]?.found ?? 0;
  const last = shown.at(-1);
  return {
    documents: shown,
    last: last && { id: last.id, value: last.value },
    more: found > shown.length,
    cut: shown.length < Math.min(size, found),
  };
}

/** A document's current value of the sort field; undefined when it does not exist. */
export async function findSortValue(
  db: Db,
  scope: Scope,
  id: string,
  field: SortField,
): Promise<string | Date | undefined> {
  const row = await db('documents as d')
    .where({ 'd.organization_id': scope.organizationId, 'd.kind': scope.kind, 'd.id': id })
    .first<{ value: string | Date } | undefined>(db.raw(`${sortColumns[field]} as value`));
  return row?.value;
}

/** Number of documents that match the filter; only computed on request. */
export async function countDocuments(
  db: Db,
  scope: Scope,
  filter: DocumentFilter,
): Promise<number> {
  const resolved = await resolveFilter(db, scope.organizationId, filter);
  const [row] = await filterDocuments(db, scope.organizationId, resolved)
    .where('d.kind', scope.kind)
    .count<{ count: number }[]>({ count: '*' });
  return row?.count ?? 0;
}
