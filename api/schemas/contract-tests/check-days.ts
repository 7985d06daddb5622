import { Type } from '@sinclair/typebox';
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

/** A check of a table or field on the days on which it was tested. */
export const checkHistorySchema = Type.Object(
  {
    type: Type.String({ examples: ['field_required'], description: 'Type of the check' }),
    qualityReference: orNull(
      Type.String({ examples: ['no-gaps'], description: 'Id, else name, of the quality rule' }),
    ),
    days: Type.Array(
      Type.Object({
        date: Type.String({
          examples: ['2026-11-05'],
          description: 'UTC day on which the test started',
        }),
        dataContractVersion: Type.String({
          examples: ['1.4.0'],
          description: 'Version that was tested',
        }),
        result: Type.String({
          enum: [...verdicts],
          examples: ['failed'],
          description: 'Result; the worst one of several checks of the same type',
        }),
        failedNumber: orNull(
          Type.Number({ examples: [90], description: 'Rows that violate the rule' }),
        ),
      }),
      { description: 'Days with a test that had the check, oldest first' },
    ),
  },
  { $id: 'CheckHistory', description: 'A check of a table or field, with its result on each day' },
);
