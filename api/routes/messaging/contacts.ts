import { Type } from '@sinclair/typebox';
import { refuseUnknownContact } from '../../../commands/contacts/contact-rights.ts';
import { createContact } from '../../../commands/contacts/create-contact.ts';
import { deleteContact } from '../../../commands/contacts/delete-contact.ts';
import { updateContact } from '../../../commands/contacts/update-contact.ts';
import {
  findContactPosition,
  findSeenContact,
  listContacts,
} from '../../../db/tables/messaging/contacts.ts';
import type { SeenContact } from '../../../db/tables/messaging/contacts.ts';
import { callerOf } from '../../../domain/messaging/caller.ts';
import {
  contactChangeSchema,
  contactObject,
  contactSchema,
  contactWriteSchema,
} from '../../../domain/messaging/contact.ts';
import type { ContactObject } from '../../../domain/messaging/contact.ts';
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

const { orNull } = valueReaders;
const texts = { avatar_url: orNull, display_name: orNull };

function show(contact: SeenContact): ContactObject {
  return contactObject(contact, contact.conversationId);
}

/** Participants of conversations. */
export const contactRoutes: readonly Route[] = collection(
  {
    path: '/v1/contacts/:id',
    noun: 'contact',
    tag: 'contacts',
    access: 'token',
    schema: contactSchema,
  },
  {
    list: {
      summary: 'List the contacts of the organization, including the caller, newest first',
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
    },
    create: {
      refuses: ['name_taken'],
      summary: 'Create a contact; a key of the organization creates its tokens',
      body: { formats: messagingFormats, schema: contactWriteSchema },
      answers: { 200: { description: 'The contact', schema: contactSchema } },
      handle: async (request) => {
        const { principal, requestId, now, services } = request;
        const body = readFormValues(await readMessagingBody(request), texts);
        const contact = await createContact(services.database, { principal, requestId, body, now });
        return { status: 200, json: contactObject(contact, null) };
      },
    },
    get: {
      handle: async ({ params: { id }, principal, services }) => {
        const { organizationId, contact } = callerOf(principal);
        const found = await findSeenContact(
          services.database.knex,
          { organizationId, id },
          contact.id,
        );
        return { status: 200, json: show(found ?? refuseUnknownContact(id)) };
      },
    },
    put: {
      summary:
        'Change the display name or avatar of the caller, or of a contact that the caller created',
      body: { formats: messagingFormats, schema: contactChangeSchema },
      answers: { 200: { description: 'The contact', schema: contactSchema } },
      handle: async (request) => {
        const { params, principal, requestId, now, services } = request;
        const body = readFormValues(await readMessagingBody(request), texts);
        const change = { ...params, principal, requestId, body, now };
        return { status: 200, json: show(await updateContact(services.database, change)) };
      },
    },
    delete: {
      summary:
        'Delete the caller, or a contact that the caller created, with its tokens and its conversations between two',
      answers: messagingDeletion.answers,
      handle: async ({ params: { id }, principal, requestId, now, services }) => {
        await deleteContact(services.database, { id, principal, requestId, now });
        return messagingDeletion.answer(id);
      },
    },
  },
);
