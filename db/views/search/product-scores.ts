import type { OrganizationId } from '../../../domain/principal.ts';
import {
  maxTestAgeDays,
  minDescribedPercent,
  scoreRules,
} from '../../../domain/scores/score-rules.ts';
import type { ScoreCounts } from '../../../domain/scores/score-rules.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { Statement } from '../../statement.ts';
import { resultsFor } from './product-results.ts';

type RuleKey = (typeof scoreRules)[number]['key'];

/** A product with what is counted of it, and the verdict of each rule, in their order. */
export type ScoredProduct = ScoreCounts & {
  id: string;
  name: string;
  verdicts: (boolean | null)[];
  /** Points in percent, not rounded; null if no rule with a weight applies. */
  share: number | null;
};

/** Orders of a list of scores; products with the same score are sorted by their ids. */
export type ScoreSort = 'dataProductId' | 'score' | '-score';

/** SQL of each verdict on `c`; null: the rule does not apply, because products of this type have no output ports. */
const verdictOf: Readonly<Record<RuleKey, string>> = {
  owner: 'c.members > 0',
  contract:
    'case when c.offers then c.ports > 0 and c."boundPorts" = c.ports and c.contracts = c.offered end',
  tests: 'case when c.offers then c.contracts > 0 and c.passing = c.contracts end',
  freshness: 'case when c.offers then c.contracts > 0 and c.fresh = c.contracts end',
  'example-data': 'case when c.offers then c.examples > 0 end',
  'access-terms': 'case when c.offers then c.contracts > 0 and c."withTerms" = c.contracts end',
  descriptions: `case when c.offers then c.fields > 0 and c.described * 100 >= c.fields * ${minDescribedPercent} end`,
  lineage: 'c.sources > 0',
};

const verdicts = scoreRules.map(({ key }) => verdictOf[key]).join(', ');

/** SQL of the counts of the products `p`. `$2` are types of products without output ports, `$3` the oldest tests that count. */
const counted = `offered as (
    select distinct p.id, f.target_id as contract from p
    join document_references f on f.organization_id = $1 and f.kind = 'data-product' and f.id = p.id
      and f.role = 'output-port' and f.target_kind = 'data-contract'),
  judged as (
    select o.id, o.contract, d.id is not null as exists, coalesce((d.score_facts->>'fresh')::boolean, false) as fresh,
      coalesce((d.score_facts->>'terms')::boolean, false) as terms, coalesce((d.score_facts->>'fields')::int, 0) as fields,
      coalesce((d.score_facts->>'described')::int, 0) as described, coalesce(t.passing, false) as passing
    from offered o
    left join documents d on d.organization_id = $1 and d.kind = 'data-contract' and d.id = o.contract
    left join lateral (
      select bool_and(s.result in ('passed', 'warning')) as passing from contract_quality q ${resultsFor('o.id')}
      where q.organization_id = $1 and q.data_contract_id = o.contract and q.timestamp_start >= $3) t on true),
  contracts as (
    select id, count(*)::int as offered, count(*) filter (where exists)::int as contracts,
      min(contract) filter (where not exists) as "missingContract",
      count(*) filter (where exists and passing)::int as passing,
      min(contract) filter (where exists and not passing) as "notPassing",
      count(*) filter (where exists and fresh)::int as fresh, min(contract) filter (where exists and not fresh) as "notFresh",
      count(*) filter (where exists and terms)::int as "withTerms",
      min(contract) filter (where exists and not terms) as "withoutTerms",
      sum(fields)::int as fields, sum(described)::int as described,
      (array_agg(contract order by described - fields, contract) filter (where exists))[1] as "leastDescribed"
    from judged group by id),
  exampled as (
    select e.target_id as id, count(*)::int as count from document_references e join p on p.id = e.target_id
    where e.organization_id = $1 and e.target_kind = 'data-product' and e.role = 'example-of' group by 1),
  sourced as (
    select id, count(*)::int as count from (
      select f.id from document_references f join p using (id)
      where f.organization_id = $1 and f.kind = 'data-product' and f.role = 'input-port'
      union all
      select x.id from (
        select a.data_product_id as id, a.asset_id from asset_assignments a where a.organization_id = $1
        union
        select f.id, f.target_id from document_references f
        where f.organization_id = $1 and f.kind = 'data-product' and f.role = 'asset') x
      join p using (id)
      join document_references u on u.organization_id = $1 and u.kind = 'asset' and u.id = x.asset_id
        and u.role = 'upstream-asset'
      union all
      select p.id from p where exists (
        select from lineage_ports l
        join lineage_nodes n on n.organization_id = $1 and n.id = l.node_id and n.type = 'job'
        join lineage_edges g on g.organization_id = $1 and g.to_id = n.id
        where l.organization_id = $1 and l.data_product_id = p.id)) each
    group by id),
  counts as (
    select p.id, p.name, p.owner_id as "ownerId", p.archetype is null or p.archetype <> all($2::text[]) as offers,
      coalesce((p.score_facts->>'ports')::int, 0) as ports, coalesce((p.score_facts->>'boundPorts')::int, 0) as "boundPorts",
      coalesce((t.score_facts->>'members')::int, 0) as members, coalesce(c.offered, 0) as offered,
      coalesce(c.contracts, 0) as contracts, c."missingContract", coalesce(c.passing, 0) as passing, c."notPassing",
      coalesce(c.fresh, 0) as fresh, c."notFresh", coalesce(c."withTerms", 0) as "withTerms", c."withoutTerms",
      coalesce(c.fields, 0) as fields, coalesce(c.described, 0) as described, c."leastDescribed",
      coalesce(e.count, 0) as examples, coalesce(s.count, 0) as sources
    from p
    left join documents t on t.organization_id = $1 and t.kind = 'team' and t.id = p.owner_id
    left join contracts c on c.id = p.id
    left join exampled e on e.id = p.id
    left join sourced s on s.id = p.id),
  scored as (
    select c.*, v.verdicts, (select 100.0 * coalesce(sum(w.weight) filter (where w.verdict), 0) / nullif(sum(w.weight), 0)
        from unnest(v.verdicts, $4::int[]) as w(verdict, weight) where w.verdict is not null and w.weight > 0)::float8 as share
    from counts c cross join lateral (select array[${verdicts}] as verdicts) v)`;

