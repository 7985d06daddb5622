import { Type } from '@sinclair/typebox';
import { checkPatterns } from '../../../domain/test-results/check-pattern.ts';
import { orNull } from '../nullable.ts';
import { verdicts } from './test-results.ts';

/** Parameters of answers with an entry for each day. */
export const dailyQuery = {
  server: Type.Optional(Type.String({ description: 'Only tests of this server' })),
  days: Type.Integer({
    minimum: 1,
    maximum: 366,
    default: 30,
    description: 'How many days back, today included',
  }),
};

const day = {
  date: Type.String({
    examples: ['2026-11-05'],
    description: 'UTC day on which the test started',
  }),
  dataContractVersion: Type.String({
    examples: ['1.4.0'],
    description: 'Version that was tested',
  }),
  revision: orNull(
    Type.Integer({
      minimum: 1,
      examples: [6],
      description: 'Revision of the contract when the test started; null if it is not known',
    }),
  ),
  testResultId: Type.String({
    examples: ['018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'],
    description: 'Newest test of the day; of several servers, the one with the worst result',
  }),
  result: Type.String({
    enum: [...verdicts],
    examples: ['failed'],
    description: 'Result; the worst one of several checks of the same type, and of several servers',
  }),
  failedNumber: orNull(Type.Number({ examples: [90], description: 'Rows that violate the rule' })),
};

const firstFailure = {
  ...day,
  at: Type.String({
    format: 'date-time',
    examples: ['2026-11-05T06:00:00.000Z'],
    description: 'Start of the test',
  }),
};

/** A check on the days on which it was tested. */
export const checkHistorySchema = Type.Object(
  {
    model: orNull(Type.String({ examples: ['orders'], description: 'Table' })),
    field: orNull(
      Type.String({ examples: ['email'], description: 'Field; null for a check of the table' }),
    ),
    type: Type.String({ examples: ['field_required'], description: 'Type of the check' }),
    qualityReference: orNull(
      Type.String({ examples: ['no-gaps'], description: 'Id, else name, of the quality rule' }),
    ),
    name: Type.String({
      examples: ['Check that order_id has no missing values'],
      description: 'Name in the newest test',
    }),
    pattern: Type.String({
      enum: [...checkPatterns],
      examples: ['broken'],
      description:
        'broken: failed in the newest test; flaky: changed three times or more between passing and failing; else passing',
    }),
    failingSince: orNull(
      Type.Object(firstFailure, {
        description:
          'Test with which it began to fail: the first failing one on the first of the days that end with a failure until now, among the days asked for; null if it passes',
      }),
    ),
    days: Type.Array(Type.Object(day), {
      description: 'Days with a test that had the check, oldest first',
    }),
  },
  { $id: 'CheckHistory', description: 'A check of a data contract, with its result on each day' },
);
