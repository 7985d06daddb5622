import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuseUnknownConversation } from '../../commands/conversations/conversation-request.ts';
import { deleteConversation } from '../../commands/conversations/delete-conversation.ts';
import { findOrBeginConversation } from '../../commands/conversations/find-or-begin-conversation.ts';
import { noteOpened } from '../../commands/conversations/note-opened.ts';
import { updateConversation } from '../../commands/conversations/update-conversation.ts';
import { refuseUnknownGroup } from '../../commands/groups/group-request.ts';
import type { Db } from '../../db/connect.ts';
import { findGroupPosition } from '../../db/tables/contact-group-members.ts';
import {
  findConversation,
  findConversationPosition,
  listConversations,
} from '../../db/views/conversations.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import type { Caller } from '../../domain/messaging/caller.ts';
import {
  conversationChangeSchema,
  conversationObject,
  conversationSchema,
  conversationWishSchema,
} from '../../domain/messaging/conversation.ts';
import { cursorAnswer, cursorQuery, listSchema, readCursorPage } from '../cursor-paging.ts';
import { readFormValues, valueReaders } from '../form-values.ts';
import { readMessagingBody } from '../messaging-body.ts';
import { messagingDeletion, messagingFormats } from '../messaging-route.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});
const access = { tag: 'conversations', access: 'token' } as const;
const path = '/v1/conversations/:id';
const { flag, orNull, seconds } = valueReaders;

const onlyOrWithout = (what: string) =>
  Type.Optional(Type.Boolean({ description: `true or 1: only ${what}; false or 0: only others` }));

const listQuery = Type.Object({
  ...cursorQuery,
  muted: onlyOrWithout('muted ones'),
  archived: onlyOrWithout('archived ones'),
  pinned: onlyOrWithout('ones kept on top'),
  group_id: Type.Optional(Type.String({ description: 'Only that of this group' })),
});

const listRoute = defineRoute({
  ...access,
  method: 'GET',
  path: '/v1/conversations',
  summary: "List the caller's conversations, archived ones among them, the one begun last first",
  params: Type.Object({}),
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

const createRoute = defineRoute({
  ...access,
  method: 'POST',
  path: '/v1/conversations',
  summary: 'Begin a conversation with a contact or of a group, or get the one that there is',
  params: Type.Object({}),
  query: noQuery,
  body: { formats: messagingFormats, schema: conversationWishSchema, required: true },
  answers: { 200: { description: 'The conversation', schema: conversationSchema } },
  handle: async (request) => {
    const { principal, requestId, now, services } = request;
    const body = await readMessagingBody(request);
    const wish = readFormValues(body, { contact_id: orNull, group_id: orNull });
    const wanted = { caller: callerOf(principal), requestId, wish, now };
    const conversation = await findOrBeginConversation(services.database, wanted);
    return { status: 200, json: conversationObject(conversation) };
  },
});

const getRoute = defineRoute({
  ...access,
  method: 'GET',
  path,
  summary: 'Get a conversation; once it was answered, last_opened_at tells that',
  params,
  query: noQuery,
  answers: { 200: { description: 'The conversation', schema: conversationSchema } },
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
});

const putRoute = defineRoute({
  ...access,
  method: 'PUT',
  path,
  summary: 'Change how a conversation looks to the caller, and which message is pinned for all',
  params,
  query: noQuery,
  body: { formats: messagingFormats, schema: conversationChangeSchema, required: true },
  answers: { 200: { description: 'The conversation', schema: conversationSchema } },
  handle: async (request) => {
    const { params, principal, requestId, now, services } = request;
    const wish = readFormValues(await readMessagingBody(request), {
      pinned_message_id: orNull,
      is_pinned: flag,
      is_muted: flag,
      archived_at: seconds,
    });
    const change = { ...params, caller: callerOf(principal), requestId, wish, now };
    const conversation = await updateConversation(services.database, change);
    return { status: 200, json: conversationObject(conversation) };
  },
});

const deleteRoute = defineRoute({
  ...access,
  method: 'DELETE',
  path,
  summary: 'Delete a conversation that the caller began, with all its messages, for all members',
  params,
  query: noQuery,
  answers: messagingDeletion.answers,
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    const request = { id, caller: callerOf(principal), requestId, now };
    await deleteConversation(services.database, request);
    return messagingDeletion.answer(id);
  },
});

/** Conversations of two contacts or of a group, as their members see them. */
export const conversationRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
