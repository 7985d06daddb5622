import { Type } from '@sinclair/typebox';
import { accessSteps, maxNoteLength } from '../../../domain/access/history.ts';
import { provisioningStatuses } from '../../../domain/access/provisioning.ts';
import { optional, optionalText } from '../../../domain/kinds/resource.ts';

const note = Type.String({
  maxLength: maxNoteLength,
  description: 'A note for both sides; Markdown. It is kept in the history, and is not mailed',
});

/** Optional body of an approval or a rejection. */
export const accessDecisionSchema = Type.Object(
  { note: optional(note) },
  { $id: 'AccessDecision', additionalProperties: true },
);

/** Body of a request for a change. */
export const accessChangeRequestSchema = Type.Object(
  {
    note: Type.String({
      minLength: 1,
      maxLength: maxNoteLength,
      description: 'What is to change, for both sides; Markdown',
    }),
  },
  { $id: 'AccessChangeRequest', additionalProperties: true },
);

/** Optional body of a cancellation. */
export const accessCancelSchema = Type.Object(
  {
    endDate: optionalText('Last active day (YYYY-MM-DD), or an exact date-time; now if omitted'),
    note: optional(note),
  },
  { $id: 'AccessCancel', additionalProperties: true },
);

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

/** An entry of the history of an access. */
export const accessHistoryEntrySchema = Type.Object(
  {
    id: Type.String({
      description: 'Id of the entry, for `after`',
      examples: ['0190a5d2-ac96-774b-bcce-b302099a8057'],
    }),
    at: Type.String({
      format: 'date-time',
      description: 'Time of the step',
      examples: ['2026-03-11T07:30:00.000Z'],
    }),
    step: Type.Unsafe<string>({
      type: 'string',
      enum: [...accessSteps, ...provisioningStatuses],
      description: 'What happened; the last six are reports of provisioning components',
      examples: ['approved'],
    }),
    automatic: Type.Optional(
      Type.Boolean({
        description: 'True if a rule of the output port or of the teams approved it',
      }),
    ),
    principal: text(
      'Author: api-key:<id>, user:<id>; absent for steps by time and by a rule',
      'api-key:0190a5d2-ac96-774b-bcce-b302099a8058',
    ),
    principalName: text('Name of the author', 'ada@example.com'),
    note: text('Note of the author; Markdown', 'Only until the spring.'),
    platform: text('Platform of a report', 'postgres'),
    executor: text('Component that sent a report', 'grants of the shop'),
    reference: text('Grant on the platform', 'grant-42'),
    diagnostics: text(
      'Why a report says that it failed; Markdown, at most 10,000 characters',
      'There is no role **marketing**.',
    ),
  },
  { $id: 'AccessHistoryEntry' },
);

/** The number of consumers of a data product. */
export const consumerCountSchema = Type.Object(
  {
    dataProductId: Type.String({ description: 'The data product', examples: ['web-shop'] }),
    consumerCount: Type.Integer({
      description: 'Teams, people and data products with an active access to one of its ports',
      examples: [4],
    }),
  },
  { $id: 'ConsumerCount' },
);
