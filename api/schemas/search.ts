import { Type } from '@sinclair/typebox';
import { facetNames } from '../../db/views/search-facets.ts';

const searchResourceSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String({ description: 'Web page of the resource' }),
    ownerId: Type.Optional(Type.String({ description: 'Owning team; of a team, its parent' })),
    ownerName: Type.Optional(Type.String()),
    name: Type.String(),
    resourceType: Type.String(),
    description: Type.String({ description: 'Its first 500 characters' }),
  },
  { $id: 'ApiSearchResource' },
);

const facetSchema = Type.Array(
  Type.Object({
    value: Type.String({ description: 'What to filter by' }),
    name: Type.Optional(Type.String({ description: 'Name of the team or domain' })),
    count: Type.Integer({ description: 'Matches that have it' }),
  }),
);

/** What a search found. */
export const searchAnswerSchema = Type.Object(
  {
    query: Type.String({ description: 'As it was sent' }),
    searchMode: Type.String(),
    answer: Type.Null({ description: 'Always null: results are all that there is' }),
    results: Type.Array(searchResourceSchema, {
      maxItems: 60,
      description: 'The best of all matches, the best first',
    }),
    total: Type.Integer({ description: 'All matches' }),
    facets: Type.Optional(
      Type.Partial(Type.Object(Object.fromEntries(facetNames.map((name) => [name, facetSchema]))), {
        description: 'Counts over all matches, the most frequent 100 of each facet',
      }),
    ),
    diagnostics: Type.Optional(
      Type.Object({
        terms: Type.Array(Type.String(), { description: 'Words that were looked for' }),
        matched: Type.String({
          description:
            'words: every term occurs; similarity: none has all terms, these have similar names; nothing',
        }),
        resourceTypes: Type.Array(Type.String(), { description: 'Where it was looked for' }),
        tookMs: Type.Integer(),
      }),
    ),
  },
  { $id: 'SearchAnswer' },
);
