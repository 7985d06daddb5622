import { Type } from '@sinclair/typebox';
import { maxCountedLag } from '../../../db/views/webhooks/feed-readers.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] });

const reader = Type.Object(
  {
    form: Type.Unsafe<string>({
      type: 'string',
      enum: ['poll', 'stream', 'webhook'],
      description: 'poll: separate requests; stream: server-sent events; webhook: deliveries',
      examples: ['poll'],
    }),
    feed: Type.Unsafe<string>({
      type: 'string',
      enum: ['catalog', 'messaging'],
      description: 'The feed that it reads; each has its own positions',
      examples: ['catalog'],
    }),
    name: orNull(
      Type.String({
        description: 'Name of the key or person, or id of the webhook; null if it was deleted',
        examples: ['Warehouse grants'],
      }),
    ),
    principal: orNull(
      Type.String({
        description: 'Whose key or session reads; null for a webhook',
        examples: ['api-key:018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'],
      }),
    ),
    principalName: principalNameSchema,
    webhookId: orNull(
      Type.String({ description: 'The webhook; null for others', examples: ['grants'] }),
    ),
    status: Type.Unsafe<string>({
      type: 'string',
      enum: ['active', 'silent', 'failing', 'paused', 'disabled'],
      description:
        'silent: a stream that has ended, or a client that has not polled for 5 minutes; failing, paused and disabled as of webhooks',
      examples: ['active'],
    }),
    agent: orNull(
      Type.String({ description: 'User-Agent of the client', examples: ['python-httpx/0.28'] }),
    ),
    types: orNull(
      Type.Array(Type.String(), {
        description: 'Types of events that it reads, without prefix; null for all',
        examples: [['AccessActivatedEvent']],
      }),
    ),
    position: Type.Integer({
      description: 'Position of the last event that it was sent, or that became a delivery',
      examples: [4711],
    }),
    lagEvents: Type.Integer({
      description: `Events that it has not read yet, counted up to ${maxCountedLag}; for a webhook also deliveries that wait`,
      examples: [12],
    }),
    lagSeconds: Type.Number({
      description: 'Age of the oldest of these events in seconds; 0 if there is none',
      examples: [3.2],
    }),
    firstSeenAt: orNull(instant('When it first read; null for webhooks')),
    lastSeenAt: orNull(instant('When it last read or was last sent something; null if never')),
  },
  { $id: 'FeedReader', description: 'A client or webhook that reads the feed, and how far it is' },
);

/** Who reads the feed. */
export const feedReadersSchema = Type.Object(
  {
    checkedAt: instant('Time of the answer'),
    headPosition: Type.Integer({
      description: "Position of the last event of the organization's feed; 0 if it is empty",
      examples: [4723],
    }),
    headEventId: orNull(
      Type.String({
        description: 'Id of that event',
        examples: ['018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57'],
      }),
    ),
    headAt: orNull(instant('Time of that event')),
    readers: Type.Array(reader, {
      description: 'At most 500 clients, those seen last, and all webhooks; largest lag first',
    }),
  },
  { $id: 'FeedReaders', description: 'The readers of the feed with their positions and lag' },
);
