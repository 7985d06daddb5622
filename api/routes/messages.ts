import { Type } from '@sinclair/typebox';
import { assertMember } from '../../commands/conversations/conversation-request.ts';
import { changeMessage } from '../../commands/messages/change-message.ts';
import { deleteMessage } from '../../commands/messages/delete-message.ts';
import { getMessage } from '../../commands/messages/get-message.ts';
import { readMessages } from '../../commands/messages/read-messages.ts';
import { sendMessage } from '../../commands/messages/send-message.ts';
import { findMessagePosition } from '../../db/tables/messages.ts';
import { listMessages } from '../../db/views/messages.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import { messageObject, messageSchema } from '../../domain/messaging/message.ts';
import { messageTag } from '../../domain/messaging/message-tag.ts';
import { messageChangeSchema, messageCreateSchema } from '../../domain/messaging/message-write.ts';
import { cursorAnswer, cursorQuery, listSchema, readCursorPage } from '../cursor-paging.ts';
import { isNotModified, readPreconditions } from '../entity-tags.ts';
import { readFormValues, valueReaders } from '../form-values.ts';
import { readMessagingBody } from '../messaging-body.ts';
import { messagingDeletion, messagingFormats } from '../messaging-route.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, Route } from '../route.ts';

const tag = 'messages';
const nothing = Type.Object({});
const oneMessage = Type.Object({ id: Type.String({ description: 'Id of the message' }) });
const theMessage = (description: string) => ({ 200: { description, schema: messageSchema } });

/** What commands take of a request. */
function asked({
  principal,
  requestId,
  now,
  services,
}: Pick<ApiRequest<never, never>, 'principal' | 'requestId' | 'now' | 'services'>) {
  return { caller: callerOf(principal), requestId, now, publicUrl: services.settings.publicUrl };
}

const listQuery = Type.Object({
  conversation_id: Type.Optional(
    Type.String({ description: 'Only messages of this conversation; without it, of all' }),
  ),
  mark_read: Type.Boolean({
    default: false,
    description:
      'Whether what is listed counts as read by the caller once it has been answered; also 1 or 0',
  }),
  ...cursorQuery,
});

const listRoute = defineRoute({
  method: 'GET',
  path: '/v1/messages',
  summary: 'List the messages of a conversation, or of all of them, newest first',
  tag,
  access: 'token',
  params: nothing,
  query: listQuery,
  answers: { 200: { description: 'A page of messages', schema: listSchema(messageSchema) } },
  handle: async (request) => {
    const { query, services } = request;
    const { database, settings } = services;
    const who = asked(request);
    const { organizationId, contact } = who.caller;
    const { conversation_id: conversationId, mark_read: marksRead } = query;
    await assertMember(database.knex, who.caller, conversationId);
    const list = { contactId: contact.id, conversationId };
    const page = await readCursorPage(query, (id) =>
      findMessagePosition(database.knex, { organizationId, id }, list),
    );
    const scope = conversationId === undefined ? { contactId: contact.id } : { conversationId };
    const messages = await listMessages(database.knex, organizationId, scope, page);
    const json = cursorAnswer(messages, page, (message) => messageObject(message, settings));
    const messageIds = json.data.map(({ id }) => id);
    return {
      status: 200,
      json,
      ...(marksRead && { onceSent: () => readMessages(database, { ...who, messageIds }) }),
    };
  },
});

const sendRoute = defineRoute({
  method: 'POST',
  path: '/v1/messages',
  summary: 'Send a message to a conversation',
  tag,
  access: 'token',
  params: nothing,
  query: nothing,
  body: { formats: messagingFormats, schema: messageCreateSchema, required: true },
  answers: theMessage('The message as it was sent'),
  handle: async (request) => {
    const wish = await readMessagingBody(request);
    return {
      status: 200,
      json: await sendMessage(request.services.database, { ...asked(request), wish }),
    };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: '/v1/messages/:id',
  summary: 'Get a message; it counts as read by the caller once it has been answered',
  tag,
  access: 'token',
  params: oneMessage,
  query: nothing,
  answers: {
    ...theMessage('The message, as it was before this reading'),
    304: { description: 'It is as If-None-Match says' },
  },
  handle: async (request) => {
    const { params, header, services } = request;
    const { database, settings } = services;
    const who = asked(request);
    const message = await getMessage(database.knex, who.caller, params.id);
    const object = messageObject(message, settings);
    const text = JSON.stringify(object);
    const etag = messageTag(object, text);
    if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
    const messageIds = [message.id];
    return {
      status: 200,
      text,
      headers: { etag },
      onceSent: () => readMessages(database, { ...who, messageIds, now: services.clock.now() }),
    };
  },
});

const changeRoute = defineRoute({
  method: 'PUT',
  path: '/v1/messages/:id',
  summary: 'Change text or attachments of an own message, react to any, or note that it was read',
  tag,
  access: 'token',
  params: oneMessage,
  query: nothing,
  body: { formats: messagingFormats, schema: messageChangeSchema, required: false },
  answers: theMessage('The message as it is now'),
  handle: async (request) => {
    const { params, services } = request;
    const body = await readMessagingBody(request);
    const wish = readFormValues(body, { read_at: valueReaders.time });
    const conditions = readPreconditions(request.header);
    const change = { ...asked(request), id: params.id, wish, conditions };
    const object = await changeMessage(services.database, change);
    const text = JSON.stringify(object);
    return { status: 200, text, headers: { etag: messageTag(object, text) } };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/v1/messages/:id',
  summary: 'Delete a message for good, with its attachments',
  tag,
  access: 'token',
  params: oneMessage,
  query: nothing,
  answers: messagingDeletion.answers,
  handle: async (request) => {
    const { id } = request.params;
    const conditions = readPreconditions(request.header);
    await deleteMessage(request.services.database, { ...asked(request), id, conditions });
    return messagingDeletion.answer(id);
  },
});

/** Messages of conversations. */
export const messageRoutes: readonly Route[] = [
  listRoute,
  sendRoute,
  getRoute,
  changeRoute,
  deleteRoute,
];
