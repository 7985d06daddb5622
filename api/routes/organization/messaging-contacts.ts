import { Type } from '@sinclair/typebox';
import { createContact } from '../../../commands/contacts/create-contact.ts';
import { deleteContact } from '../../../commands/contacts/delete-contact.ts';
import { findContactPosition, listContacts } from '../../../db/tables/messaging/contacts.ts';
import {
  contactObject,
  contactSchema,
  contactWriteSchema,
} from '../../../domain/messaging/contact.ts';
import {
  cursorAnswer,
  cursorQuery,
  listSchema,
  readCursorPage,
} from '../../http/paging/cursor-paging.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';

/** Contacts, visible to keys of the organization. */
export const messagingContactRoutes: readonly Route[] = collection(
  {
    path: '/api/messaging/contacts/:id',
    noun: 'contact',
    named: 'messaging contact',
    tag: 'messaging',
    permission: 'organization',
  },
  {
    create: {
      refuses: ['name_taken'],
      summary: 'Create a contact, which can then be given tokens for /v1',
      body: { schema: contactWriteSchema },
      answers: { 201: { description: 'The contact', schema: contactSchema } },
      handle: async ({ body, principal, requestId, now, services }) => {
        const { document } = await parseObject(body);
        const request = { principal, requestId, body: document, now };
        const contact = await createContact(services.database, request);
        return { status: 201, json: contactObject(contact, null) };
      },
    },
    list: {
      summary:
        'List the contacts of the organization, newest first, with cursors like lists of /v1',
      query: Type.Object(cursorQuery),
      answers: { 200: { description: 'A page of contacts', schema: listSchema(contactSchema) } },
      handle: async ({ query, principal: { organizationId }, services }) => {
        const { knex } = services.database;
        const page = await readCursorPage(query, (id) =>
          findContactPosition(knex, { organizationId, id }),
        );
        const contacts = await listContacts(knex, organizationId, page);
        const show = (contact: (typeof contacts)[number]) => contactObject(contact, null);
        return { status: 200, json: cursorAnswer(contacts, page, show) };
      },
    },
    delete: {
      refuses: ['invalid_body'],
      summary: 'Delete a contact with its tokens and its conversations between two',
      answers: { 204: { description: 'Deleted' } },
      handle: async ({ params: { id }, principal, requestId, now, services }) => {
        await deleteContact(services.database, { id, principal, requestId, now });
        return { status: 204 };
      },
    },
  },
);
