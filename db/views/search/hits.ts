import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { worstResult } from '../../worst-result.ts';
import type { Match } from './match.ts';
import { rankOfSome } from './offering.ts';
import type { Offering } from './offering.ts';
import { countsFor } from './product-results.ts';

/** One matching document; a product has the classifications and the worst test of the contracts that it offers. */
export type Hit = {
  kind: string;
  id: string;
  name: string;
  description: string;
  ownerId: string | null;
  ownerName: string | null;
  status: string | null;
  archetype: string | null;
  version: string | null;
  tags: string[];
  portTypes: string[] | null;
  classifications: string[] | null;
  updatedAt: Date;
  result: string | null;
  checkCount: number | null;
  failedChecks: number | null;
  testedAt: Date | null;
  /** Contracts behind the hit that were tested. */
  testedContracts: string[] | null;
  /** Stars of a product; null for other kinds. */
  starCount: number | null;
  /** Whether the reader has starred it. */
  isStarred: boolean;
  /** Where the next page begins after this hit. */
  first: number;
  second: number;
};

/** Where a page begins: after the hit with these values of the order. */
export type HitPosition = Pick<Hit, 'first' | 'second' | 'id' | 'kind'>;

export type HitPage = {
  size: number;
  after: HitPosition | undefined;
  order: HitOrder;
  /** The person who reads, with the e-mail address in lower case; keys may have none. */
  reader: string | undefined;
};

/**
 * `relevance`: exact names, then the kind that a sentence names, then the rank of the words; with an empty query products first, and what changed last. All documents
 * that a sentence like "all contracts" asks for are equally relevant. `starred`: what the reader has starred precedes the rest,
 * but not exact names.
 */
export type HitOrder = 'relevance' | '-updatedAt' | 'starred';

const newestFirst = `-(extract(epoch from d.updated_at) * 1000)::float8`;
const kindsFirst = `array_position(array['data-product', 'data-contract'], d.kind)`;

/** Read once for a query: a person stars few products. */
const starredByReader = `(d.kind = 'data-product' and d.id in (
  select data_product_id from data_product_stars where organization_id = d.organization_id and email = ?))`;

/** SQL of the first number of the order: `otherwise`, or `starred` for what the reader has starred. */
function starredFirst(
  db: Db,
  { order, reader }: HitPage,
  { starred, otherwise }: { starred: number; otherwise: string },
): Knex.Raw {
  if (order !== 'starred' || reader === undefined) return db.raw(otherwise);
  return db.raw(`case when ${starredByReader} then ${starred} else ${otherwise} end`, [reader]);
}

/** What matched, as a query on the documents `d`; `offering` are products that match by their contracts. */
type Found = {
  matching: Knex.QueryBuilder;
  match: Match;
  offering: Offering;
  text: string;
  /** Documents of this kind come first. */
  preferredKind?: string | undefined;
};

/** How well the words fit the document; for a product, or the best of the contracts that it offers. */
function rankOf(db: Db, { rank, lists }: NonNullable<Match>, offering: Offering): Knex.Raw {
  const own = lists ? rankOfSome('d', '?', '?') : 'ts_rank(d.search, ?::tsquery)';
  const values = lists ? [lists.queries, lists.weights] : [rank];
  const bindings = values as unknown as Knex.RawBinding[];
  if (Object.keys(offering).length === 0) return db.raw(own, bindings);
  return db.raw(
    `greatest(${own}, case d.kind when 'data-product' then (?::jsonb->>d.id)::float8 end)`,
    [...bindings, JSON.stringify(offering)],
  );
}

/** Two numbers by which hits are ordered, both ascending; ties are broken by id and kind. */
function orderOf(
  db: Db,
  { match, offering, text, preferredKind = '' }: Found,
  page: HitPage,
): { first: Knex.Raw; second: Knex.Raw } {
  if (page.order === '-updatedAt') return { first: db.raw('0'), second: db.raw(newestFirst) };
  if (match === undefined && text.trim() !== '') {
    const first = starredFirst(db, page, { starred: -1, otherwise: '0' });
    return { first, second: db.raw('0::float8') };
  }
  if (match === undefined) {
    const first = starredFirst(db, page, { starred: 0, otherwise: `coalesce(${kindsFirst}, 3)` });
    return { first, second: db.raw(newestFirst) };
  }
  const others = starredFirst(db, page, { starred: 1, otherwise: '2' });
  return {
    first: db.raw(
      'case when lower(?) in (lower(d.name), lower(d.id)) then 0 when d.kind = ? then 1 else ? end',
      [text, preferredKind, others],
    ),
    second: db.raw('(-(?))::float8', [rankOf(db, match, offering)]),
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
  select ${worstResult(`s.state->>'result'`)} as result, sum((s.state->>'checks')::int)::int as checks,
    sum((s.state->>'failed')::int)::int as failed, to_timestamp(max((s.state->>'at')::float8) / 1000) as tested_at,
    array_agg(distinct o.contract) as contracts
  from (select distinct contract from (${contracts}) offered) o
  join contract_quality q on q.organization_id = best.organization_id and q.data_contract_id = o.contract
  cross join lateral jsonb_each(q.servers) as s(server, state)
  where best.kind <> 'data-product' or ${countsFor('best.id')}
  ) tests on true`;

const classified = `left join lateral (
  select array_agg(distinct value order by value) as classifications
  from (${contracts}) o
  join documents c on c.organization_id = best.organization_id and c.kind = 'data-contract' and c.id = o.contract
  cross join lateral unnest(c.classifications) as value) classes on true`;

const starred = `left join lateral (
  select count(*)::int as count, coalesce(bool_or(s.email = ?), false) as is_mine from data_product_stars s
  where best.kind = 'data-product' and s.organization_id = best.organization_id and s.data_product_id = best.id) stars on true`;

/** Joins only the best hits with what they show: a search may match every document. Reads one hit more than the page has. */
export async function readHits(db: Db, found: Found, page: HitPage): Promise<Hit[]> {
  const { size, after, reader = '' } = page;
  if (size === 0) return [];
  const ordered = found.matching
    .select('d.organization_id', 'd.kind', 'd.id')
    .select(orderOf(db, found, page));
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
    .joinRaw(starred, [reader])
    .select<Hit[]>('d.kind', 'd.id', 'd.name', 'd.description', 'd.status', 'd.version', 'd.tags')
    .select({ portTypes: 'd.port_types', updatedAt: 'd.updated_at', ownerId: 'd.owner_id' })
    .select({
      ownerName: 't.name',
      archetype: 'd.archetype',
      classifications: 'classes.classifications',
    })
    .select({ result: 'tests.result', checkCount: 'tests.checks', failedChecks: 'tests.failed' })
    .select({ testedContracts: 'tests.contracts', isStarred: 'stars.is_mine' })
    .select({ starCount: db.raw(`case d.kind when 'data-product' then stars.count end`) })
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
