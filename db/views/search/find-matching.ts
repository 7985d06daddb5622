import type { Knex } from 'knex';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db } from '../../connect.ts';
import { listNearest } from '../../tables/search/embeddings.ts';
import type { QueryVector } from '../../tables/search/embeddings.ts';
import { filterDocuments } from '../documents/filter.ts';
import type { ResolvedFilter } from '../documents/filter.ts';
import { countFacets } from './facets.ts';
import type { FacetCounts } from './count-cache.ts';
import { applyConditions } from './filters.ts';
import type { Conditions, FacetName } from './filters.ts';
import { readHits } from './hits.ts';
import type { Hit, HitPage } from './hits.ts';
import type { Match } from './match.ts';
import { readOffering, whereWords } from './offering.ts';
import type { Offering } from './offering.ts';

/** What limits the documents of a search beside its words. */
export type Scope = {
  resolved: ResolvedFilter;
  conditions: Conditions;
  /** The kind that a sentence asks for. */
  kind?: string | undefined;
  /** The kind that a sentence may ask for, whose documents come first. */
  preferredKind?: string | undefined;
  /** True if the words are those of a sentence that say what is searched. */
  isSentence?: boolean;
  facets: readonly FacetName[];
  page: HitPage;
};

export type Found = { hits: Hit[]; total: number; facets: FacetCounts };

type Matched = Scope & {
  match: Match;
  offering: Offering;
  /** Exact names rank first. */
  text: string;
};

/** Products that match by their contracts, and whether any contract has the words, as far as that is known. */
export function readOffered(
  db: Db,
  organizationId: OrganizationId,
  match: Match,
): ReturnType<typeof readOffering> {
  if (match?.parts === undefined) return Promise.resolve({ offering: {}, hasContracts: true });
  const { rank, parts, lists } = match;
  return readOffering(db, organizationId, { rank, parts, lists });
}

/** The page of hits and the counts, read at the same time. */
export async function findMatching(
  db: Db,
  organizationId: OrganizationId,
  matched: Matched,
): Promise<Found> {
  const { match, offering, text, preferredKind, page } = matched;
  const matching = matchingOf(db, organizationId, matched);
  const [hits, counts] = await Promise.all([
    readHits(db, { matching, match, offering, text, preferredKind }, page),
    countAll(db, organizationId, matched),
  ]);
  return { hits, ...counts };
}

/** The documents that are closest in meaning, under the same filters. */
export async function findNear(
  db: Db,
  organizationId: OrganizationId,
  scope: Scope,
  vector: QueryVector,
): Promise<Hit[]> {
  const matched = { ...scope, match: undefined, offering: {}, text: '' };
  const { page } = scope;
  const near = await listNearest(matchingOf(db, organizationId, matched), vector, page.size);
  if (near.length === 0) return [];
  const matching = matchingOf(db, organizationId, matched).whereRaw(
    '(d.kind, d.id) in (select * from unnest(?::text[], ?::text[]))',
    [near.map(({ kind }) => kind), near.map(({ id }) => id)] as unknown as Knex.RawBinding[],
  );
  const hits = await readHits(db, { ...matched, matching }, page);
  const placeOf = (hit: Hit) =>
    near.findIndex(({ kind, id }) => kind === hit.kind && id === hit.id);
  return hits.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The matches under all filters but that of one facet. */
function matchingOf(
  db: Db,
  organizationId: OrganizationId,
  { match, offering, kind, conditions, resolved }: Matched,
  without?: FacetName,
): Knex.QueryBuilder {
  const query = filterDocuments(db, organizationId, resolved);
  if (match) whereWords(query, match.where, offering);
  if (kind !== undefined) void query.where('d.kind', kind);
  const others = [...conditions].flatMap(([name, condition]) => {
    return name === without ? [] : [condition];
  });
  applyConditions(query, others);
  return query;
}

/** Facets without a filter are counted together; each facet with a filter is counted under the filters of the others. */
async function countAll(
  db: Db,
  organizationId: OrganizationId,
  matched: Matched,
): Promise<Pick<Found, 'total' | 'facets'>> {
  const { facets } = matched;
  const filtered = facets.filter((name) => matched.conditions.has(name));
  const others = facets.filter((name) => !filtered.includes(name));
  const count = (wanted: readonly FacetName[], without?: FacetName) =>
    countFacets(db, organizationId, () => matchingOf(db, organizationId, matched, without), wanted);
  const [together, ...alone] = await Promise.all([
    count(others),
    ...filtered.map((name) => count([name], name)),
  ]);
  const all = Object.assign({}, together.facets, ...alone.map((each) => each.facets));
  return { total: together.total, facets: all as FacetCounts };
}
