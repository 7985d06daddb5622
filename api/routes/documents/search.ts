import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { searchDocuments } from '../../../db/views/search/search.ts';
import type { Search } from '../../../db/views/search/search.ts';
import { facetNames } from '../../../db/views/search/filters.ts';
import type { FacetName } from '../../../db/views/search/filters.ts';
import type { FacetCounts } from '../../../db/views/search/count-cache.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/principal.ts';
import { nextLink } from '../../http/paging/paging.ts';
import { filterQuery } from '../../present/documents/document-filters.ts';
import { readSearchCursor, writeSearchCursor } from '../../present/search/search-cursor.ts';
import { listExampleProducts } from '../../../db/views/search/examples.ts';
import { explainHits, presentHit } from '../../present/search/search-hits.ts';
import { daysOfHits } from '../../present/search/hit-days.ts';
import { embedQuery } from '../../present/search/embed-query.ts';
import { readStarred } from '../../present/documents/starred.ts';
import { readFacetValues } from '../../present/search/search-values.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { verdicts } from '../../schemas/contract-tests/test-results.ts';
import { searchAnswerSchema } from '../../schemas/documents/search.ts';
import { searchedKinds } from '../../present/search/searched-kinds.ts';

/** Types of the documented API; types without documents here have no results. */
const documentedTypes = [
  'DATA_PRODUCT',
  'DATA_CONTRACT',
  'SEMANTIC_CONCEPT',
  'DATA_ASSET',
  'DEFINITION',
  'TEAM',
  'TAG',
];
const resourceTypes = [
  ...new Set([...documentedTypes, ...searchedKinds.map(({ resourceType }) => resourceType)]),
];

const several = (description: string, options: { enum?: string[] } = {}) =>
  Type.Optional(
    Type.Array(Type.String(options), { description: `${description}; may be repeated` }),
  );

const searchQuery = Type.Object({
  query: Type.Optional(
    Type.String({
      description:
        'Words that must all occur, each matched as a prefix, or a sentence, in which only the words count that say what is searched; with filters such as `team:checkout status:active pii:yes type:product`. Other labels of the concepts that it names are searched, too; if nothing matches, similar words are searched, then some of the words. Without words, everything matches',
    }),
  ),
  searchMode: Type.String({
    enum: ['DISCOVER', 'FIND', 'GET_HELP'],
    default: 'DISCOVER',
    description: 'FIND searches ids and names only, the other modes search all indexed text',
  }),
  resourceType: several('Only resources of this type', { enum: resourceTypes }),
  ...filterQuery,
  archetype: several('Only data products of this archetype, or teams or assets of this type'),
  tag: several('Only resources with one of these tags'),
  status: several('Only resources with one of these statuses'),
  portType: several('Only data products with an output port of this type'),
  classification: several(
    'Only contracts with a field of this classification, and products that offer them',
  ),
  quality: several(
    'Only contracts whose worst newest test result of a server is this, and products by the worst of their contracts',
    {
      enum: [...verdicts],
    },
  ),
  certification: several('Only resources with the tag of this certification'),
  concept: several('Only resources that link this concept, as <namespace>/<concept>'),
  integration: several('Only assets that this integration has found'),
  facets: Type.Optional(
    Type.Array(Type.String(), {
      description: `What to count the matches by, separated by commas: ${facetNames.join(', ')}`,
    }),
  ),
  sort: Type.String({
    enum: ['relevance', '-updatedAt', 'starred'],
    default: 'relevance',
    description:
      'relevance: exact names first, then by where the words occur; without words, products first. -updatedAt: newest change first. starred: as relevance, but what the person of the key has starred follows exact names',
  }),
  starred: Type.Optional(
    Type.String({ enum: ['me'], description: 'Only what the person of the key has starred' }),
  ),
  trend: Type.Boolean({
    default: false,
    description: 'Adds `days` to the quality of each result: its tests of the last 30 days',
  }),
  size: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 60,
    description: 'Results per page; 0 counts only, so that results need not wait for facets',
  }),
  after: Type.Optional(Type.String({ description: 'Value of `next` of the previous page' })),
  diagnostics: Type.Boolean({ default: false, description: 'Adds details of the search' }),
});

type SearchQuery = Static<typeof searchQuery>;

