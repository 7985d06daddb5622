import { Type } from '@sinclair/typebox';
import { deliveryStatuses } from '../../db/tables/webhook-deliveries.ts';
import type { DeliveryStatus } from '../../db/tables/webhook-deliveries.ts';
import { webhookSchema } from '../../domain/webhooks/webhook.ts';

const maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const secret = Type.String({ description: 'Shown only now; Standard Webhooks says how it signs' });

/** Of a PUT that made a secret. */
export const webhookCreatedSchema = Type.Object(
  { ...webhookSchema.properties, secret },
  { $id: 'WebhookCreated', additionalProperties: true },
);

export const rotatedSecretSchema = Type.Object(
  {
    secret,
    previousSecretUntil: maybe(
      'Until then every message carries the signatures of both; null when the former one cannot be read any more',
    ),
  },
  { $id: 'WebhookSecret' },
);

export const deliveryStatusSchema = Type.Unsafe<DeliveryStatus>({
  type: 'string',
  enum: [...deliveryStatuses],
});

/** An event that was, or is to be, sent to a webhook. */
export const webhookDeliverySchema = Type.Object(
  {
    id: Type.String(),
    eventId: Type.String({ description: 'Id of the event, and the webhook-id' }),
    eventType: Type.String(),
    subject: Type.String({ description: 'Id of what changed' }),
    subjectKind: Type.String(),
    isTest: Type.Boolean(),
    status: deliveryStatusSchema,
    attempts: Type.Integer(),
    nextAttemptAt: maybe('Not before; only while it is pending'),
    lastStatus: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status' }),
    lastError: maybe('Why the last attempt failed'),
    lastAnswer: maybe('At most the first kilobyte of the last answer'),
    firstAttemptAt: maybe('When it was first sent'),
    lastAttemptAt: maybe('When it was last sent'),
    deliveredAt: maybe('When the receiver took it'),
    createdAt: Type.String(),
  },
  { $id: 'WebhookDelivery' },
);
