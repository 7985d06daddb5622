import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { worstResult } from './quality.ts';

/** One matching document; a product has the classifications and the worst test of the contracts that it offers. */
export type Hit = {
  kind: string;
  id: string;
  name: string;
  description: string;
  ownerId: string | null;
  ownerName: string | null;
  status: string | null;
  version: string | null;
  tags: string[];
  portTypes: string[] | null;
  classifications: string[] | null;
  updatedAt: Date;
  result: string | null;
  checkCount: number | null;
  failedChecks: number | null;
  testedAt: Date | null;
  /** Where the next page begins after this hit. */
  first: number;
  second: number;
};

/** Where a page begins: after the hit with these values of the order. */
export type HitPosition = Pick<Hit, 'first' | 'second' | 'id' | 'kind'>;

export type HitPage = { size: number; after: HitPosition | undefined; order: HitOrder };

/**
 * `relevance`: exact names, then the rank of the words; with an empty query products first, and what changed last. All documents
 * that a sentence like "all contracts" asks for are equally relevant.
 */
export type HitOrder = 'relevance' | '-updatedAt';

const newestFirst = `-(extract(epoch from d.updated_at) * 1000)::float8`;
const kindsFirst = `array_position(array['data-product', 'data-contract'], d.kind)`;

/** Two numbers by which hits are ordered, both ascending; ties are broken by id and kind. */
function orderOf(
  db: Db,
  { rank, text }: { rank: string | undefined; text: string },
  order: HitOrder,
): { first: Knex.Raw; second: Knex.Raw } {
  if (order === '-updatedAt') return { first: db.raw('0'), second: db.raw(newestFirst) };
  if (rank === undefined && text.trim() !== '')
    return { first: db.raw('0'), second: db.raw('0::float8') };
  if (rank === undefined) {
    return { first: db.raw(`coalesce(${kindsFirst}, 3)`), second: db.raw(newestFirst) };
  }
  const isCalled = 'case when lower(?) in (lower(d.name), lower(d.id)) then 0 else 1 end';
  return {
    first: db.raw(isCalled, [text]),
    second: db.raw('(-ts_rank(d.search, ?::tsquery))::float8', [rank]),
  };
}

/** The contracts behind a hit: the contract itself, or those that a product offers. */
const contracts = `
  select best.id as contract where best.kind = 'data-contract'
  union all
  select f.target_id from document_references f
  where best.kind = 'data-product' and f.organization_id = best.organization_id and f.kind = best.kind and f.id = best.id
    and f.role = 'output-port' and f.target_kind = 'data-contract'`;

const quality = `left join lateral (
  select ${worstResult('q.result')} as result, sum(q.check_count)::int as checks, sum(q.failed_checks)::int as failed,
    max(q.timestamp_start) as tested_at
  from (${contracts}) o join contract_quality q on q.organization_id = best.organization_id and q.data_contract_id = o.contract
  ) tests on true`;

const classified = `left join lateral (
  select array_agg(distinct value order by value) as classifications
  from (${contracts}) o
  join documents c on c.organization_id = best.organization_id and c.kind = 'data-contract' and c.id = o.contract
  cross join lateral unnest(c.classifications) as value) classes on true`;

/** Joins only the best hits with what they show: a search may match every document. Reads one hit more than the page has. */
export async function readHits(
  db: Db,
  found: { matching: Knex.QueryBuilder; rank: string | undefined; text: string },
  { size, after, order }: HitPage,
): Promise<Hit[]> {
  if (size === 0) return [];
  const ordered = found.matching
    .select('d.organization_id', 'd.kind', 'd.id')
    .select(orderOf(db, found, order));
  const best = db
    .from(ordered.as('ordered'))
    .orderByRaw('first, second, id, kind')
    .limit(size + 1);
  if (after) {
    const position = [after.first, after.second, after.id, after.kind];
    void best.whereRaw('(first, second, id, kind) > (?::int, ?::float8, ?, ?)', position);
  }
  return db
    .from(best.as('best'))
    .join('documents as d', (on) => {
      on.on('d.organization_id', 'best.organization_id').andOn('d.kind', 'best.kind');
      on.andOn('d.id', 'best.id');
    })
    .leftJoin('documents as t', (on) => {
      on.on('t.organization_id', 'd.organization_id').andOn('t.kind', 'd.owner_kind');
      on.andOn('t.id', 'd.owner_id');
    })
    .joinRaw(quality)
    .joinRaw(classified)
    .select<Hit[]>('d.kind', 'd.id', 'd.name', 'd.description', 'd.status', 'd.version', 'd.tags')
    .select({ portTypes: 'd.port_types', updatedAt: 'd.updated_at', ownerId: 'd.owner_id' })
    .select({ ownerName: 't.name', classifications: 'classes.classifications' })
    .select({ result: 'tests.result', checkCount: 'tests.checks', failedChecks: 'tests.failed' })
    .select({ testedAt: 'tests.tested_at', first: 'best.first', second: 'best.second' })
    .orderByRaw('best.first, best.second, best.id, best.kind');
}

const listBodies = {
  name: 'search-hits-bodies',
  text: `select k.n::int as n, r.body::text as body
    from unnest($2::text[], $3::text[]) with ordinality as k(kind, id, n)
    cross join lateral (
      select body from document_revisions
      where organization_id = $1 and kind = k.kind and id = k.id order by revision desc limit 1) r
    where octet_length(r.body::text) <= $4`,
};

/** Texts of some hits, by their place in the list; longer ones than `maxBytes` are left out. */
export async function listHitBodies(
  db: Db,
  organizationId: OrganizationId,
  hits: readonly Pick<Hit, 'kind' | 'id'>[],
  maxBytes: number,
): Promise<Map<number, string>> {
  if (hits.length === 0) return new Map();
  const rows = await runStatement<{ n: number; body: string }>(db, listBodies, [
    organizationId,
    hits.map(({ kind }) => kind),
    hits.map(({ id }) => id),
    maxBytes,
  ]);
  return new Map(rows.map(({ n, body }) => [n - 1, body]));
}
