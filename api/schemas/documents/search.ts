import { Type } from '@sinclair/typebox';
import { facetNames } from '../../../db/views/search/filters.ts';
import { verdicts } from '../contract-tests/test-results.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';
import { orNull } from '../nullable.ts';

const daySchema = Type.Object({
  date: Type.String({ format: 'date', examples: ['2026-11-20'] }),
  result: Type.String({ enum: [...verdicts], description: 'Worst result of the day' }),
  checks: Type.Integer({ examples: [44], description: 'Number of checks of all its tests' }),
  failedChecks: Type.Integer({ examples: [10], description: 'Number of them that failed' }),
});

const qualitySchema = Type.Object({
  result: Type.String({ enum: [...verdicts], description: 'Worst result of the servers' }),
  checkCount: Type.Integer({
    examples: [44],
    description: 'Number of checks in the newest results of all servers',
  }),
  failedChecks: Type.Integer({
    examples: [10],
    description: 'Number of checks with the result failed or error',
  }),
  testedAt: Type.String({ format: 'date-time', description: 'Start of the newest test' }),
  days: Type.Optional(
    Type.Array(daySchema, {
      description: 'With `trend`: one entry for each of the last 30 days (UTC) with tests',
    }),
  ),
});

const matchSchema = Type.Object({
  field: Type.String({
    enum: ['name', 'id', 'tag', 'field', 'port', 'contract', 'description'],
    description: 'What explains the match',
  }),
  excerpt: Type.String({
    examples: ['customers.postcode'],
    description: 'The name, tag, path of the field, or a part of the description',
  }),
  contract: Type.Optional(
    Type.Object(
      {
        id: Type.String({ examples: ['shop-database'] }),
        name: Type.String({ examples: ['Shop database'] }),
      },
      { description: 'For a field of a contract that the product offers: that contract' },
    ),
  ),
});

const searchResourceSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String({ description: 'Web page of the resource' }),
    ownerId: Type.Optional(Type.String({ description: 'Owning team; for a team, its parent' })),
    ownerName: Type.Optional(Type.String()),
    name: Type.String(),
    resourceType: Type.String(),
    description: Type.String({ description: 'The first 500 characters of the description' }),
    status: orNull(Type.String({ examples: ['active'] })),
    archetype: orNull(
      Type.String({
        examples: ['postgres_table'],
        description: 'Archetype of a data product, type of a team or an asset',
      }),
    ),
    version: orNull(
      Type.String({ examples: ['1.2.0'], description: 'Version that the document declares' }),
    ),
    tags: Type.Array(Type.String()),
    portTypes: Type.Array(Type.String(), { description: 'Types of the output ports of a product' }),
    classifications: Type.Array(Type.String(), {
      description: 'Classifications of the fields of a contract, or of those that a product offers',
    }),
    updatedAt: Type.String({
      format: 'date-time',
      description: 'When the current revision was written',
    }),
    quality: Type.Union([qualitySchema, Type.Null()], {
      description:
        'The newest test on each server of a contract, or of the contracts that a product offers; null without tests',
    }),
    starCount: Type.Optional(
      Type.Integer({ examples: [14], description: 'Stars of a data product' }),
    ),
    starredByMe: Type.Optional(
      Type.Boolean({ description: 'Whether the person of the key has starred the data product' }),
    ),
    exampleOf: Type.Optional(
      Type.Object(
        {
          dataProductId: Type.String({ examples: ['shop-data'] }),
          dataProductName: Type.String({ examples: ['Shop data'] }),
          outputPortId: orNull(Type.String({ examples: ['web-orders'] })),
        },
        { description: 'For an entry of example data: the data product whose data it shows' },
      ),
    ),
    match: Type.Union([matchSchema, Type.Null()], {
      description: 'Why it was found; null without words, or if the reason is not in what is kept',
    }),
  },
  { $id: 'ApiSearchResource' },
);

const facetSchema = Type.Array(
  Type.Object({
    value: Type.String({ description: 'Value for the filter' }),
    name: Type.Optional(
      Type.String({
        description: 'Name of the team, domain, certification, concept or integration',
      }),
    ),
    count: Type.Integer({ description: 'Number of matches with this value' }),
  }),
);

const synonymsSchema = Type.Object({
  words: Type.String({ examples: ['attrition'], description: 'Words of the query' }),
  labels: Type.Array(Type.String(), {
    examples: [['Churn', 'cancellation']],
    description: 'Other labels of the concept, which were searched as well',
  }),
  concept: Type.String({ examples: ['sales/churn'], description: '<namespace>/<concept>' }),
});

/** The answer of a search. */
export const searchAnswerSchema = Type.Object(
  {
    query: Type.String({ description: 'The query as sent' }),
    searchMode: Type.String(),
    answer: Type.Union([Type.String(), Type.Null()], {
      description: 'Always null: no generated answers',
    }),
    results: Type.Array(searchResourceSchema, {
      maxItems: 100,
      description: 'A page of the matches, best first',
    }),
    total: Type.Integer({
      description: 'All matches; above 20,000, this and the facets may be ten seconds old',
    }),
    next: Type.Optional(
      Type.String({ description: 'Value of `after` for the next page; absent on the last one' }),
    ),
    didYouMean: Type.Optional(
      Type.String({
        examples: ['postcode'],
        description:
          'The query with its misspelled words corrected; the results are those of this query',
      }),
    ),
    synonyms: Type.Optional(
      Type.Array(synonymsSchema, {
        description: 'Words of the query that an ontology knows by other words, too',
      }),
    ),
    filters: Type.Optional(
      recordOf(Type.Array(Type.String()), {
        description: 'Filters that the query named, such as `team:checkout`, with their values',
        examples: [{ team: ['checkout'], status: ['active'] }],
      }),
    ),
    facets: Type.Optional(
      Type.Partial(Type.Object(Object.fromEntries(facetNames.map((name) => [name, facetSchema]))), {
        description:
          'Counts over all matches, the 100 most frequent values of each facet. A facet with a filter counts what would match without its own filter',
      }),
    ),
    diagnostics: Type.Optional(
      Type.Object({
        terms: Type.Array(Type.String(), { description: 'Words that were searched for' }),
        matched: Type.String({
          description:
            'everything: without words; words: results contain every term, or are what a sentence asks for; some: none or few resources contain every word, results contain some, those with more and rarer words first; similarity: no resource contains every term, results have similar words; meaning: no resource contains a word, results are close in meaning; nothing: no results',
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
