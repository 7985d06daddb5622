import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';

/** Facets of the search results. */
export const facetNames = ['type', 'team', 'domain', 'tag', 'status'] as const;
export type FacetName = (typeof facetNames)[number];

/** Number of matches with a value; teams and domains have a name beside their id. */
export type FacetCount = { value: string; name: string | null; count: number };
export type FacetCounts = Partial<Record<FacetName, FacetCount[]>>;

/** Maximum number of values of a facet, the most frequent first. */
const maxValues = 100;

/**
 * One pass over the matches gives few groups, and all facets are computed from these. The bits of `grouping`
 * mark the columns that a group does not have. A domain counts the documents of its team and of teams below it,
 * as the filter `domainId` does; `union` ends the walk up the tree at a team that was visited before.
 */
const countGroups = `
  with recursive groups as materialized (?),
  above (owner, team, count) as (
    select owner, owner, count from groups where made_by = 11 and owner is not null
    union
    select above.owner, d.owner_id, above.count from above
    join documents d on d.organization_id = ? and d.kind = 'team' and d.id = above.team
    where d.owner_id is not null),
  counted (facet, value, name, count) as (
    select 'total', null, null, count from groups where made_by = 15
    union all
    select 'type', kind, null, count from groups where made_by = 7
    union all
    select 'status', status, null, count from groups where made_by = 13 and status is not null
    union all
    select 'tag', tag, null, sum(count) from groups, lateral (select distinct unnest(tags) as tag) each
    where made_by = 14 group by tag
    union all
    select 'team', owner, d.name, count from groups
    join documents d on d.organization_id = ? and d.kind = 'team' and d.id = owner where made_by = 11
    union all
    select 'domain', d.id, d.name, sum(count) from above
    join documents d on d.organization_id = ? and d.kind = 'team' and d.id = team
    where lower(d.archetype) = 'domain' group by d.id, d.name)
  select facet, value, name, count::int as count from (
    select *, row_number() over (partition by facet order by count desc, value collate "C") as place from counted) placed
  where place <= ${maxValues} order by facet, place`;

type Row = FacetCount & { facet: FacetName | 'total' };

/** Counts the matches, and their values in each facet. */
export async function countFacets(
  db: Db,
  organizationId: OrganizationId,
  matching: Knex.QueryBuilder,
  wanted: readonly FacetName[],
): Promise<{ total: number; facets: FacetCounts }> {
  if (wanted.length === 0) {
    const [row] = await matching.count<{ count: number }[]>({ count: '*' });
    return { total: row?.count ?? 0, facets: {} };
  }
  const groups = matching
    .select({ kind: 'd.kind', owner: 'd.owner_id', status: 'd.status', tags: 'd.tags' })
    .select(db.raw('grouping(d.kind, d.owner_id, d.status, d.tags) as made_by'))
    .count({ count: '*' })
    .groupByRaw('grouping sets ((), (d.kind), (d.owner_id), (d.status), (d.tags))');
  const ofOrganization = [organizationId, organizationId, organizationId];
  const { rows } = await db.raw<{ rows: Row[] }>(countGroups, [groups, ...ofOrganization]);
  const valuesOf = (wantedFacet: FacetName): FacetCount[] =>
    rows
      .filter(({ facet }) => facet === wantedFacet)
      .map(({ value, name, count }) => ({ value, name, count }));
  return {
    total: rows.find(({ facet }) => facet === 'total')?.count ?? 0,
    facets: Object.fromEntries(wanted.map((facet) => [facet, valuesOf(facet)])),
  };
}
