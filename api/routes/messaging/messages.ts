import { Type } from '@sinclair/typebox';
import { assertMember } from '../../../commands/contacts/conversation-request.ts';
import { changeMessage } from '../../../commands/messages/change-message.ts';
import { deleteMessage } from '../../../commands/messages/delete-message.ts';
import { getMessage } from '../../../commands/messages/get-message.ts';
import { readMessages } from '../../../commands/messages/read-messages.ts';
import { sendMessage } from '../../../commands/messages/send-message.ts';
import { findMessagePosition } from '../../../db/tables/messaging/messages.ts';
import { listMessages } from '../../../db/views/messaging/messages.ts';
import { callerOf } from '../../../domain/messaging/caller.ts';
import { messageObject, messageSchema } from '../../../domain/messaging/message.ts';
import { messageTag } from '../../../domain/messaging/message-tag.ts';
import {
  messageChangeSchema,
  messageCreateSchema,
} from '../../../domain/messaging/message-write.ts';
import {
  cursorAnswer,
  cursorQuery,
  listSchema,
  readCursorPage,
} from '../../http/paging/cursor-paging.ts';
import { isNotModified, preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { readFormValues, valueReaders } from '../../messaging/form-values.ts';
import { readMessagingBody } from '../../messaging/body.ts';
import { messagingDeletion, messagingFormats } from '../../messaging/route.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import type { ApiRequest } from '../../exchange.ts';

const oneMessage = Type.Object({ id: Type.String({ description: 'Id of the message' }) });
const theMessage = (description: string) => ({ 200: { description, schema: messageSchema } });

/** The parts of a request that every command of messages needs. */
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
    description: 'Marks the listed messages as read by the caller; also 1 or 0',
  }),
  ...cursorQuery,
});

/** Messages of conversations. */
export const messageRoutes: readonly Route[] = collection(
  {
    path: '/v1/messages/:id',
    params: oneMessage,
    noun: 'message',
    tag: 'messages',
    access: 'token',
  },
  {
    list: {
      refuses: ['not_found'],
      summary: 'List the messages of a conversation, or of all of them, newest first',
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
    },
    create: {
      refuses: ['already_attached', 'not_found', 'permission_denied'],
      summary: 'Send a message to a conversation',
      body: { formats: messagingFormats, schema: messageCreateSchema },
      answers: theMessage('The message as it was sent'),
      handle: async (request) => {
        const body = await readMessagingBody(request);
        return {
          status: 200,
          json: await sendMessage(request.services.database, { ...asked(request), body }),
        };
      },
    },
    get: {
      summary: 'Get a message and mark it as read by the caller',
      answers: {
        ...theMessage('The message, as it was before this reading'),
        304: { description: 'The client already has the current message' },
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
    },
    put: {
      takes: preconditionHeaders,
      sends: ['etag'],
      refuses: ['already_attached'],
      summary:
        'Change text or attachments of your own message, react to a message, or mark it as read',
      body: { formats: messagingFormats, schema: messageChangeSchema, required: false },
      answers: theMessage('The message as it is now'),
      handle: async (request) => {
        const { params, services } = request;
        const sent = await readMessagingBody(request);
        const body = readFormValues(sent, { read_at: valueReaders.time });
        const conditions = readPreconditions(request.header);
        const change = { ...asked(request), id: params.id, body, conditions };
        const object = await changeMessage(services.database, change);
        const text = JSON.stringify(object);
        return { status: 200, text, headers: { etag: messageTag(object, text) } };
      },
    },
    delete: {
      takes: preconditionHeaders,
      summary: 'Delete a message permanently, with its attachments',
      answers: messagingDeletion.answers,
      handle: async (request) => {
        const { id } = request.params;
        const conditions = readPreconditions(request.header);
        await deleteMessage(request.services.database, { ...asked(request), id, conditions });
        return messagingDeletion.answer(id);
      },
    },
  },
);
