import { Type } from '@sinclair/typebox';
import { listPagePeople } from '../../../../db/views/messaging/page-people.ts';
import { cutPage } from '../../../http/paging/paging.ts';
import { contactOfCaller, demandPerson } from '../../../messaging/as-person.ts';
import { presentPerson } from '../../../present/page-messaging.ts';
import { defineRoute } from '../../../route.ts';
import { messagingPersonSchema } from '../../../schemas/ui/messaging.ts';

/** The people to write to. */
export const messagingPeopleRoute = defineRoute({
  method: 'GET',
  path: '/ui/messaging/people',
  name: 'listMessagingPeople',
  refuses: ['permission_denied'],
  summary:
    'List the members of teams, people who have signed in, and contacts of programs, by name, without the signed-in person',
  tag: 'web ui',
  access: 'session',
  query: Type.Object({
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'A part of the name, username or address' }),
    ),
    after: Type.Optional(
      Type.String({ description: 'Key of the last entry of the previous page' }),
    ),
    afterValue: Type.Optional(
      Type.String({ description: 'Name of this entry, as the Link header gives it' }),
    ),
    size: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 30,
      description: 'Entries per page',
    }),
  }),
  answers: { 200: { description: 'The people', schema: Type.Array(messagingPersonSchema) } },
  handle: async ({ query, url, principal, services: { database } }) => {
    const contact = await contactOfCaller(database.knex, principal);
    const { q: words, after: id, afterValue: name = '', size } = query;
    const caller = { contactId: contact?.id, personId: demandPerson(principal) };
    const after = id === undefined ? undefined : { id, name };
    const page = { words, after, limit: size + 1 };
    const rows = await listPagePeople(database.knex, principal.organizationId, caller, page);
    const { shown, link } = cutPage(rows, { url, query: { size } }, ({ sortId, sortName }) => ({
      key: sortId,
      value: sortName,
    }));
    const json = shown.map((person) => ({
      ...presentPerson(person),
      conversationId: person.conversationId,
    }));
    return { status: 200, headers: { link }, json };
  },
});
