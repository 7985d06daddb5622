import { Type } from '@sinclair/typebox';
import { facetNames } from '../../../db/views/documents/search-facets.ts';

const searchResourceSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String({ description: 'Web page of the resource' }),
    ownerId: Type.Optional(Type.String({ description: 'Owning team; for a team, its parent' })),
    ownerName: Type.Optional(Type.String()),
    name: Type.String(),
    resourceType: Type.String(),
    description: Type.String({ description: 'The first 500 characters of the description' }),
  },
  { $id: 'ApiSearchResource' },
);

const facetSchema = Type.Array(
  Type.Object({
    value: Type.String({ description: 'Value for the filter' }),
    name: Type.Optional(Type.String({ description: 'Name of the team or domain' })),
    count: Type.Integer({ description: 'Number of matches with this value' }),
  }),
);

/** The answer of a search. */
export const searchAnswerSchema = Type.Object(
  {
    query: Type.String({ description: 'The query as sent' }),
    searchMode: Type.String(),
    answer: Type.Union([Type.String(), Type.Null()], {
      description: 'Always null: no generated answers',
    }),
    results: Type.Array(searchResourceSchema, {
      maxItems: 60,
      description: 'The best matches, best first',
    }),
    total: Type.Integer({ description: 'All matches' }),
    facets: Type.Optional(
      Type.Partial(Type.Object(Object.fromEntries(facetNames.map((name) => [name, facetSchema]))), {
        description: 'Counts over all matches, the 100 most frequent values of each facet',
      }),
    ),
    diagnostics: Type.Optional(
      Type.Object({
        terms: Type.Array(Type.String(), { description: 'Words that were searched for' }),
        matched: Type.String({
          description:
            'words: results contain every term, or are what a sentence asks for; some: no resource contains every word of the sentence, results contain one; similarity: no resource contains every term, results have similar names; nothing: no results',
        }),
        resourceTypes: Type.Array(Type.String(), {
          description: 'Resource types that were searched',
        }),
        tookMs: Type.Integer(),
      }),
    ),
  },
  { $id: 'SearchAnswer' },
);