const product = `select d.id, d.name, d.owner_id, d.archetype, d.score_facts from documents d
    where d.organization_id = $1 and d.kind = 'data-product'`;

const one: Statement = {
  name: 'product-score',
  text: `with p as materialized (${product} and d.id = $5), ${counted} select * from scored`,
};

/** The page is cut before anything is counted. */
const byId: Statement = {
  name: 'product-scores-by-id',
  text: `with p as materialized (${product} and ($5::text is null or d.owner_id = $5) and ($6::text is null or d.id > $6)
      order by d.id limit $7 offset $8), ${counted}
    select * from scored order by id`,
};

/** A product to which no rule applies is sorted as 0. */
const value = 'coalesce(share, 0)';

const byScore = (descending: boolean): Statement => ({
  name: descending ? 'product-scores-highest' : 'product-scores-lowest',
  text: `with p as materialized (${product} and ($5::text is null or d.owner_id = $5)), ${counted}
    select * from scored
    where $6::text is null or (${value}, id) ${descending ? '<' : '>'} ($9::float8, $6)
    order by ${value} ${descending ? 'desc' : 'asc'}, id ${descending ? 'desc' : 'asc'} limit $7 offset $8`,
});

/** What all scores of an organization depend on. */
export type ScoreBasis = {
  organizationId: OrganizationId;
  /** Types of products without output ports. */
  withoutPorts: readonly string[];
  weights: readonly number[];
  now: Date;
};

function basisOf({ organizationId, withoutPorts, weights, now }: ScoreBasis): unknown[] {
  const oldest = new Date(now.getTime() - maxTestAgeDays * 86_400_000);
  return [organizationId, withoutPorts, oldest, weights];
}

/** The score of one data product; undefined if it does not exist. */
export async function findProductScore(
  db: Db,
  basis: ScoreBasis,
  id: string,
): Promise<ScoredProduct | undefined> {
  const [row] = await runStatement<ScoredProduct>(db, one, [...basisOf(basis), id]);
  return row;
}

export type ScorePosition = { id: string; share: number | undefined };

/** A page of the scores of all data products, or those of a team. */
export function listProductScores(
  db: Db,
  basis: ScoreBasis,
  list: {
    teamId: string | undefined;
    sort: ScoreSort;
    after: ScorePosition | undefined;
    limit: number;
    offset: number;
  },
): Promise<ScoredProduct[]> {
  const { teamId, sort, after, limit, offset } = list;
  const values = [...basisOf(basis), teamId, after?.id, limit, offset];
  if (sort === 'dataProductId') return runStatement(db, byId, values);
  return runStatement(db, byScore(sort === '-score'), [...values, after?.share ?? 0]);
}
