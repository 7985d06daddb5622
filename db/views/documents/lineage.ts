import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';

/** A node of a lineage: a document, which need not exist. */
export type LineageNode = { kind: string; id: string };

/** Data flows from one node to the other; `via` are the contracts of the ports. */
export type LineageLink = { from: LineageNode; to: LineageNode; via: string[] };

export type Direction = 'upstream' | 'downstream';

/** The links of a lineage as a subquery; `$1` is the organization. */
const sources = {
  assets: `select target_kind as from_kind, target_id as from_id, kind as to_kind, id as to_id, null::text as via
    from document_references where organization_id = $1 and kind = 'asset' and role = 'upstream-asset'`,
  products: `select o.kind as from_kind, o.id as from_id, i.kind as to_kind, i.id as to_id, o.target_id as via
    from document_references o
    join document_references i on i.organization_id = o.organization_id and i.target_kind = o.target_kind
      and i.target_id = o.target_id and i.role = 'input-port' and i.kind = 'data-product' and i.id <> o.id
    where o.organization_id = $1 and o.kind = 'data-product' and o.role = 'output-port' and o.target_kind = 'data-contract'
    union all
    select target_kind, target_id, kind, id, null from document_references
    where organization_id = $1 and kind = 'data-product' and role = 'input-port' and target_kind = 'source-system'`,
} as const;

/** `assets` by their relationships, `products` by the contracts of their ports and the source systems that they read. */
export type LineageSource = keyof typeof sources;

type Row = { fromKind: string; fromId: string; toKind: string; toId: string; via?: string[] };

const columns = `from_kind as "fromKind", from_id as "fromId", to_kind as "toKind", to_id as "toId"`;

function neighborsStatement(source: LineageSource, direction: Direction): Statement {
  const near = direction === 'upstream' ? 'to_id' : 'from_id';
  return {
    name: `lineage-${source}-${direction}`,
    text: `select distinct ${columns} from (${sources[source]}) l where ${near} = any($2) order by 1, 2, 3, 4 limit $3`,
  };
}

const toLink = ({ fromKind, fromId, toKind, toId, via = [] }: Row): LineageLink => ({
  from: { kind: fromKind, id: fromId },
  to: { kind: toKind, id: toId },
  via,
});

/** Up to `limit` links to or from nodes with these ids, without the contracts. */
export async function listLineageLinks(
  db: Db,
  organizationId: OrganizationId,
  {
    source,
    direction,
    ids,
  }: { source: LineageSource; direction: Direction; ids: readonly string[] },
  limit: number,
): Promise<LineageLink[]> {
  const statement = neighborsStatement(source, direction);
  const rows = await runStatement<Row>(db, statement, [organizationId, [...ids], limit]);
  return rows.map(toLink);
}

/** All links between nodes with these ids. */
export async function listLinksAmong(
  db: Db,
  organizationId: OrganizationId,
  source: LineageSource,
  ids: readonly string[],
): Promise<LineageLink[]> {
  const among = {
    name: `lineage-${source}-among`,
    text: `select ${columns}, array_remove(array_agg(distinct via order by via), null) as via
      from (${sources[source]}) l where from_id = any($2) and to_id = any($2) group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  };
  const rows = await runStatement<Row>(db, among, [organizationId, [...ids]]);
  return rows.map(toLink);
}

/** The number of direct neighbors of a node in one direction. */
export type NeighborCount = LineageNode & { direction: Direction; count: number };

/** Numbers of direct neighbors of the nodes with these ids; nodes without neighbors are left out. */
export function countNeighbors(
  db: Db,
  organizationId: OrganizationId,
  source: LineageSource,
  ids: readonly string[],
): Promise<NeighborCount[]> {
  const count = {
    name: `lineage-${source}-count`,
    text: `select from_kind as kind, from_id as id, 'downstream' as direction, count(distinct (to_kind, to_id))::int as count
      from (${sources[source]}) l where from_id = any($2) group by 1, 2
      union all
      select to_kind, to_id, 'upstream', count(distinct (from_kind, from_id))::int
      from (${sources[source]}) l where to_id = any($2) group by 1, 2`,
  };
  return runStatement<NeighborCount>(db, count, [organizationId, [...ids]]);
}

/** What the head of a document says about it; the name is null if the document does not exist. */
export type DocumentFact = LineageNode & {
  name: string | null;
  status: string | null;
  ownerId: string | null;
  ownerName: string | null;
};

/** True of documents that exist; some of them have no name. */
export function isKnown({ name, status, ownerId }: DocumentFact): boolean {
  return name !== null || status !== null || ownerId !== null;
}

const facts = {
  name: 'lineage-facts',
  text: `select k.kind, k.id, d.name, d.status, d.owner_id as "ownerId", t.name as "ownerName"
    from unnest($2::text[], $3::text[]) as k(kind, id)
    left join documents d on d.organization_id = $1 and d.kind = k.kind and d.id = k.id
    left join documents t on t.organization_id = $1 and t.kind = 'team' and t.id = d.owner_id`,
};

/** One entry for each of the documents, also for those that do not exist. */
export function listDocumentFacts(
  db: Db,
  organizationId: OrganizationId,
  documents: readonly LineageNode[],
): Promise<DocumentFact[]> {
  if (documents.length === 0) return Promise.resolve([]);
  return runStatement<DocumentFact>(db, facts, [
    organizationId,
    documents.map(({ kind }) => kind),
    documents.map(({ id }) => id),
  ]);
}
