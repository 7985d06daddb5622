import type { Knex } from 'knex';
import type { DocumentReference } from '../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { Db } from '../connect.ts';

/** Filters of a list; all given ones must hold. */
export type DocumentFilter = {
  /** Words of id, name and description; every one must occur, the last as a prefix. */
  q?: string | undefined;
  ownerIds?: readonly string[] | undefined;
  tag?: string | undefined;
  status?: string | undefined;
  /** Teams that have this person as a direct member, whatever the case. */
  memberEmail?: string | undefined;
  /** Documents of the team with this id, or of one with this name. */
  ownerIdOrName?: string | undefined;
  /** Documents that name all of these. */
  naming?: DocumentReference[] | undefined;
};

/** `cut`: the page holds fewer than asked for because they are large. */
export type DocumentPage = {
  documents: { id: string; body: string }[];
  lastId: string | undefined;
  more: boolean;
  cut: boolean;
};

export type ListPage = { size: number; offset: number; after: string | undefined };

/** A page ends before it would be larger than this; the rest follows on the next one. */
const longestPage = 64 * 1024 * 1024;

/**
 * Texts of the documents of one page in the order of their ids, and whether more follow.
 */
export async function listDocuments(
  db: Db,
  scope: { organizationId: OrganizationId; kind: string },
  filter: DocumentFilter,
  page: ListPage,
): Promise<DocumentPage> {
  const query = filtered(db, scope, filter)
    .join('document_revisions as r', (on) => {
      on.on('r.organization_id', 'd.organization_id').andOn('r.kind', 'd.kind');
      on.andOn('r.id', 'd.id').andOn('r.revision', 'd.revision');
    })
    .select('d.id', db.raw('r.body::text as body'))
    .orderBy('d.id')
    .limit(page.size + 1)
    .offset(page.offset);
  if (page.after !== undefined) void query.where('d.id', '>', page.after);
  const sized = db
    .select('page.*', db.raw('sum(octet_length(body)) over (order by id) as total'))
    .select(db.raw('row_number() over (order by id) as position, count(*) over () as found'))
    .from(query.as('page'));
  const rows = await db
    .select<{ id: string; body: string; found: number }[]>('id', 'body', 'found')
    .from(sized.as('sized'))
    .where('total', '<=', longestPage)
    .orWhere('position', 1)
    .orderBy('id');
  const shown = rows.slice(0, page.size);
  return {
    documents: shown,
    lastId: shown.at(-1)?.id,
    more: (rows[0]?.found ?? 0) > shown.length,
    cut: shown.length < Math.min(page.size, rows[0]?.found ?? 0),
  };
}

/** How many documents the filter holds for; only asked for when a client wants to know. */
export async function countDocuments(
  db: Db,
  scope: { organizationId: OrganizationId; kind: string },
  filter: DocumentFilter,
): Promise<number> {
  const [row] = await filtered(db, scope, filter).count<{ count: number }[]>({ count: '*' });
  return row?.count ?? 0;
}

function filtered(
  db: Db,
  scope: { organizationId: OrganizationId; kind: string },
  filter: DocumentFilter,
): Knex.QueryBuilder {
  const query = db('documents as d').where({
    'd.organization_id': scope.organizationId,
    'd.kind': scope.kind,
  });
  const words = filter.q === undefined ? undefined : searchExpression(filter.q);
  if (words !== undefined) void query.whereRaw(`d.search @@ to_tsquery('simple', ?)`, [words]);
  if (filter.ownerIds?.length) void query.whereIn('d.owner_id', [...filter.ownerIds]);
  if (filter.tag !== undefined) void query.whereRaw('? = any(d.tags)', [filter.tag]);
  if (filter.status !== undefined) void query.where('d.status', filter.status);
  if (filter.memberEmail !== undefined) void query.whereRaw(memberOfTeam, [filter.memberEmail]);
  narrow(query, filter);
  return query;
}

/** Filters that only some kinds have. */
function narrow(query: Knex.QueryBuilder, { ownerIdOrName, naming }: DocumentFilter): void {
  if (ownerIdOrName !== undefined)
    void query.whereRaw(ownedByIdOrName, [ownerIdOrName, ownerIdOrName]);
  for (const { role, kind, id } of naming ?? []) {
    void query.whereRaw(namingAnother, [role, kind, id]);
  }
}

const ownedByIdOrName = `(d.owner_id = ? or exists (
  select 1 from documents o where o.organization_id = d.organization_id and o.kind = 'team' and o.id = d.owner_id
    and o.name = ?))`;

const namingAnother = `exists (
  select 1 from document_references f where f.organization_id = d.organization_id and f.kind = d.kind and f.id = d.id
    and f.role = ? and f.target_kind = ? and f.target_id = ?)`;

const memberOfTeam = `exists (
  select 1 from document_revisions m, json_array_elements(
    case json_typeof(m.body->'members') when 'array' then m.body->'members' else '[]' end) as member
  where m.organization_id = d.organization_id and m.kind = d.kind and m.id = d.id and m.revision = d.revision
    and lower(member->>'emailAddress') = lower(?))`;

/** Turns what a person typed into a tsquery in which every word is quoted, so that operators are only text. */
function searchExpression(q: string): string | undefined {
  const words = q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return undefined;
  return words
    .map((word, index) => {
      const quoted = `'${word.replaceAll('\\', '').replaceAll("'", "''")}'`;
      return index === words.length - 1 ? `${quoted}:*` : quoted;
    })
    .join(' & ');
}
