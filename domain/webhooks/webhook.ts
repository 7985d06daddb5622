import { Type } from '@sinclair/typebox';
import { readWebhookSecret } from '../../lib/secrets/webhook-signature.ts';
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

/** The body of a webhook. */
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
  { $id: 'StoredWebhookWrite', additionalProperties: true },
);

/** The body of a request, which may leave the address out. */
export const webhookRequestSchema = Type.Object(
  {
    ...webhookWriteSchema.properties,
    url: Type.Optional({
      ...members.url,
      description: `${members.url.description}; left out, the stored one stays`,
    }),
  },
  { $id: 'WebhookWrite', additionalProperties: true },
);

const maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

/** The webhook as clients read it. */
export const webhookSchema = Type.Object(
  {
    id,
    ...members,
    enabled: Type.Boolean(),
    status: Type.String({ description: 'active, failing, paused or disabled' }),
    pausedAt: maybe('Time of the pause; nothing is sent until the webhook is resumed'),
    pausedReason: maybe('Why'),
    failingSince: maybe('First failure of what is still tried'),
    previousSecretUntil: maybe('Until when the former secret signs, too'),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    deliveries: Type.Optional(
      Type.Object(
        {
          pending: count('Deliveries that wait or are tried again', 12),
          delivered: count('Deliveries that the receiver took', 1204),
          failed: count('Deliveries that were given up', 3),
        },
        { description: 'Number of stored deliveries by their status; only with counts=true' },
      ),
    ),
  },
  { $id: 'Webhook', additionalProperties: true },
);

/** Members set by the server: ignored on write. */
export const webhookServerMembers = [
  'status',
  'pausedAt',
  'pausedReason',
  'failingSince',
  'previousSecretUntil',
  'createdAt',
  'updatedAt',
  'deliveries',
  'example',
] as const;

/** The status of a webhook. */
export function webhookStatus(webhook: {
  enabled: boolean;
  pausedAt: Date | null;
  failingSince: Date | null;
}): 'active' | 'failing' | 'paused' | 'disabled' {
  if (!webhook.enabled) return 'disabled';
  if (webhook.pausedAt) return 'paused';
  return webhook.failingSince ? 'failing' : 'active';
}

/** Checks of address and secret beyond the schema. */
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
