import { Type } from '@sinclair/typebox';
import { createGroup } from '../../../commands/contacts/create-group.ts';
import { deleteGroup } from '../../../commands/contacts/delete-group.ts';
import { refuseUnknownGroup } from '../../../commands/contacts/group-request.ts';
import { updateGroup } from '../../../commands/contacts/update-group.ts';
import { findGroupPosition } from '../../../db/tables/messaging/contact-group-members.ts';
import { findGroup, listGroups } from '../../../db/views/messaging/groups.ts';
import { callerOf } from '../../../domain/messaging/caller.ts';
import {
  groupChangeSchema,
  groupObject,
  groupSchema,
  groupWriteSchema,
} from '../../../domain/messaging/group.ts';
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

const { orNull, seconds } = valueReaders;
const members = { description: orNull, avatar_url: orNull };

/** Groups of contacts, visible to their members. */
export const groupRoutes: readonly Route[] = collection(
  { path: '/v1/groups/:id', noun: 'group', tag: 'groups', access: 'token', schema: groupSchema },
  {
    list: {
      summary: 'List the groups of the caller, including archived ones, newest first',
      query: Type.Object(cursorQuery),
      answers: { 200: { description: 'A page of groups', schema: listSchema(groupSchema) } },
      handle: async ({ query, principal, services }) => {
        const { organizationId, contact } = callerOf(principal);
        const { knex } = services.database;
        const page = await readCursorPage(query, (id) =>
          findGroupPosition(knex, { organizationId, id }, contact.id),
        );
        const member = { organizationId, contactId: contact.id };
        const groups = await listGroups(knex, member, page);
        return { status: 200, json: cursorAnswer(groups, page, groupObject) };
      },
    },
    create: {
      refuses: ['not_found'],
      summary: 'Create a group of the caller and other contacts, with its conversation',
      body: { formats: messagingFormats, schema: groupWriteSchema },
      answers: { 200: { description: 'The group', schema: groupSchema } },
      handle: async (request) => {
        const { principal, requestId, now, services } = request;
        const body = readFormValues(await readMessagingBody(request), members);
        const wanted = { caller: callerOf(principal), requestId, body, now };
        return { status: 200, json: groupObject(await createGroup(services.database, wanted)) };
      },
    },
    get: {
      handle: async ({ params: { id }, principal, services }) => {
        const { organizationId, contact } = callerOf(principal);
        const found = await findGroup(services.database.knex, { organizationId, id }, contact.id);
        return { status: 200, json: groupObject(found ?? refuseUnknownGroup(id)) };
      },
    },
    put: {
      summary:
        'Change a group that the caller created; other members leave by sending its contacts without themselves',
      body: { formats: messagingFormats, schema: groupChangeSchema },
      answers: { 200: { description: 'The group', schema: groupSchema } },
      handle: async (request) => {
        const { params, principal, requestId, now, services } = request;
        const readers = { ...members, archived_at: seconds };
        const body = readFormValues(await readMessagingBody(request), readers);
        const change = { ...params, caller: callerOf(principal), requestId, body, now };
        return { status: 200, json: groupObject(await updateGroup(services.database, change)) };
      },
    },
    delete: {
      summary: 'Delete a group that the caller created, with its conversation',
      answers: messagingDeletion.answers,
      handle: async ({ params: { id }, principal, requestId, now, services }) => {
        const request = { id, caller: callerOf(principal), requestId, now };
        await deleteGroup(services.database, request);
        return messagingDeletion.answer(id);
      },
    },
  },
);
