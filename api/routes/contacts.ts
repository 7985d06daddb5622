import { Type } from '@sinclair/typebox';
import { refuseUnknownContact } from '../../commands/contacts/contact-rights.ts';
import { createContact } from '../../commands/contacts/create-contact.ts';
import { deleteContact } from '../../commands/contacts/delete-contact.ts';
import { updateContact } from '../../commands/contacts/update-contact.ts';
import { findContactPosition, findSeenContact, listContacts } from '../../db/tables/contacts.ts';
import type { SeenContact } from '../../db/tables/contacts.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import {
  contactChangeSchema,
  contactObject,
  contactSchema,
  contactWriteSchema,
} from '../../domain/messaging/contact.ts';
import type { ContactObject } from '../../domain/messaging/contact.ts';
import { cursorAnswer, cursorQuery, listSchema, readCursorPage } from '../cursor-paging.ts';
import { readFormValues, valueReaders } from '../form-values.ts';
import { readMessagingBody } from '../messaging-body.ts';
import { messagingDeletion, messagingFormats } from '../messaging-route.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});
const access = { tag: 'contacts', access: 'token' } as const;
const path = '/v1/contacts/:id';
const { orNull } = valueReaders;
const texts = { avatar_url: orNull, display_name: orNull };

function show(contact: SeenContact): ContactObject {
  return contactObject(contact, contact.conversationId);
}

const listRoute = defineRoute({
  ...access,
  method: 'GET',
  path: '/v1/contacts',
  summary: 'List the contacts of the organization, the caller among them, newest first',
  params: Type.Object({}),
  query: Type.Object(cursorQuery),
  answers: { 200: { description: 'A page of contacts', schema: listSchema(contactSchema) } },
  handle: async ({ query, principal, services }) => {
    const { organizationId, contact } = callerOf(principal);
    const { knex } = services.database;
    const page = await readCursorPage(query, (id) =>
      findContactPosition(knex, { organizationId, id }),
    );
    const contacts = await listContacts(knex, organizationId, page, contact.id);
    return { status: 200, json: cursorAnswer(contacts, page, show) };
  },
});

const createRoute = defineRoute({
  ...access,
  method: 'POST',
  path: '/v1/contacts',
  summary: 'Make a contact; a key of the organization makes its tokens',
  params: Type.Object({}),
  query: noQuery,
  body: { formats: messagingFormats, schema: contactWriteSchema, required: true },
  answers: { 200: { description: 'The contact', schema: contactSchema } },
  handle: async (request) => {
    const { principal, requestId, now, services } = request;
    const wish = readFormValues(await readMessagingBody(request), texts);
    const contact = await createContact(services.database, { principal, requestId, wish, now });
    return { status: 200, json: contactObject(contact, null) };
  },
});

const getRoute = defineRoute({
  ...access,
  method: 'GET',
  path,
  summary: 'Get a contact',
  params,
  query: noQuery,
  answers: { 200: { description: 'The contact', schema: contactSchema } },
  handle: async ({ params: { id }, principal, services }) => {
    const { organizationId, contact } = callerOf(principal);
    const found = await findSeenContact(services.database.knex, { organizationId, id }, contact.id);
    return { status: 200, json: show(found ?? refuseUnknownContact(id)) };
  },
});

const putRoute = defineRoute({
  ...access,
  method: 'PUT',
  path,
  summary: 'Change what people call a contact: itself, or one that the caller made',
  params,
  query: noQuery,
  body: { formats: messagingFormats, schema: contactChangeSchema, required: true },
  answers: { 200: { description: 'The contact', schema: contactSchema } },
  handle: async (request) => {
    const { params, principal, requestId, now, services } = request;
    const wish = readFormValues(await readMessagingBody(request), texts);
    const change = { ...params, principal, requestId, wish, now };
    return { status: 200, json: show(await updateContact(services.database, change)) };
  },
});

const deleteRoute = defineRoute({
  ...access,
  method: 'DELETE',
  path,
  summary:
    'Delete a contact: itself, or one that the caller made, with its tokens and its conversations between two',
  params,
  query: noQuery,
  answers: messagingDeletion.answers,
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    await deleteContact(services.database, { id, principal, requestId, now });
    return messagingDeletion.answer(id);
  },
});

/** Who takes part in conversations. */
export const contactRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
