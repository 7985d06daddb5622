import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { attachmentSchema } from '../../domain/messaging/attachments/attachment.ts';
import { contactSchema } from '../../domain/messaging/contact.ts';
import { eventConversationSchema } from '../../domain/messaging/conversation.ts';
import { messagingEventTypes } from '../../domain/messaging/event-types.ts';
import type { MessagingSubject } from '../../domain/messaging/event-types.ts';
import { groupSchema } from '../../domain/messaging/group.ts';
import { messageSchema } from '../../domain/messaging/message.ts';
import { statusOfCode } from '../http/errors/error-codes.ts';
import { messagingErrorSchema, messagingStatus } from '../http/errors/messaging-error.ts';
import type { Interface } from '../openapi/interface.ts';
import { operationName } from '../operation-name.ts';

const meanings: Readonly<Record<number, string>> = {
  400: 'The body, a field, a query parameter or the Idempotency-Key is wrong; `message` names it',
  401: 'The token is missing or unknown, has expired or was revoked',
  403: 'Only another contact is allowed to do this',
  404: 'There is no object with this id that you have access to',
  409: 'The object already exists, an attachment is on another message, or the same Idempotency-Key is being handled',
  412: 'The object has changed since the revision in If-Match',
  413: 'The body is too large',
  415: 'The content type, charset or encoding is not supported',
  429: 'Too many of your requests of this kind are running; Retry-After says when to try again',
  503: 'The database or the storage of files does not answer; Retry-After says when to try again',
};

const objectSchemas: Record<MessagingSubject, TSchema> = {
  message: messageSchema,
  conversation: eventConversationSchema,
  contact: contactSchema,
  group: groupSchema,
  attachment: attachmentSchema,
};

const deletedSchema = Type.Object(
  {
    id: Type.String(),
    conversation_id: Type.Optional(Type.String({ description: 'Of messages' })),
    deleted: Type.Literal(true),
  },
  {
    $id: 'Gone',
    description:
      'Once the object is permanently deleted, earlier events contain only these members too',
  },
);

function eventSchema(type: (typeof messagingEventTypes)[number]): TSchema {
  const [subject] = type.split('.') as [MessagingSubject];
  const payload = type.endsWith('.deleted')
    ? deletedSchema
    : Type.Union([objectSchemas[subject], deletedSchema]);
  return Type.Object({
    id: Type.String({ description: 'Id of the event, the same in every delivery' }),
    type: Type.Literal(type),
    payload,
  });
}

const signature = {
  name: 'x-protocol-signature',
  in: 'header',
  required: true,
  description:
    'Hexadecimal HMAC-SHA256 of the body bytes, keyed with the complete secret of the webhook (whsec_…)',
  schema: { type: 'string' },
};

/** The parts of the description of /v1 that are not routes. */
export const messagingInterface: Interface = {
  title: 'Concordat messaging',
  description:
    'Messages of conversations between contacts. Bodies are forms with bracket notation, multipart or JSON; timestamps are Unix seconds.',
  tags: {
    messages: 'Messages of conversations, and their stream',
    attachments: 'Files and links of messages',
    contacts: 'Participants of messaging',
    conversations: 'Conversations with a contact or a group',
    groups: 'Groups of contacts',
    webhooks: 'Events that are sent to the webhooks of contacts',
    meta: 'Explanations of errors, and descriptions of this interface',
  },
  error: { schema: messagingErrorSchema, contentType: 'application/json' },
  statusOf: (code) => messagingStatus(statusOfCode(code)),
  errorOf: (status) => ({
    name: `Error${status}`,
    description: meanings[status] ?? 'The request failed; `message` explains why',
    schema: messagingErrorSchema,
  }),
  webhooks: messagingEventTypes.map((type) => ({
    name: type,
    operationId: operationName('receive', type.replace('.', ' ')),
    tag: 'webhooks',
    summary: `Receive ${type}`,
    description: `Sent to webhooks that subscribe to ${type}.`,
    parameters: [signature],
    schema: eventSchema(type),
  })),
  further: [],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'Token of a contact' },
  },
};
