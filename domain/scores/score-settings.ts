import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';
import { validateWith } from '../validation/validation.ts';
import { scoreRules } from './score-rules.ts';

const percent = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: 100, description, examples: [example] });

const bandsSchema = Type.Object(
  {
    excellent: percent('Lowest score that is rated excellent', 90),
    good: percent('Lowest score that is rated good', 70),
    fair: percent('Lowest score that is rated fair; lower ones are poor', 50),
  },
  { additionalProperties: false, description: 'Ratings of scores' },
);

const keySchema = Type.String({ description: 'Key of the rule', examples: ['contract'] });
const weightSchema = percent('Points of the rule; 0 switches it off', 20);

/** A rule with the weight that holds. */
export const weighedRuleSchema = Type.Object(
  {
    key: keySchema,
    category: Type.String({ description: 'What the rule is about', examples: ['contracts'] }),
    label: Type.String({
      description: 'Name of the rule',
      examples: ['Contract for each output port'],
    }),
    description: Type.String({
      description: 'When the rule is fulfilled',
      examples: ['There is an output port, and each output port names a contract that exists.'],
    }),
    weight: weightSchema,
    defaultWeight: percent('Points unless the organization says otherwise', 20),
  },
  { $id: 'DataProductScoreRule', description: 'One rule of the score of data products' },
);

const { key: _, weight: __, ...readMembers } = weighedRuleSchema.properties;

/** The score settings as clients send them: they may send back what they have read, and nothing that is unknown. */
export const scoreSettingsSchema = Type.Object(
  {
    ratingBands: Type.Optional(Type.Union([bandsSchema, Type.Null()])),
    rules: Type.Optional(
      Type.Union([
        Type.Array(
          Type.Object(
            {
              key: keySchema,
              weight: weightSchema,
              ...Type.Partial(Type.Object(readMembers)).properties,
            },
            {
              additionalProperties: false,
              description:
                'The weight of a rule; its other members are those of the answer, and are ignored',
            },
          ),
          { maxItems: 50, description: 'Rules that are left out keep their default weight' },
        ),
        Type.Null(),
      ]),
    ),
  },
  {
    $id: 'DataProductScoreSettingsWrite',
    description: 'Weights of the rules of scores, and the ratings; replaces those of before',
    additionalProperties: false,
  },
);

/** The score settings as they hold. */
export const scoreSettingsReadSchema = Type.Object(
  {
    ratingBands: bandsSchema,
    rules: Type.Array(weighedRuleSchema, { description: 'All rules, in their fixed order' }),
  },
  {
    $id: 'DataProductScoreSettings',
    description: 'Weights of the rules of scores, and the ratings',
  },
);

export type ScoreSettings = Static<typeof scoreSettingsReadSchema>;
type Sent = Static<typeof scoreSettingsSchema>;

const defaultBands = { excellent: 90, good: 70, fair: 50 };

/** The settings that hold: the stored ones (JSON text) over the defaults. */
export function scoreSettingsOf(body: string | undefined): ScoreSettings {
  const stored = JSON.parse(body ?? '{}') as Sent;
  const weights = new Map((stored.rules ?? []).map(({ key, weight }) => [key, weight]));
  return {
    ratingBands: stored.ratingBands ?? defaultBands,
    rules: scoreRules.map(({ key, category, label, description, weight }) => ({
      key,
      category,
      label,
      description,
      weight: weights.get(key) ?? weight,
      defaultWeight: weight,
    })),
  };
}

/** Problems of sent settings: unknown and repeated rules, ratings out of order, and no rule with a weight. */
export function scoreSettingsProblems(document: unknown): Violation[] {
  const violations = validateWith(scoreSettingsSchema, document);
  if (violations.length > 0) return violations;
  const sent = document as Sent;
  const problems = [...problemsOfRules(sent), ...problemsOfBands(sent)];
  if (problems.length > 0) return problems;
  const isOff = scoreSettingsOf(JSON.stringify(sent)).rules.every(({ weight }) => weight === 0);
  return isOff
    ? [{ field: 'rules', message: 'must leave at least one rule a weight above 0' }]
    : [];
}

function problemsOfRules({ rules }: Sent): Violation[] {
  const known: readonly string[] = scoreRules.map(({ key }) => key);
  const keys = (rules ?? []).map(({ key }) => key);
  return keys.flatMap((key, index) => {
    const field = `rules[${index}].key`;
    if (!known.includes(key)) return [{ field, message: `must be one of ${known.join(', ')}` }];
    return keys.indexOf(key) === index ? [] : [{ field, message: 'is in the list twice' }];
  });
}

function problemsOfBands({ ratingBands }: Sent): Violation[] {
  if (!ratingBands) return [];
  const { excellent, good, fair } = ratingBands;
  return excellent > good && good > fair
    ? []
    : [{ field: 'ratingBands', message: 'must fall: excellent above good, good above fair' }];
}
