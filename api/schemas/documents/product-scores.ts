import { Type } from '@sinclair/typebox';
import { ratings } from '../../../domain/scores/score.ts';
import { orNull } from '../nullable.ts';

const sum = {
  dataProductId: Type.String({ description: 'Id of the data product', examples: ['orders'] }),
  dataProductName: Type.String({ description: 'Name of the data product', examples: ['Orders'] }),
  teamId: orNull(Type.String({ description: 'Owning team', examples: ['checkout'] })),
  score: orNull(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Percentage of the points that it can have; null if no rule applies',
      examples: [80],
    }),
  ),
  rating: orNull(
    Type.String({
      enum: [...ratings],
      description: 'The rating of the score',
      examples: ['good'],
    }),
  ),
  rulesFulfilled: Type.Integer({ description: 'How many rules it fulfills', examples: [6] }),
  rulesApplicable: Type.Integer({
    description: 'How many rules with a weight apply to it',
    examples: [8],
  }),
};

/** An entry of the list of scores. */
export const productScoreSchema = Type.Object(sum, {
  $id: 'DataProductScore',
  description: 'The score of a data product',
});

/** The score of one product with its rules. */
export const explainedScoreSchema = Type.Object(
  {
    ...sum,
    rules: Type.Array(
      Type.Object({
        key: Type.String({ description: 'Key of the rule', examples: ['contract'] }),
        category: Type.String({ description: 'What the rule is about', examples: ['contracts'] }),
        label: Type.String({
          description: 'Name of the rule',
          examples: ['Contract for each output port'],
        }),
        description: Type.String({
          description: 'When the rule is fulfilled',
          examples: ['There is an output port, and each output port names a contract.'],
        }),
        status: Type.String({
          enum: ['passed', 'failed', 'not-applicable'],
          description: 'not-applicable: the rule has no weight, or is not about such products',
          examples: ['failed'],
        }),
        weight: Type.Integer({ description: 'Points that the rule gives', examples: [20] }),
        points: Type.Integer({ description: 'Points that it gave', examples: [0] }),
        advice: orNull(
          Type.String({
            description: 'How to get the points; null unless the rule failed',
            examples: ['Add an output port that names its contract.'],
          }),
        ),
        link: orNull(
          Type.String({
            description: 'The page of the web UI to do it; null unless the rule failed',
            examples: ['https://catalog.example.com/dataproducts/orders'],
          }),
        ),
      }),
      { description: 'All rules, in their fixed order' },
    ),
  },
  { $id: 'ExplainedDataProductScore', description: 'The score of a data product, rule by rule' },
);
