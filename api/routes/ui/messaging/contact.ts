import type { Static } from '@sinclair/typebox';
import { openContactOfPerson } from '../../../../commands/contacts/open-contact-of-person.ts';
import { checkSession } from '../../../../commands/sessions/check-session.ts';
import {
  createSessionToken,
  onlyPeopleWrite,
} from '../../../../commands/tokens/create-session-token.ts';
import { findContactOfPerson } from '../../../../db/tables/messaging/contacts.ts';
import { countUnreadMessages } from '../../../../db/views/messaging/page-conversations.ts';
import { personIdOf } from '../../../../domain/messaging/person-contact.ts';
import { readSessionCookie } from '../../../auth/session-cookie.ts';
import { demandPerson } from '../../../messaging/as-person.ts';
import { presentOwnContact } from '../../../present/page-messaging.ts';
import { defineRoute } from '../../../route.ts';
import type { Route } from '../../../route.ts';
import { messagingSelfSchema, sessionTokenSchema } from '../../../schemas/ui/messaging.ts';

const tag = 'web ui';
const access = 'session';

const contactRoute = defineRoute({
  method: 'GET',
  path: '/ui/messaging/contact',
  name: 'getOwnContact',
  summary:
    'Get the contact as which the signed-in person writes, and what is unread; the contact is null until a token was requested',
  tag,
  access,
  answers: { 200: { description: 'The contact', schema: messagingSelfSchema } },
  handle: async ({ principal, services: { database } }) => {
    const { organizationId } = principal;
    const personId = personIdOf(principal);
    const contact =
      personId === undefined
        ? undefined
        : await findContactOfPerson(database.knex, organizationId, personId);
    const unread = contact
      ? await countUnreadMessages(database.knex, { organizationId, contactId: contact.id })
      : { conversations: 0, messages: 0 };
    const json: Static<typeof messagingSelfSchema> = {
      contact: contact ? presentOwnContact(contact) : null,
      canMessage: personId !== undefined,
      because: personId === undefined ? onlyPeopleWrite : null,
      unreadConversations: unread.conversations,
      unreadMessages: unread.messages,
    };
    return { status: 200, json };
  },
});

const tokenRoute = defineRoute({
  method: 'POST',
  path: '/ui/messaging/token',
  name: 'createOwnToken',
  refuses: ['not_found', 'permission_denied'],
  summary:
    'Get a token for /v1 as the contact of the signed-in person, which is created at the first use; it works for 15 minutes and ends with the session',
  tag,
  access,
  permission: 'read',
  shownOnce: true,
  body: { required: false },
  answers: { 200: { description: 'The token', schema: sessionTokenSchema } },
  handle: async ({ header, principal, requestId, now, services: { database } }) => {
    demandPerson(principal);
    const { id: sessionId } = await checkSession(database.knex, readSessionCookie(header), now);
    const made = await createSessionToken(database, { principal, sessionId, requestId, now });
    const json: Static<typeof sessionTokenSchema> = {
      token: made.token,
      expiresAt: made.expiresAt.toISOString(),
      contact: presentOwnContact(made.contact),
    };
    // The answer contains a secret, so no cache may store it.
    return { status: 200, headers: { 'cache-control': 'no-store' }, json };
  },
});

const personContactRoute = defineRoute({
  method: 'POST',
  path: '/ui/messaging/people/:person/contact',
  name: 'openContactOfPerson',
  refuses: ['not_found', 'permission_denied'],
  summary:
    'Get the contact of a person, named by id, or by address before the first sign-in; it is created if there is none, so that others can write first',
  tag,
  access,
  permission: 'read',
  body: { required: false },
  answers: {
    200: { description: 'The contact', schema: messagingSelfSchema.properties.contact.anyOf[0] },
  },
  handle: async ({ params: { person }, principal, requestId, now, services: { database } }) => {
    demandPerson(principal);
    const contact = await openContactOfPerson(database, { principal, person, requestId, now });
    return { status: 200, json: presentOwnContact(contact) };
  },
});

/** The contact of the signed-in person, its tokens, and contacts of others. */
export const messagingContactPageRoutes: readonly Route[] = [
  contactRoute,
  tokenRoute,
  personContactRoute,
];
