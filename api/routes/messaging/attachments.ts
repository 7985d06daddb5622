import { Type } from '@sinclair/typebox';
import {
  deleteAttachment,
  renameAttachmentOf,
} from '../../../commands/messages/change-attachment.ts';
import { assertMember } from '../../../commands/contacts/conversation-request.ts';
import {
  findVisibleAttachment,
  listVisibleAttachments,
} from '../../../db/views/messaging/visible-attachments.ts';
import type { VisibleAttachment } from '../../../db/views/messaging/visible-attachments.ts';
import { refuse } from '../../../domain/errors.ts';
import {
  attachmentObject,
  attachmentSchema,
} from '../../../domain/messaging/attachments/attachment.ts';
import { linkedFileSchema } from '../../../domain/messaging/attachments/attachment-request.ts';
import { callerOf } from '../../../domain/messaging/caller.ts';
import { readChange } from '../../../domain/messaging/changes.ts';
import { attachmentChange, receiveAttachment } from '../../messaging/receive-attachment.ts';
import {
  cursorAnswer,
  cursorQuery,
  listSchema,
  readCursorPage,
} from '../../http/paging/cursor-paging.ts';
import { readMessagingBody } from '../../messaging/body.ts';
import { messagingDeletion, messagingFormats } from '../../messaging/route.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import type { ApiRequest } from '../../exchange.ts';
import { attachmentFileRoute } from './attachment-files.ts';

async function demand(
  { principal, services }: Pick<ApiRequest<object, object>, 'principal' | 'services'>,
  id: string,
): Promise<VisibleAttachment> {
  const { organizationId, contact } = callerOf(principal);
  const viewer = { organizationId, contactId: contact.id };
  const found = await findVisibleAttachment(services.database.knex, viewer, id);
  return found ?? refuse('not_found', `There is no attachment '${id}'.`);
}

const renameSchema = Type.Object(
  { filename: Type.String({ minLength: 1, maxLength: 1000 }) },
  { $id: 'AttachmentChange', additionalProperties: false },
);

const uploadedFileSchema = Type.Object(
  {
    file: Type.String({ contentMediaType: 'application/octet-stream' }),
    filename: Type.Optional(Type.String({ description: 'Instead of the name of the part' })),
  },
  { $id: 'UploadedFile', description: 'A file that is uploaded' },
);

const ownAttachmentRoutes = collection(
  {
    path: '/v1/attachments/:id',
    noun: 'attachment',
    tag: 'attachments',
    access: 'token',
    schema: attachmentSchema,
  },
  {
    list: {
      refuses: ['not_found'],
      summary:
        'List the attachments of messages in your conversations, and your own attachments without a message',
      query: Type.Object({
        ...cursorQuery,
        conversation_id: Type.Optional(
          Type.String({ description: 'Only attachments of this conversation' }),
        ),
      }),
      answers: {
        200: { description: 'A page, newest first', schema: listSchema(attachmentSchema) },
      },
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
    },
    create: {
      takes: ['idempotency-key'],
      refuses: [
        'gone',
        'idempotency_key_reused',
        'limit_reached',
        'not_found',
        'request_in_progress',
      ],
      summary:
        'Upload a file as the part `file` of multipart/form-data, at most 25 MB, or link a file elsewhere by `file_url`',
      body: {
        // Client generators use the first format, and only this one can carry a file.
        formats: ['form-data', 'x-www-form-urlencoded', 'json'],
        schema: Type.Union([uploadedFileSchema, linkedFileSchema], { $id: 'AttachmentWrite' }),
        streamed: true,
      },
      bounded: 'uploads',
      answers: {
        200: {
          description: 'The attachment; messages carry it by its id',
          schema: attachmentSchema,
        },
      },
      handle: receiveAttachment,
    },
    get: {
      summary: 'Get an attachment; its file is at `file_url`',
      handle: async (request) => {
        const found = await demand(request, request.params.id);
        return { status: 200, json: attachmentObject(found, request.services.settings) };
      },
    },
    put: {
      summary: 'Rename an attachment that you uploaded',
      body: {
        formats: messagingFormats,
        schema: renameSchema,
      },
      answers: { 200: { description: 'The attachment', schema: attachmentSchema } },
      handle: async (request) => {
        const { services, params } = request;
        const body = await readMessagingBody(request);
        const { filename } = readChange(renameSchema, body);
        const renaming = { id: params.id, filename };
        const renamed = await renameAttachmentOf(
          services.database,
          attachmentChange(request),
          renaming,
        );
        return { status: 200, json: attachmentObject(renamed, services.settings) };
      },
    },
    delete: {
      summary:
        'Delete an attachment and its file permanently; allowed for its uploader and for the contact who began the conversation',
      answers: messagingDeletion.answers,
      handle: async (request) => {
        const { id } = request.params;
        await deleteAttachment(request.services.database, attachmentChange(request), id);
        return messagingDeletion.answer(id);
      },
    },
  },
);

/** Files and links of messages. */
export const attachmentRoutes: readonly Route[] = [...ownAttachmentRoutes, attachmentFileRoute];
