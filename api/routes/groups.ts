import { Type } from '@sinclair/typebox';
import { createGroup } from '../../commands/groups/create-group.ts';
import { deleteGroup } from '../../commands/groups/delete-group.ts';
import { refuseUnknownGroup } from '../../commands/groups/group-request.ts';
import { updateGroup } from '../../commands/groups/update-group.ts';
import { findGroupPosition } from '../../db/tables/contact-group-members.ts';
import { findGroup, listGroups } from '../../db/views/groups.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import {
  groupChangeSchema,
  groupObject,
  groupSchema,
  groupWriteSchema,
} from '../../domain/messaging/group.ts';
import { cursorAnswer, cursorQuery, listSchema, readCursorPage } from '../cursor-paging.ts';
import { readFormValues, valueReaders } from '../form-values.ts';
import { readMessagingBody } from '../messaging-body.ts';
import { messagingDeletion, messagingFormats } from '../messaging-route.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

const params = Type.Object({ id: Type.String() });
const noQuery = Type.Object({});
const access = { tag: 'groups', access: 'token' } as const;
const path = '/v1/groups/:id';
const { orNull, seconds } = valueReaders;
const members = { description: orNull, avatar_url: orNull };

const listRoute = defineRoute({
  ...access,
  method: 'GET',
  path: '/v1/groups',
  summary: 'List the groups to which the caller belongs, archived ones among them, newest first',
  params: Type.Object({}),
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
});

const createRoute = defineRoute({
  ...access,
  method: 'POST',
  path: '/v1/groups',
  summary: 'Make a group of the caller and other contacts, with its conversation',
  params: Type.Object({}),
  query: noQuery,
  body: { formats: messagingFormats, schema: groupWriteSchema, required: true },
  answers: { 200: { description: 'The group', schema: groupSchema } },
  handle: async (request) => {
    const { principal, requestId, now, services } = request;
    const wish = readFormValues(await readMessagingBody(request), members);
    const wanted = { caller: callerOf(principal), requestId, wish, now };
    return { status: 200, json: groupObject(await createGroup(services.database, wanted)) };
  },
});

const getRoute = defineRoute({
  ...access,
  method: 'GET',
  path,
  summary: 'Get a group',
  params,
  query: noQuery,
  answers: { 200: { description: 'The group', schema: groupSchema } },
  handle: async ({ params: { id }, principal, services }) => {
    const { organizationId, contact } = callerOf(principal);
    const found = await findGroup(services.database.knex, { organizationId, id }, contact.id);
    return { status: 200, json: groupObject(found ?? refuseUnknownGroup(id)) };
  },
});

const putRoute = defineRoute({
  ...access,
  method: 'PUT',
  path,
  summary: 'Change a group that the caller made; other members leave by its contacts without them',
  params,
  query: noQuery,
  body: { formats: messagingFormats, schema: groupChangeSchema, required: true },
  answers: { 200: { description: 'The group', schema: groupSchema } },
  handle: async (request) => {
    const { params, principal, requestId, now, services } = request;
    const readers = { ...members, archived_at: seconds };
    const wish = readFormValues(await readMessagingBody(request), readers);
    const change = { ...params, caller: callerOf(principal), requestId, wish, now };
    return { status: 200, json: groupObject(await updateGroup(services.database, change)) };
  },
});

const deleteRoute = defineRoute({
  ...access,
  method: 'DELETE',
  path,
  summary: 'Delete a group that the caller made, with its conversation',
  params,
  query: noQuery,
  answers: messagingDeletion.answers,
  handle: async ({ params: { id }, principal, requestId, now, services }) => {
    const request = { id, caller: callerOf(principal), requestId, now };
    await deleteGroup(services.database, request);
    return messagingDeletion.answer(id);
  },
});

/** Groups of contacts, as their members see them. */
export const groupRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
