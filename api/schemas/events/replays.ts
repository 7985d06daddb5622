import { Type } from '@sinclair/typebox';
import { maxReplayed } from '../../../commands/webhooks/replay-range.ts';
import { replayStates } from '../../../db/tables/webhooks/replays.ts';
import type { ReplayState } from '../../../db/tables/webhooks/replays.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const end = (description: string) =>
  Type.String({
    maxLength: 40,
    pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|\\d{4}-\\d{2}-\\d{2}.*)$',
    'x-must-be': 'the id of an event, or a time like 2026-01-31T12:00:00Z',
    description,
    examples: ['2026-01-31T12:00:00Z'],
  });

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

/** The body of a replay. */
export const replayRequestSchema = Type.Object(
  {
    from: end('Id of the first event, or a time: the events from then on'),
    to: Type.Optional(
      orNull(
        end(
          'Id of the last event, or a time: the events before it; left out, up to the last event that became a delivery',
        ),
      ),
    ),
    types: Type.Optional(
      orNull(
        Type.Array(Type.String({ maxLength: 200 }), {
          minItems: 1,
          maxItems: 200,
          description:
            'Types of events; * at the end stands for any letters; left out, all that the webhook receives',
          examples: [['AccessActivatedEvent']],
        }),
      ),
    ),
    expectedCount: Type.Optional(
      orNull(
        Type.Integer({
          minimum: 0,
          description:
            'Number of events of the dry run; if it differs now, the request is refused with the new count',
          examples: [1204],
        }),
      ),
    ),
  },
  {
    $id: 'ReplayRequest',
    description: 'The events of the feed that are to be sent again to a webhook',
    additionalProperties: false,
  },
);

/** The answer of a dry run. */
export const replayPlanSchema = Type.Object(
  {
    count: count(`Number of events; a replay sends at most ${maxReplayed}`, 1204),
    fromPosition: count('Position of the first event in the feed', 4711),
    toPosition: count('Position of the last event in the feed', 5914),
    types: Type.Array(
      Type.Object({
        type: Type.String({
          description: 'Type without prefix',
          examples: ['AccessActivatedEvent'],
        }),
        count: count('Number of events of this type', 602),
      }),
      { description: 'The events by their type' },
    ),
  },
  { $id: 'ReplayPlan', description: 'What a replay would send' },
);

const instant = Type.String({ format: 'date-time', examples: ['2026-01-31T09:30:00.000Z'] });

/** Events that are sent again to a webhook. */
export const replaySchema = Type.Object(
  {
    id: Type.String({ examples: ['018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'] }),
    webhookId: Type.String({ description: 'Webhook that receives them', examples: ['grants'] }),
    state: Type.Unsafe<ReplayState>({
      type: 'string',
      enum: [...replayStates],
      description:
        'running: deliveries are being made; done: all of them exist, and are sent as any other; cancelled: those that waited were given up',
      examples: ['running'],
    }),
    fromPosition: count('Position of the first event in the feed', 4711),
    toPosition: count('Position of the last event in the feed', 5914),
    types: Type.Array(Type.String(), {
      description: 'Types of events, without prefix',
      examples: [['AccessActivatedEvent']],
    }),
    allTypes: Type.Boolean({ description: 'True if these are all types of its feed' }),
    planned: count('Number of events when it was requested', 1204),
    queued: count('Number of deliveries made so far', 1000),
    pending: count('Deliveries that wait or are tried again', 400),
    delivered: count('Deliveries that the receiver took', 600),
    failed: count('Deliveries that were given up', 0),
    principal: Type.String({
      description: 'Who requested it',
      examples: ['api-key:018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'],
    }),
    principalName: principalNameSchema,
    createdAt: instant,
    endedAt: orNull(
      Type.String({
        format: 'date-time',
        description: 'When its last delivery was made, or it was cancelled',
        examples: ['2026-01-31T09:31:00.000Z'],
      }),
    ),
  },
  { $id: 'WebhookReplay', description: 'Events of the feed that are sent again to a webhook' },
);
