import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { createCountCache } from './count-cache.ts';
import type { CountCache, Counts, FacetCount } from './count-cache.ts';
import type { FacetName } from './filters.ts';
import { worstResult } from '../../worst-result.ts';
import { resultsFor } from './product-results.ts';

const cacheBounds = { minTotal: 20_000, maxAgeMs: 10_000, maxEntries: 200 };

/** Maximum number of values of a facet, the most frequent first. */
const maxValues = 100;

/** Columns of the document `d` that are grouped by together, because they have few values; `q` are its newest tests, `a` is its integration. */
const together: Partial<Record<FacetName, string>> = {
  type: 'd.kind',
  status: 'd.status',
  portType: 'd.port_types',
  classification: 'd.classifications',
  quality: 'q.result',
  archetype: 'd.archetype',
  integration: 'a.integration_id',
};

/** Columns that are grouped by alone, because they have many values. */
const alone = { owner: 'd.owner_id', tags: 'd.tags', concepts: 'd.concepts' } as const;
type Alone = keyof typeof alone;

const aloneOf: Partial<Record<FacetName, Alone>> = {
  team: 'owner',
  domain: 'owner',
  tag: 'tags',
  certification: 'tags',
  concept: 'concepts',
};

/** SQL of the counts of each facet, from the groups; `total` is the number of matches. `:id` is the organization. */
const counts: Readonly<Record<FacetName | 'total', string>> = {
  total: `select 'total', null, null, sum(count) from groups where part = 'together'`,
  type: `select 'type', kind, null, sum(count) from groups where part = 'together' group by kind`,
  status: `select 'status', status, null, sum(count) from groups where part = 'together' and status is not null group by status`,
  portType: `select 'portType', value, null, sum(count) from groups cross join lateral unnest(ports) as value
    where part = 'together' group by value`,
  classification: `select 'classification', value, null, sum(count) from (
      select value, count from groups cross join lateral unnest(classes) as value where part = 'together'
      union all
      select value, count(distinct o.id) from offered o
      join documents c on c.organization_id = :id and c.kind = 'data-contract' and c.id = o.contract
      cross join lateral unnest(c.classifications) as value group by value) each
    group by value`,
  quality: `select 'quality', result, null, sum(count) from (
      select result, count from groups where part = 'together' and result is not null
      union all
      select worst, count(*) from (
        select ${worstResult('s.result')} as worst from offered o
        join contract_quality q on q.organization_id = :id and q.data_contract_id = o.contract ${resultsFor('o.id')}
        group by o.id) each
      group by worst) each
    group by result`,
  tag: `select 'tag', tag, null, count from tagged`,
  certification: `select 'certification', d.id, d.name, t.count from documents d
    join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind and r.id = d.id
      and r.revision = d.revision
    join tagged t on t.tag = r.body->>'tag'
    where d.organization_id = :id and d.kind = 'certification'`,
  team: `select 'team', team, name, count from owners`,
  domain: `select 'domain', team, min(name collate "C"), sum(count) from above where lower(archetype) = 'domain' group by team`,
  archetype: `select 'archetype', archetype, null, sum(count) from groups
    where part = 'together' and archetype is not null group by archetype`,
  integration: `select 'integration', g.integration, i.name, sum(g.count) from groups g
    left join integrations i on i.organization_id = :id and i.id = g.integration
    where g.part = 'together' and g.integration is not null group by g.integration, i.name`,
  concept: `select 'concept', value, name, sum(count) from (
      select distinct g.concepts, g.count, c.value, c.name from groups g cross join lateral unnest(g.concepts) as link(target)
      join concepts c on c.target = link.target where g.part = 'concepts') each
    group by value, name`,
};

/** All teams, which are few: to look each owner and each team above it up took longer. */
const teams = `teams as materialized (
    select id, name, archetype, owner_id as parent from documents where organization_id = :id and kind = 'team')`;

/** Teams with matches of their own. */
const owners = `owners (owner, team, name, archetype, parent, count) as (
    select owner, owner, t.name, t.archetype, t.parent, count from groups join teams t on t.id = owner where part = 'owner')`;

/**
 * A domain counts the documents of its team and of teams below it, as its filter does; `union` ends the walk up the tree at a
 * team that was visited before.
 */
const above = `above (owner, team, name, archetype, parent, count) as (
    select * from owners
    union
    select above.owner, t.id, t.name, t.archetype, t.parent, above.count from above join teams t on t.id = above.parent)`;

const tagged = `tagged (tag, count) as materialized (
    select tag, sum(count) from groups cross join lateral unnest(tags) with ordinality as each(tag, n)
    where part = 'tags' and array_position(tags, tag) = n group by tag)`;

/** Concepts that links of the matches name, each look-up by an index. */
const concepts = `concepts (target, value, name) as (
    select t.target, c.namespace_id || '/' || c.id, c.name
    from (select distinct unnest(concepts) as target from groups where part = 'concepts') t
    cross join lateral (
      select namespace_id, id, name from namespace_concepts
      where organization_id = :id and namespace_id = split_part(t.target, '/', 1)
        and id = substr(t.target, strpos(t.target, '/') + 1)
      union
      select namespace_id, id, name from namespace_concepts
      where organization_id = :id and namespace_id = split_part(t.target, '/', 1) and name <> id
        and name = substr(t.target, strpos(t.target, '/') + 1)
      union
      select namespace_id, id, name from namespace_concepts
      where organization_id = :id and iri = t.target and iri is not null) c)`;