export const searchRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/search',
  name: 'search',
  sends: ['link'],
  refuses: ['invalid_body', 'permission_denied'],
  summary: 'Search everything that the key may see, or browse it without words',
  tag: 'search',
  query: searchQuery,
  answers: { 200: { description: 'A page of the best matches', schema: searchAnswerSchema } },
  handle: async ({ principal, query, services, url, now }) => {
    const { organizationId } = principal;
    if (query.query === undefined && url.searchParams.has('q')) refuseMisnamed();
    const started = performance.now();
    const { knex } = services.database;
    const search = toSearch(query, principal);
    const vector = await embedQuery(services, search);
    const page = await searchDocuments(knex, organizationId, { ...search, vector });
    const [reasons, examples, days] = await Promise.all([
      explainHits(knex, organizationId, page),
      listExampleProducts(knex, organizationId, page.hits),
      query.trend ? daysOfHits(knex, organizationId, page.hits, now) : undefined,
    ]);
    const next = page.next && writeSearchCursor(page.next);
    const how = {
      terms: page.sought.flatMap(([first]) => (first ? [first.word] : [])),
      matched: page.matched,
      resourceTypes: kindsOf(query).map(({ resourceType }) => resourceType),
      tookMs: Math.round(performance.now() - started),
    };
    return {
      status: 200,
      headers: { link: nextLink(url, query, { more: next !== undefined, lastKey: next }) },
      json: {
        query: search.text,
        searchMode: query.searchMode,
        answer: null,
        results: page.hits.map((hit, index) =>
          presentHit(hit, reasons[index], {
            days: days?.[index],
            exampleOf: hit.kind === 'example-data' ? examples.get(hit.id) : undefined,
            publicUrl: services.settings.publicUrl,
          }),
        ),
        total: page.total,
        next,
        didYouMean: page.didYouMean,
        ...(page.synonyms.length > 0 && { synonyms: page.synonyms }),
        ...(Object.keys(page.filters).length > 0 && { filters: page.filters }),
        ...(query.facets && { facets: presentFacets(page.facets) }),
        ...(query.diagnostics && { diagnostics: how }),
      },
    };
  },
});

const orders = ['relevance', '-updatedAt', 'starred'] as const;

function toSearch(query: SearchQuery, principal: Principal): Search {
  const { query: text = '', searchMode, size, sort } = query;
  return {
    text,
    namesOnly: searchMode === 'FIND',
    starredBy: readStarred(query, principal),
    values: readFacetValues(query),
    facets: readFacets(query.facets) ?? [],
    page: {
      size,
      after: readSearchCursor(query.after),
      order: orders.find((order) => order === sort) ?? 'relevance',
      reader: principal.email?.toLowerCase(),
    },
  };
}

function kindsOf({ resourceType }: SearchQuery) {
  return searchedKinds.filter((kind) => resourceType?.includes(kind.resourceType) ?? true);
}

/** Lists call their words `q`. */
function refuseMisnamed(): never {
  return refuse(
    'invalid_body',
    "The query parameter 'query' is missing: rename 'q', which is the parameter of lists.",
  );
}

/** The requested facets; undefined if the parameter is missing. */
function readFacets(texts: Static<typeof searchQuery>['facets']): FacetName[] | undefined {
  const names = texts?.flatMap((text) => text.split(',')).map((name) => name.trim());
  const isKnown = (name: string): name is FacetName => facetNames.some((known) => known === name);
  const wanted = new Set(names?.filter((name) => name !== ''));
  for (const name of wanted) {
    if (isKnown(name)) continue;
    refuse('bad_request', `There is no facet '${name}'; known are ${facetNames.join(', ')}.`);
  }
  return names && [...wanted].filter(isKnown);
}

/** Types have the names of `resourceType`; `name` is present only if it differs from the value. */
function presentFacets(facets: FacetCounts): Record<string, object[]> {
  const typeOf = (name: string): string =>
    searchedKinds.find((known) => known.name === name)?.resourceType ?? name;
  return Object.fromEntries(
    Object.entries(facets).map(([facet, counts]) => [
      facet,
      counts.map(({ value, name, count }) => ({
        value: facet === 'type' ? typeOf(value) : value,
        name: name ?? undefined,
        count,
      })),
    ]),
  );
}
