import { Type } from '@sinclair/typebox';
import { createContact } from '../../commands/contacts/create-contact.ts';
import { deleteContact } from '../../commands/contacts/delete-contact.ts';
import { findContactPosition, listContacts } from '../../db/tables/contacts.ts';
import {
  contactObject,
  contactSchema,
  contactWriteSchema,
} from '../../domain/messaging/contact.ts';
import { cursorAnswer, cursorQuery, listSchema, readCursorPage } from '../cursor-paging.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const guarded = { tag: 'messaging', access: 'key', permission: 'organization' } as const;
const path = '/api/messaging/contacts';

const createRoute = defineRoute({
  ...guarded,
  method: 'POST',
  path,
  summary: 'Make a contact, who can then be given tokens for /v1',
  params: Type.Object({}),
  query: Type.Object({}),
  body: { formats: ['json'], schema: contactWriteSchema, required: true },
  answers: { 201: { description: 'The contact', schema: contactSchema } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document: wish } = await parseObject(body);
    const request = { principal, requestId, wish, now };
    const contact = await createContact(services.database, request);
    return { status: 201, json: contactObject(contact, null) };
  },
});

const listRoute = defineRoute({
  ...guarded,
  method: 'GET',
  path,
  summary: 'List the contacts of the organization, newest first, with cursors like lists of /v1',
  params: Type.Object({}),
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
});

const deleteRoute = defineRoute({
  ...guarded,
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a contact: its tokens end, and its conversations with one other',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 204: { description: 'Deleted' } },
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    await deleteContact(services.database, { id, principal, requestId, now });
    return { status: 204 };
  },
});

/** Contacts, as keys of the organization see them. */
export const messagingContactRoutes: readonly Route[] = [createRoute, listRoute, deleteRoute];
