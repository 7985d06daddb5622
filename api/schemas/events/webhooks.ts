import { Type } from '@sinclair/typebox';
import { deliveryStatuses } from '../../../db/tables/webhooks/deliveries.ts';
import type { DeliveryStatus } from '../../../db/tables/webhooks/deliveries.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';
import { webhookSchema } from '../../../domain/webhooks/webhook.ts';

const maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const secret = Type.String({
  description: 'Shown only once; the secret for signatures of Standard Webhooks',
});

/** Member of a listed webhook whose sealed text cannot be opened. */
export const unreadable = Type.Optional(
  Type.String({
    description:
      'Why the address cannot be read; PUT the webhook again, or put the former key into SECRET_KEY_PREVIOUS. Missing if the address is readable',
  }),
);

/** A webhook in a list: a webhook sealed with a lost key does not block the list. */
export const listedWebhookSchema = Type.Object(
  {
    ...webhookSchema.properties,
    url: maybe('Where events are posted to; null if the address cannot be read'),
    unreadable,
  },
  { $id: 'ListedWebhook', additionalProperties: true },
);

const example = Type.Object(
  {
    headers: recordOf(Type.String(), { description: 'Headers of the message' }),
    body: Type.String({ description: 'Body of the message, byte for byte' }),
    signedContent: Type.String({
      description:
        'What webhook-signature signs: webhook-id, webhook-timestamp and the body, joined with dots',
    }),
  },
  {
    $id: 'SignatureExample',
    description:
      'A message that is signed with the secret and never sent: a receiver must accept its signature',
  },
);

/** The answer of a PUT that created a secret. */
export const webhookCreatedSchema = Type.Object(
  { ...webhookSchema.properties, secret, example },
  { $id: 'WebhookCreated', additionalProperties: true },
);

export const rotatedSecretSchema = Type.Object(
  {
    secret,
    example,
    previousSecretUntil: maybe(
      'Until then, every message is signed with both secrets; null if the former secret cannot be read',
    ),
  },
  { $id: 'WebhookSecret' },
);

/** The answer to a test of a webhook. */
export const startedDeliverySchema = Type.Object(
  { id: Type.String({ description: 'Id of the delivery, as in its list' }) },
  { $id: 'StartedDelivery' },
);

export const deliveryStatusSchema = Type.Unsafe<DeliveryStatus>({
  type: 'string',
  enum: [...deliveryStatuses],
});

const delivery = {
  id: Type.String(),
  eventId: Type.String({ description: 'Id of the event, sent as webhook-id' }),
  eventType: Type.String(),
  subject: Type.String({ description: 'Id of the resource that changed' }),
  subjectName: maybe('Its name, also after its deletion; null if it has none'),
  subjectKind: Type.String(),
  isTest: Type.Boolean(),
  status: deliveryStatusSchema,
  attempts: Type.Integer(),
  nextAttemptAt: maybe('Earliest time of the next attempt; only while the delivery is pending'),
  lastStatus: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status' }),
  lastError: maybe('Why the last attempt failed'),
  lastAnswer: maybe('First 1,024 characters of the last answer'),
  lastDurationMs: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Milliseconds from the last request to its answer',
    examples: [182],
  }),
  replayId: maybe('Id of the replay that made the delivery; null for events as they came'),
  firstAttemptAt: maybe('Time of the first attempt'),
  lastAttemptAt: maybe('Time of the last attempt'),
  deliveredAt: maybe('Time of the successful delivery'),
  createdAt: Type.String(),
};

/** An event that was sent, or is to be sent, to a webhook. */
export const webhookDeliverySchema = Type.Object(delivery, { $id: 'WebhookDelivery' });

const headers = recordOf(Type.String(), {
  description: 'Headers; … stands for secrets and signatures',
  examples: [{ 'content-type': 'application/cloudevents+json', 'webhook-signature': '…' }],
});

/** A delivery with the request and the answer of its last attempt. */
export const webhookExchangeSchema = Type.Object(
  {
    ...delivery,
    request: Type.Union(
      [
        Type.Object({
          method: Type.Literal('POST'),
          origin: maybe('Where it was sent to, without the path, which may be a secret'),
          headers,
          body: maybe('Body that the event gives; null if the event is no longer kept'),
          bodyAsSent: Type.Boolean({
            description:
              'True if exactly this body was sent; false if settings or the event have changed since',
            examples: [true],
          }),
        }),
        Type.Null(),
      ],
      { description: 'The last request; null if nothing could be sent yet' },
    ),
    response: Type.Union(
      [
        Type.Object({
          status: Type.Integer({ description: 'HTTP status', examples: [502] }),
          headers,
          body: Type.String({
            description: 'First 16 kB of the body, as text that nothing may run',
            examples: ['<h1>Bad gateway</h1>'],
          }),
          isCut: Type.Boolean({ description: 'True if the body goes on', examples: [false] }),
        }),
        Type.Null(),
      ],
      { description: 'The answer to it; null if there was none' },
    ),
  },
  {
    $id: 'WebhookExchange',
    description: 'A delivery with the request and the answer of its last attempt',
  },
);

/** The same in the list of an event. */
export const eventDeliverySchema = Type.Object(
  {
    webhookId: Type.String({ description: 'Webhook that receives it', examples: ['grants'] }),
    ...delivery,
  },
  { $id: 'EventDelivery', description: 'A delivery of an event to one of the webhooks' },
);
