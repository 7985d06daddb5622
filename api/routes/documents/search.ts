import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { searchDocuments } from '../../../db/views/documents/search.ts';
import type { Hit, SearchResult } from '../../../db/views/documents/search.ts';
import { facetNames } from '../../../db/views/documents/search-facets.ts';
import type { FacetCounts, FacetName } from '../../../db/views/documents/search-facets.ts';
import { refuse } from '../../../domain/errors.ts';
import { readTerms } from '../../../domain/search/words.ts';
import { filterQuery, readFilter } from '../../present/document-filters.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { searchAnswerSchema } from '../../schemas/documents/search.ts';
import { searchedKinds } from '../../present/searched-kinds.ts';

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

const searchQuery = Type.Object({
  query: Type.Optional(
    Type.String({
      'x-required': true,
      description:
        'Words that must all occur, each matched as a prefix, or a sentence, in which only the words count that say what is searched; if nothing matches, names are searched for similar words',
    }),
  ),
  searchMode: Type.String({
    enum: ['DISCOVER', 'FIND', 'GET_HELP'],
    default: 'DISCOVER',
    description: 'FIND searches ids and names only, the other modes search all indexed text',
  }),
  resourceType: Type.Optional(
    Type.Array(Type.String({ enum: resourceTypes }), {
      description: 'Only resources of this type; may be repeated',
    }),
  ),
  ...filterQuery,
  facets: Type.Optional(
    Type.Array(Type.String(), {
      description: `What to count the matches by, separated by commas: ${facetNames.join(', ')}`,
    }),
  ),
  diagnostics: Type.Boolean({ default: false, description: 'Adds details of the search' }),
});

export const searchRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/search',
  name: 'search',
  refuses: ['invalid_body'],
  summary: 'Search everything that the key may see',
  tag: 'search',
  query: searchQuery,
  answers: { 200: { description: 'The best matches', schema: searchAnswerSchema } },
  handle: async ({ principal, query, services, url }) => {
    const { query: text = '', searchMode, diagnostics } = query;
    if (text.trim() === '') refuseMissing(url);
    const started = performance.now();
    const terms = readTerms(text);
    const facets = readFacets(query.facets);
    const kinds = searchedKinds.filter(
      ({ resourceType }) => query.resourceType?.includes(resourceType) ?? true,
    );
    const result = await searchDocuments(services.database.knex, principal.organizationId, {
      text,
      terms,
      namesOnly: searchMode === 'FIND',
      kinds: query.resourceType && kinds.map(({ name }) => name),
      filter: readFilter(query),
      facets: facets ?? [],
    });
    const how = {
      terms: terms.map(({ word }) => word),
      matched: result.matched,
      resourceTypes: kinds.map(({ resourceType }) => resourceType),
      tookMs: Math.round(performance.now() - started),
    };
    return {
      status: 200,
      json: {
        query: text,
        searchMode,
        answer: null,
        ...presentResult(result, services.settings.publicUrl),
        ...(facets && { facets: presentFacets(result.facets) }),
        ...(diagnostics && { diagnostics: how }),
      },
    };
  },
});

/** Lists call their words `q`. */
function refuseMissing({ searchParams }: URL): never {
  const hint = searchParams.has('q') ? ": rename 'q', which is the parameter of lists" : '';
  return refuse('invalid_body', `The query parameter 'query' is missing${hint}.`);
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

function presentResult(
  { hits, total }: SearchResult,
  publicUrl: string,
): { results: object[]; total: number } {
  return { results: hits.map((hit) => presentHit(hit, publicUrl)), total };
}

function presentHit(
  { kind: name, id, ownerId, ownerName, ...hit }: Hit,
  publicUrl: string,
): object {
  const kind = searchedKinds.find((known) => known.name === name);
  return {
    id,
    url: kind?.page(publicUrl, id),
    ownerId: ownerId ?? undefined,
    ownerName: ownerName ?? undefined,
    name: hit.name,
    resourceType: kind?.resourceType,
    description: hit.description,
  };
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
