import { Type } from '@sinclair/typebox';
import {
  deleteAttachment,
  renameAttachmentOf,
} from '../../commands/attachments/change-attachment.ts';
import { assertMember } from '../../commands/conversations/conversation-request.ts';
import {
  findVisibleAttachment,
  listVisibleAttachments,
} from '../../db/views/visible-attachments.ts';
import type { VisibleAttachment } from '../../db/views/visible-attachments.ts';
import { refuse } from '../../domain/errors.ts';
import { attachmentObject, attachmentSchema } from '../../domain/messaging/attachment.ts';
import { linkedFileSchema } from '../../domain/messaging/attachment-wish.ts';
import { callerOf } from '../../domain/messaging/caller.ts';
import { readChange } from '../../domain/messaging/changes.ts';
import { attachmentChange, receiveAttachment } from '../receive-attachment.ts';
import { cursorAnswer, cursorQuery, listSchema, readCursorPage } from '../cursor-paging.ts';
import { readMessagingBody } from '../messaging-body.ts';
import { messagingDeletion, messagingFormats } from '../messaging-route.ts';
import { defineRoute } from '../route.ts';
import type { ApiRequest, Route } from '../route.ts';
import { attachmentFileRoute } from './attachment-files.ts';

const path = '/v1/attachments';
const tag = 'attachments';
const byId = Type.Object({ id: Type.String() });
const none = Type.Object({});

const listRoute = defineRoute({
  method: 'GET',
  path,
  summary:
    'Attachments of the messages in your conversations, and your own that no message carries',
  tag,
  access: 'token',
  params: none,
  query: Type.Object({
    ...cursorQuery,
    conversation_id: Type.Optional(Type.String({ description: 'Only of this conversation' })),
  }),
  answers: { 200: { description: 'A page, newest first', schema: listSchema(attachmentSchema) } },
  handle: async ({ query, principal, services }) => {
    const { knex } = services.database;
    const { conversation_id: conversationId } = query;
    const caller = callerOf(principal);
    const viewer = { organizationId: caller.organizationId, contactId: caller.contact.id };
    await assertMember(knex, caller, conversationId);
    const page = await readCursorPage(query, async (id) => {
      const found = await findVisibleAttachment(knex, viewer, id);
      const isListed = conversationId === undefined || found?.conversationId === conversationId;
      return isListed ? found?.position : undefined;
    });
    const attachments = await listVisibleAttachments(knex, viewer, page, conversationId);
    const json = cursorAnswer(attachments, page, (each) =>
      attachmentObject(each, services.settings),
    );
    return { status: 200, json };
  },
});

const createRoute = defineRoute({
  method: 'POST',
  path,
  summary:
    'Upload a file as the part `file` of multipart/form-data, at most 25 MB; or name one that lies elsewhere by `file_url`',
  tag,
  access: 'token',
  params: none,
  query: none,
  body: {
    // Programs that write clients take the first, and a file fits into this one only.
    formats: ['form-data', 'x-www-form-urlencoded', 'json'],
    schema: Type.Union(
      [
        Type.Object({
          file: Type.String({ contentMediaType: 'application/octet-stream' }),
          filename: Type.Optional(Type.String({ description: 'Instead of the name of the part' })),
        }),
        linkedFileSchema,
      ],
      { $id: 'AttachmentWrite' },
    ),
    required: true,
    streamed: true,
  },
  answers: {
    200: { description: 'The attachment; messages carry it by its id', schema: attachmentSchema },
  },
  handle: receiveAttachment,
});

async function demand(
  { principal, services }: Pick<ApiRequest<object, object>, 'principal' | 'services'>,
  id: string,
): Promise<VisibleAttachment> {
  const { organizationId, contact } = callerOf(principal);
  const viewer = { organizationId, contactId: contact.id };
  const found = await findVisibleAttachment(services.database.knex, viewer, id);
  return found ?? refuse('not_found', `There is no attachment '${id}'.`);
}

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'An attachment; its file is at `file_url`',
  tag,
  access: 'token',
  params: byId,
  query: none,
  answers: { 200: { description: 'The attachment', schema: attachmentSchema } },
  handle: async (request) => {
    const found = await demand(request, request.params.id);
    return { status: 200, json: attachmentObject(found, request.services.settings) };
  },
});

const renameSchema = Type.Object(
  { filename: Type.String({ minLength: 1, maxLength: 1000 }) },
  { $id: 'AttachmentChange', additionalProperties: false },
);

const renameRoute = defineRoute({
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Give an attachment that you made another name',
  tag,
  access: 'token',
  params: byId,
  query: none,
  body: {
    formats: messagingFormats,
    schema: renameSchema,
    required: true,
  },
  answers: { 200: { description: 'The attachment', schema: attachmentSchema } },
  handle: async (request) => {
    const { services, params } = request;
    const body = await readMessagingBody(request);
    const { filename } = readChange(renameSchema, body);
    const wish = { id: params.id, filename };
    const renamed = await renameAttachmentOf(services.database, attachmentChange(request), wish);
    return { status: 200, json: attachmentObject(renamed, services.settings) };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete an attachment and its file for good, as who made it or began the conversation',
  tag,
  access: 'token',
  params: byId,
  query: none,
  answers: messagingDeletion.answers,
  handle: async (request) => {
    const { id } = request.params;
    await deleteAttachment(request.services.database, attachmentChange(request), id);
    return messagingDeletion.answer(id);
  },
});

/** Files and addresses that messages carry. */
export const attachmentRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  getRoute,
  attachmentFileRoute,
  renameRoute,
  deleteRoute,
];