/** Contracts that the matching products offer, of which products have the classifications and the worst test. */
const offered = `offered (id, contract) as materialized (
    select p.id, f.target_id from groups g cross join lateral unnest(g.products) as p(id)
    join document_references f on f.organization_id = :id and f.kind = 'data-product' and f.id = p.id
      and f.role = 'output-port' and f.target_kind = 'data-contract' and g.part = 'together')`;

/** What facets are counted from beside the groups, in the order in which they need each other. */
const tablesOf: readonly [sql: string, ...facets: FacetName[]][] = [
  [teams, 'team', 'domain'],
  [owners, 'team', 'domain'],
  [above, 'domain'],
  [tagged, 'tag', 'certification'],
  [concepts, 'concept'],
  [offered, 'classification', 'quality'],
];

type Row = FacetCount & { facet: FacetName | 'total' };

/** Makes a query on the documents `d` that match, without columns. */
export type Matching = () => Knex.QueryBuilder;

/** One cache for each pool of connections. */
const caches = new WeakMap<object, CountCache>();

function cacheOf(db: Db): CountCache {
  const known = caches.get(db);
  const cache = known ?? createCountCache({ ...cacheBounds, now: () => performance.now() });
  if (!known) caches.set(db, cache);
  return cache;
}

/**
 * Counts the matches, and their values in each facet, in one pass over the matches. Above 20,000 matches, the counts may be ten
 * seconds old.
 */
export function countFacets(
  db: Db,
  organizationId: OrganizationId,
  matching: Matching,
  wanted: readonly FacetName[],
): Promise<Counts> {
  const { sql, bindings } = matching().select('d.id').toSQL();
  const key = JSON.stringify([organizationId, wanted, sql, bindings]);
  return cacheOf(db)(key, () => countMatching(db, organizationId, matching, wanted));
}

async function countMatching(
  db: Db,
  organizationId: OrganizationId,
  matching: Matching,
  wanted: readonly FacetName[],
): Promise<Counts> {
  const tables = tablesOf.flatMap(([sql, ...facets]) =>
    facets.some((facet) => wanted.includes(facet)) ? [sql] : [],
  );
  const sql = `with recursive ${['groups as materialized (:groups)', ...tables].join(', ')},
    counted (facet, value, name, count) as (${['total' as const, ...wanted].map((name) => counts[name]).join(' union all ')})
    select facet, value, name, count::int as count from (
      select *, row_number() over (partition by facet order by count desc, value collate "C") as place from counted) placed
    where place <= ${maxValues} order by facet, place`;
  const bindings = { groups: groupsOf(db, matching(), wanted), id: organizationId };
  const { rows } = await db.raw<{ rows: Row[] }>(sql, bindings as Knex.ValueDict);
  const valuesOf = (facet: FacetName): FacetCount[] =>
    rows.flatMap(({ facet: of, ...count }) => (of === facet ? [count] : []));
  return {
    total: rows.find(({ facet }) => facet === 'total')?.count ?? 0,
    facets: Object.fromEntries(wanted.map((facet) => [facet, valuesOf(facet)])),
  };
}

/** The groups of the matches: by all columns with few values at once, and by each column with many values. */
function groupsOf(
  db: Db,
  matching: Knex.QueryBuilder,
  wanted: readonly FacetName[],
): Knex.QueryBuilder {
  const few = wanted.flatMap((name) => together[name] ?? []);
  const many = [...new Set(wanted.flatMap((name) => aloneOf[name] ?? []))];
  const shown = (name: FacetName): string =>
    wanted.includes(name) ? (together[name] ?? 'null') : 'null';
  const own = (name: Alone): string => (many.includes(name) ? alone[name] : 'null');
  const part = many.map((name) => `when grouping(${alone[name]}) = 0 then '${name}'`).join(' ');
  const sets = [`(${few.join(', ')})`, ...many.map((name) => `(${alone[name]})`)];
  const hasProducts = wanted.includes('quality') || wanted.includes('classification');
  if (wanted.includes('quality')) void matching.joinRaw(newestTests);
  if (wanted.includes('integration')) void matching.joinRaw(integrations);
  return matching
    .select(
      db.raw(`${part === '' ? `'together'` : `case ${part} else 'together' end`} as part`),
      db.raw(
        `${shown('type')} as kind, ${shown('status')} as status, ${shown('portType')} as ports`,
      ),
      db.raw(`${shown('classification')} as classes, ${shown('quality')} as result`),
      db.raw(`${shown('archetype')} as archetype, ${shown('integration')} as integration`),
      db.raw(`${own('owner')} as owner, ${own('tags')} as tags, ${own('concepts')} as concepts`),
      db.raw(`${hasProducts ? products : 'null::text[]'} as products`),
      db.raw('count(*) as count'),
    )
    .groupByRaw(`grouping sets (${sets.join(', ')})`);
}

const products = `array_agg(d.id) filter (where d.kind = 'data-product')`;

const integrations = `left join ingested_assets a on a.organization_id = d.organization_id
  and a.asset_id = d.id and d.kind = 'asset'`;

const newestTests = `left join contract_quality q on q.organization_id = d.organization_id
  and q.data_contract_id = d.id and d.kind = 'data-contract'`;
