import { Type } from '@sinclair/typebox';
import { readWebhookSecret } from '../../lib/webhook-signature.ts';
import type { Violation } from '../errors.ts';

const id = Type.String({ description: 'Chosen by the caller; equals the path id' });

const members = {
  url: Type.String({
    format: 'uri',
    pattern: '^https?://',
    'x-must-be': 'an address with https or http, like https://example.com/events',
    maxLength: 2000,
    description: 'Where events are posted to, with https or http, without user name and password',
  }),
  events: Type.Array(Type.String({ maxLength: 200 }), {
    minItems: 1,
    maxItems: 200,
    description:
      'Types of events; * at the end stands for any letters. Either of the catalog, with or without prefix (* alone: all of them), or of messaging, e.g. message.created, contact.*',
  }),
};

/** An address that events are sent to. */
export const webhookWriteSchema = Type.Object(
  {
    id: Type.Optional(Type.Union([id, Type.Null()])),
    ...members,
    enabled: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'True when left out; while false, events wait',
      }),
    ),
    secret: Type.Optional(
      Type.Union([Type.String({ maxLength: 200 }), Type.Null()], {
        description:
          'whsec_ and the base64 of 24 to 64 bytes; left out, the stored one stays, and of a new webhook one is made',
      }),
    ),
  },
  { $id: 'WebhookWrite', additionalProperties: true },
);

const maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** The same as it is read. */
export const webhookSchema = Type.Object(
  {
    id,
    ...members,
    enabled: Type.Boolean(),
    status: Type.String({ description: 'active, failing, paused or disabled' }),
    pausedAt: maybe('Since when nothing is sent, until somebody resumes it'),
    pausedReason: maybe('Why'),
    failingSince: maybe('First failure of what is still tried'),
    previousSecretUntil: maybe('Until when the former secret signs, too'),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { $id: 'Webhook', additionalProperties: true },
);

/** Members that the server answers for: ignored when they are written. */
export const webhookServerMembers = [
  'status',
  'pausedAt',
  'pausedReason',
  'failingSince',
  'previousSecretUntil',
  'createdAt',
  'updatedAt',
] as const;

/** How a webhook fares. */
export function webhookStatus(webhook: {
  enabled: boolean;
  pausedAt: Date | null;
  failingSince: Date | null;
}): 'active' | 'failing' | 'paused' | 'disabled' {
  if (!webhook.enabled) return 'disabled';
  if (webhook.pausedAt) return 'paused';
  return webhook.failingSince ? 'failing' : 'active';
}

/** What the schema cannot say about address and secret. */
export function checkWebhook({
  url,
  secret,
}: {
  url: string;
  secret?: string | null;
}): Violation[] {
  const violations: Violation[] = [];
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address) violations.push({ field: 'url', message: 'must be a valid URL' });
  if (address && (address.username !== '' || address.password !== '')) {
    violations.push({ field: 'url', message: 'must not hold a user name or password' });
  }
  if (typeof secret === 'string' && !readWebhookSecret(secret)) {
    const message = "must be 'whsec_' and the base64 of 24 to 64 bytes; leave it out to get one";
    violations.push({ field: 'secret', message });
  }
  return violations;
}
