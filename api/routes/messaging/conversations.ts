import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuseUnknownConversation } from '../../../commands/contacts/conversation-request.ts';
import { deleteConversation } from '../../../commands/contacts/delete-conversation.ts';
import { findOrBeginConversation } from '../../../commands/contacts/find-or-begin-conversation.ts';
import { noteOpened } from '../../../commands/contacts/note-opened.ts';
import { updateConversation } from '../../../commands/contacts/update-conversation.ts';
import { refuseUnknownGroup } from '../../../commands/contacts/group-request.ts';
import type { Db } from '../../../db/connect.ts';
import { findGroupPosition } from '../../../db/tables/messaging/contact-group-members.ts';
import {
  findConversation,
  findConversationPosition,
  listConversations,
} from '../../../db/views/messaging/conversations.ts';
import { callerOf } from '../../../domain/messaging/caller.ts';
import type { Caller } from '../../../domain/messaging/caller.ts';
import {
  conversationChangeSchema,
  conversationObject,
  conversationSchema,
  conversationRequestSchema,
} from '../../../domain/messaging/conversation.ts';
import {
  cursorAnswer,
  cursorQuery,
  listSchema,
  readCursorPage,
} from '../../http/paging/cursor-paging.ts';
import { readFormValues, valueReaders } from '../../messaging/form-values.ts';
import { readMessagingBody } from '../../messaging/body.ts';
import { messagingDeletion, messagingFormats } from '../../messaging/route.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';

const { flag, orNull, seconds } = valueReaders;

const onlyOrWithout = (what: string) =>
  Type.Optional(Type.Boolean({ description: `true or 1: only ${what}; false or 0: only others` }));

const listQuery = Type.Object({
  ...cursorQuery,
  muted: onlyOrWithout('muted ones'),
  archived: onlyOrWithout('archived ones'),
  pinned: onlyOrWithout('ones kept on top'),
  group_id: Type.Optional(Type.String({ description: 'Only the conversation of this group' })),
});

async function readFilter(
  knex: Db,
  { organizationId, contact }: Caller,
  { muted, archived, pinned, group_id: groupId }: Static<typeof listQuery>,
) {
  if (groupId !== undefined) {
    const position = await findGroupPosition(knex, { organizationId, id: groupId }, contact.id);
    if (position === undefined) refuseUnknownGroup(groupId);
  }
  return { muted, archived, pinned, groupId };
}

/** Conversations of two contacts or of a group, visible to their members. */
export const conversationRoutes: readonly Route[] = collection(
  {
    path: '/v1/conversations/:id',
    noun: 'conversation',
    tag: 'conversations',
    access: 'token',
    schema: conversationSchema,
  },
  {
    list: {
      refuses: ['not_found'],
      summary: "List the caller's conversations, including archived ones, newest first",
      query: listQuery,
      answers: {
        200: { description: 'A page of conversations', schema: listSchema(conversationSchema) },
      },
      handle: async ({ query, principal, services }) => {
        const { organizationId, contact } = callerOf(principal);
        const { knex } = services.database;
        const contactId = contact.id;
        const filter = await readFilter(knex, { organizationId, contact }, query);
        const page = await readCursorPage(query, (conversationId) =>
          findConversationPosition(knex, { organizationId, contactId, conversationId }),
        );
        const member = { organizationId, contactId };
        const conversations = await listConversations(knex, member, filter, page);
        return { status: 200, json: cursorAnswer(conversations, page, conversationObject) };
      },
    },
    create: {
      refuses: ['not_found'],
      summary:
        'Begin a conversation with a contact or of a group, or get the existing conversation',
      body: { formats: messagingFormats, schema: conversationRequestSchema },
      answers: { 200: { description: 'The conversation', schema: conversationSchema } },
      handle: async (request) => {
        const { principal, requestId, now, services } = request;
        const sent = await readMessagingBody(request);
        const body = readFormValues(sent, { contact_id: orNull, group_id: orNull });
        const wanted = { caller: callerOf(principal), requestId, body, now };
        const conversation = await findOrBeginConversation(services.database, wanted);
        return { status: 200, json: conversationObject(conversation) };
      },
    },
    get: {
      summary: 'Get a conversation and record that the caller opened it in last_opened_at',
      handle: async ({ params: { id }, principal, now, services: { database } }) => {
        const caller = callerOf(principal);
        const { organizationId, contact } = caller;
        const key = { organizationId, conversationId: id, contactId: contact.id };
        const found = await findConversation(database.knex, key);
        return {
          status: 200,
          json: conversationObject(found ?? refuseUnknownConversation(id)),
          onceSent: () => noteOpened(database, { caller, id, now }),
        };
      },
    },
    put: {
      summary:
        "Change the caller's settings of a conversation, or the message that is pinned for all",
      body: { formats: messagingFormats, schema: conversationChangeSchema },
      answers: { 200: { description: 'The conversation', schema: conversationSchema } },
      handle: async (request) => {
        const { params, principal, requestId, now, services } = request;
        const body = readFormValues(await readMessagingBody(request), {
          pinned_message_id: orNull,
          is_pinned: flag,
          is_muted: flag,
          archived_at: seconds,
        });
        const change = { ...params, caller: callerOf(principal), requestId, body, now };
        const conversation = await updateConversation(services.database, change);
        return { status: 200, json: conversationObject(conversation) };
      },
    },
    delete: {
      summary:
        'Delete a conversation that the caller began, with all its messages, for all members',
      answers: messagingDeletion.answers,
      handle: async ({ params: { id }, principal, requestId, now, services }) => {
        const request = { id, caller: callerOf(principal), requestId, now };
        await deleteConversation(services.database, request);
        return messagingDeletion.answer(id);
      },
    },
  },
);
