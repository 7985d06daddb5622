import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { WeightedQueries } from './match.ts';

/** The products that offer a contract with the words, by their id: how well the best of these contracts fits. */
export type Offering = Readonly<Record<string, number>>;

/** Words that more contracts have say little about a product. */
const maxContracts = 2_000;

/** SQL: how well a document with some of the words fits; the weights of the words that it has count most, then where they occur. */
export const rankOfSome = (document: string, queries: string, weights: string): string =>
  `(select coalesce(sum(k.weight * (1 + ts_rank(${document}.search, k.query))), 0)
    from unnest(${queries}::text[]::tsquery[], ${weights}::float8[]) as k(query, weight) where ${document}.search @@ k.query)`;

// `offset 0` makes Postgres begin with the word index, as in corrections.ts.
const statementOf = (name: string, rank: string) => ({
  name,
  text: `with few as materialized (
      select id, search from (
        select organization_id, kind, id, search from documents where search @@ $2::tsquery offset 0) d
      where organization_id = $1 and kind = 'data-contract' limit ${maxContracts + 1}),
    offering as (
      select f.id, max(${rank})::float8 as rank
      from few join document_references f on f.organization_id = $1 and f.target_kind = 'data-contract' and f.target_id = few.id
        and f.role = 'output-port' and f.kind = 'data-product'
      where (select count(*) from few) <= ${maxContracts} and few.search @@ $3::tsquery
      group by f.id)
    select exists (select 1 from few) as "hasContracts", (select jsonb_object_agg(id, rank) from offering) as offering`,
});
const listOffering = statementOf('search-offering', 'ts_rank(few.search, $2::tsquery)');
const listOfferingSome = statementOf('search-offering-some', rankOfSome('few', '$4', '$5'));

type OfferingRow = { hasContracts: boolean; offering: Offering | null };

/**
 * Products that offer a contract with the words in its name or its fields; none if more than 2,000 contracts have the words. Also
 * whether a contract has the words anywhere.
 */
export async function readOffering(
  db: Db,
  organizationId: OrganizationId,
  { rank, parts, lists }: { rank: string; parts: string; lists?: WeightedQueries | undefined },
): Promise<{ offering: Offering; hasContracts: boolean }> {
  const values = [organizationId, rank, parts, ...(lists ? [lists.queries, lists.weights] : [])];
  const statement = lists ? listOfferingSome : listOffering;
  const [row] = await runStatement<OfferingRow>(db, statement, values);
  return { offering: row?.offering ?? {}, hasContracts: row?.hasContracts === true };
}

/**
 * Adds the condition that a document `d` has the words, or is a product that offers a contract with them. Behind `select` Postgres does
 * not look at each product to estimate how many there are, which took longer than to read them.
 */
export function whereWords(query: Knex.QueryBuilder, where: string, offering: Offering): void {
  const products = Object.keys(offering);
  if (products.length === 0) void query.whereRaw('d.search @@ ?::tsquery', [where]);
  else
    void query.whereRaw(
      `(d.search @@ ?::tsquery or (d.kind = 'data-product' and d.id = any((select ?::text[])::text[])))`,
      [where, products] as unknown as Knex.RawBinding[],
    );
}

const listOffered = {
  name: 'search-offered',
  text: `select k.n::int as n, c.id, c.name, c.body
    from unnest($2::text[]) with ordinality as k(product, n)
    cross join lateral (
      select d.id, d.name, case when octet_length(r.body::text) <= $4 then r.body::text end as body
      from document_references f
      join documents d on d.organization_id = $1 and d.kind = 'data-contract' and d.id = f.target_id
      join document_revisions r on r.organization_id = $1 and r.kind = d.kind and r.id = d.id and r.revision = d.revision
      where f.organization_id = $1 and f.kind = 'data-product' and f.id = k.product and f.role = 'output-port'
        and f.target_kind = 'data-contract' and d.search @@ $3::tsquery
      order by ts_rank(d.search, $3::tsquery) desc, d.id limit 1) c`,
};

/** A contract that explains a product; without its text if that is too long. */
export type Offered = { id: string; name: string; body: string | null };

/** For some products, by their place in the list, the contract that they offer and that fits the words best. */
export async function listBestOffered(
  db: Db,
  organizationId: OrganizationId,
  products: readonly string[],
  { parts, maxBytes }: { parts: string; maxBytes: number },
): Promise<Map<number, Offered>> {
  if (products.length === 0) return new Map();
  const values = [organizationId, products, parts, maxBytes];
  const rows = await runStatement<Offered & { n: number }>(db, listOffered, values);
  return new Map(rows.map(({ n, ...offered }) => [n - 1, offered]));
}
