import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuseUnknownConversation } from '../../../../commands/contacts/conversation-request.ts';
import type { Db } from '../../../../db/connect.ts';
import {
  conversationShows,
  findPageConversation,
  listPageConversations,
} from '../../../../db/views/messaging/page-conversations.ts';
import { listPrincipalNames } from '../../../../db/views/organizations/principal-names.ts';
import { listPageMembers } from '../../../../db/views/messaging/page-people.ts';
import { searchMessages } from '../../../../db/views/messaging/message-search.ts';
import { findMessages } from '../../../../db/views/messaging/messages.ts';
import { refuse } from '../../../../domain/errors.ts';
import { contactPrincipal } from '../../../../domain/messaging/caller.ts';
import { excerptAround } from '../../../../domain/messaging/excerpt.ts';
import { isMessagingId } from '../../../../domain/messaging/ids.ts';
import type { Principal } from '../../../../domain/principal.ts';
import { cutPage, nextLink } from '../../../http/paging/paging.ts';
import { contactOfCaller } from '../../../messaging/as-person.ts';
import { presentConversation, presentConversationDetail } from '../../../present/page-messaging.ts';
import { defineRoute } from '../../../route.ts';
import type { Route } from '../../../route.ts';
import {
  conversationDetailSchema,
  messageSearchSchema,
  pageConversationSchema,
} from '../../../schemas/ui/messaging.ts';

const path = '/ui/messaging/conversations';
const tag = 'web ui';
const access = 'session';

const size = (usual: number) =>
  Type.Integer({ minimum: 1, maximum: 100, default: usual, description: 'Entries per page' });

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listOwnConversations',
  refuses: ['permission_denied'],
  summary:
    'List the conversations of the signed-in person with names and last messages: pinned ones first, then by the last message',
  tag,
  access,
  query: Type.Object({
    show: Type.Unsafe<(typeof conversationShows)[number]>({
      type: 'string',
      enum: [...conversationShows],
      default: 'active',
      description: 'active: all but archived ones',
    }),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name' })),
    after: Type.Optional(
      Type.String({ description: 'Where the previous page ended, as the Link header gives it' }),
    ),
    size: size(50),
  }),
  answers: {
    200: { description: 'The conversations', schema: Type.Array(pageConversationSchema) },
  },
  handle: async ({ query, url, principal, services: { database } }) => {
    const { organizationId } = principal;
    const contact = await contactOfCaller(database.knex, principal);
    const after = readPosition(query.after);
    const rows = contact
      ? await listPageConversations(
          database.knex,
          { organizationId, contactId: contact.id },
          { show: query.show, name: query.q },
          { after, limit: query.size + 1 },
        )
      : [];
    const { shown, link } = cutPage(rows, { url, query: { size: query.size } }, positionOf);
    return { status: 200, headers: { link }, json: shown.map(presentConversation) };
  },
});

type Position = { isPinned: boolean; activity: number };

const positionOf = ({ isPinned, activity }: Position) =>
  `${isPinned ? 'pinned' : 'other'}-${activity}`;

function readPosition(after: string | undefined): Position | undefined {
  if (after === undefined) return undefined;
  const [, group, digits] = /^(pinned|other)-(\d{1,15})$/.exec(after) ?? [];
  if (digits === undefined) {
    refuse('bad_request', `after=${after} is no position of this list; begin again without it.`);
  }
  return { isPinned: group === 'pinned', activity: Number(digits) };
}

async function demandConversation(knex: Db, principal: Principal, id: string) {
  const { organizationId } = principal;
  const caller = await contactOfCaller(knex, principal);
  const contact = isMessagingId(id) && caller ? caller : refuseUnknownConversation(id);
  const found = await findPageConversation(knex, { organizationId, contactId: contact.id }, id);
  return { contact, conversation: found ?? refuseUnknownConversation(id) };
}

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/:id`,
  name: 'getOwnConversation',
  refuses: ['not_found', 'permission_denied'],
  summary:
    'Get a conversation of the signed-in person with its members, without marking it as opened',
  tag,
  access,
  answers: { 200: { description: 'The conversation', schema: conversationDetailSchema } },
  handle: async ({ params: { id }, principal, services: { database } }) => {
    const { knex } = database;
    const { contact, conversation } = await demandConversation(knex, principal, id);
    const members = await listPageMembers(knex, principal.organizationId, id);
    return { status: 200, json: presentConversationDetail(conversation, members, contact.id) };
  },
});

const searchRoute = defineRoute({
  method: 'GET',
  path: `${path}/:id/search`,
  name: 'searchOwnConversation',
  refuses: ['not_found', 'permission_denied'],
  summary:
    'Search the messages of a conversation, newest first; a page reads at most 5,000 messages, and its Link header continues with older ones',
  tag,
  access,
  query: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 200, description: 'The text, whatever its case' }),
    after: Type.Optional(
      Type.String({ description: 'Where the previous page ended, as the Link header gives it' }),
    ),
    size: size(20),
  }),
  answers: { 200: { description: 'The matches', schema: messageSearchSchema } },
  handle: async ({ params: { id }, query, url, principal, services: { database } }) => {
    const { knex } = database;
    const { organizationId } = principal;
    await demandConversation(knex, principal, id);
    const wanted = { text: query.q, before: readMessagePosition(query.after), limit: query.size };
    const found = await searchMessages(knex, { organizationId, conversationId: id }, wanted);
    const messages = await findMessages(knex, organizationId, found.ids);
    const authors = messages.map(({ contact }) => contactPrincipal(contact.id));
    const names = await listPrincipalNames(knex, organizationId, authors);
    const json: Static<typeof messageSearchSchema> = {
      matches: messages.toReversed().map((message) => ({
        id: message.id,
        excerpt: excerptAround(message.message, query.q),
        authorId: message.contact.id,
        authorName: names.get(contactPrincipal(message.contact.id)) ?? message.contact.username,
        createdAt: message.createdAt.toISOString(),
      })),
      searchedSince: found.scannedSince?.toISOString() ?? null,
    };
    const next = { more: found.next !== undefined, lastKey: found.next?.toString() };
    return { status: 200, headers: { link: nextLink(url, { size: query.size }, next) }, json };
  },
});

function readMessagePosition(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  return /^\d{1,15}$/.test(after)
    ? Number(after)
    : refuse('bad_request', `after=${after} is no position; begin again without it.`);
}

/** Conversations of the signed-in person. */
export const messagingConversationPageRoutes: readonly Route[] = [listRoute, getRoute, searchRoute];
