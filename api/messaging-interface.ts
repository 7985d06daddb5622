import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { attachmentSchema } from '../domain/messaging/attachment.ts';
import { contactSchema } from '../domain/messaging/contact.ts';
import { toldConversationSchema } from '../domain/messaging/conversation.ts';
import { messagingEventTypes } from '../domain/messaging/event-types.ts';
import type { MessagingSubject } from '../domain/messaging/event-types.ts';
import { groupSchema } from '../domain/messaging/group.ts';
import { messageSchema } from '../domain/messaging/message.ts';
import { messagingErrorSchema } from './messaging-error.ts';
import type { Interface } from './openapi.ts';
import type { Route } from './route.ts';

const errors = {
  400: 'The body, a field, a query parameter or the Idempotency-Key is wrong; `message` names it',
  401: 'The token is missing or unknown, has expired or was revoked',
  403: 'It is another contact’s to do',
  404: 'There is nothing of this id that you take part in',
  409: 'It exists already, an attachment is on another message, or the same Idempotency-Key is being handled',
  412: 'It has changed since it was read, as If-Match says',
  413: 'The body is too large',
};

/** Which errors the declaration of a route leads one to expect; others are under `default`. */
function errorsOf({ method, path, access, body, params, query }: Route): number[] {
  if (access !== 'token') return [];
  const hasBody = body !== undefined;
  const isChange = method === 'PUT' || method === 'DELETE';
  const namesOthers =
    Object.keys(params.properties).length > 0 ||
    ['conversation_id', 'group_id'].some((name) => name in query.properties);
  const expected: [number, boolean][] = [
    [400, hasBody || Object.keys(query.properties).length > 0],
    [401, true],
    [403, isChange],
    [404, namesOthers || hasBody],
    [409, method === 'POST' || (hasBody && path === '/v1/messages/:id')],
    [412, takesConditions({ path, method })],
    [413, hasBody],
  ];
  return expected.flatMap(([status, isExpected]) => (isExpected ? [status] : []));
}

function takesConditions({ path, method }: Pick<Route, 'path' | 'method'>): boolean {
  return path === '/v1/messages/:id' && (method === 'PUT' || method === 'DELETE');
}

/** Headers that routes read besides the token. */
function headersOf({ path, method }: Route): object[] {
  if (path === '/v1/messages/stream') {
    return [
      header('Last-Event-ID', 'The id of the last event that came: the stream goes on behind it'),
    ];
  }
  if (takesConditions({ path, method })) {
    return [header('If-Match', 'The ETag of the message as it was read: 412 when it has changed')];
  }
  if (path === '/v1/attachments/:id/file') {
    return [
      header('Range', 'One range of bytes, such as bytes=0-1023: 206 with these, or 416'),
      header('If-Range', 'The ETag of the file as it was read: all of it when it has changed'),
    ];
  }
  if (method !== 'POST') return [];
  return [header('Idempotency-Key', 'A repeated request gets the first answer again, for a day')];
}

function header(name: string, description: string): object {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

const told: Record<MessagingSubject, TSchema> = {
  message: messageSchema,
  conversation: toldConversationSchema,
  contact: contactSchema,
  group: groupSchema,
  attachment: attachmentSchema,
};

const goneSchema = Type.Object(
  {
    id: Type.String(),
    conversation_id: Type.Optional(Type.String({ description: 'Of messages' })),
    deleted: Type.Literal(true),
  },
  {
    $id: 'Gone',
    description:
      'Also events before the deletion tell no more, once the object is deleted for good',
  },
);

function eventSchema(type: (typeof messagingEventTypes)[number]): TSchema {
  const [subject] = type.split('.') as [MessagingSubject];
  const payload = type.endsWith('.deleted') ? goneSchema : Type.Union([told[subject], goneSchema]);
  return Type.Object({
    id: Type.String({ description: 'Of the event, however often it is sent' }),
    type: Type.Literal(type),
    payload,
  });
}

const signature = {
  ...header(
    'x-protocol-signature',
    'Hexadecimal HMAC-SHA256 of the bytes of the body, with the whole secret of the webhook (whsec_…) as key',
  ),
  required: true,
};

/** What the description of /v1 says besides its routes. */
export const messagingInterface: Interface = {
  title: 'Concordat messaging',
  description:
    'Messages of conversations between contacts. Bodies are forms with bracket notation, multipart or JSON; timestamps are Unix seconds.',
  error: {
    schema: messagingErrorSchema,
    contentType: 'application/json',
    description: 'The request failed; `message` says why',
  },
  errors,
  errorsOf,
  headersOf,
  webhooks: messagingEventTypes.map((type) => ({
    name: type,
    summary: `A webhook for ${type} gets this`,
    parameters: [signature],
    schema: eventSchema(type),
  })),
  further: [],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'Token of a contact' },
  },
};
