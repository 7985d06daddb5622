import { refuseMissing } from '../../../commands/access/change-access.ts';
import { deleteAccess } from '../../../commands/access/delete-access.ts';
import type { WrittenAccess } from '../../../commands/access/edit-access.ts';
import { previewAccess } from '../../../commands/access/preview-access.ts';
import { putAccess } from '../../../commands/access/put-access.ts';
import { findAccess } from '../../../db/tables/access/access.ts';
import { findShownAccess } from '../../../db/views/access/shown.ts';
import { presentAccess } from '../../../domain/access/access.ts';
import { accessWriteSchema } from '../../../domain/access/access-body.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { accessTag } from '../../http/access-tags.ts';
import { answerTrail } from '../../present/audit-trail.ts';
import { accessPage } from '../../present/documents/document-page.ts';
import { isNotModified, preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { parseDocument } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import { accessSchema } from '../../schemas/access/access.ts';
import { accessPreviewSchema } from '../../schemas/access/preview.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import { accessList } from './access-list.ts';

function ignoredStatus({ ignoredStatus: status }: WrittenAccess): string | undefined {
  if (status === undefined) return undefined;
  return `info.status '${status}' was ignored: it takes the permission ACCESS_APPROVE on the providing team`;
}

/** Agreements to use an output port. */
export const accessRoutes: readonly Route[] = collection(
  {
    path: '/api/access/:id',
    noun: 'access',
    plural: 'accesses',
    tag: 'access',
    schema: accessSchema,
  },
  {
    list: accessList,
    get: {
      refuses: ['gone'],
      answers: {
        304: { description: 'The client already has the current version' },
      },
      handle: async ({ params: { id }, principal, header, services }) => {
        const key = { organizationId: principal.organizationId, id: checkDocumentId(id) };
        const access = await findShownAccess(services.database.knex, key);
        if (!access) return refuseMissing(services.database.knex, key);
        const tag = accessTag(access);
        if (isNotModified(header, tag)) return { status: 304, headers: { etag: tag } };
        return { status: 200, json: presentAccess(access), headers: { etag: tag } };
      },
    },
    put: {
      takes: preconditionHeaders,
      sends: ['location-html', 'x-catalog-warnings'],
      refuses: ['gone', 'invalid_transition', 'unknown_reference'],
      summary: 'Request or change an access; sends no mails',
      permission: {
        actions: [
          'ACCESS_REQUEST',
          'ACCESS_ADD',
          'ACCESS_EDIT',
          'ACCESS_APPROVE',
          'ACCESS_TERMINATE',
        ],
        on: 'owner',
      },
      body: { schema: accessWriteSchema },
      preview: accessPreviewSchema,
      handle: async ({
        params: { id },
        body,
        principal,
        requestId,
        now,
        header,
        services,
        reading,
      }) => {
        const accessId = checkDocumentId(id);
        const { document } = await parseDocument(body, accessId);
        const preconditions = readPreconditions(header);
        const put = { id: accessId, document, preconditions, principal, requestId, now, reading };
        const written = await putAccess(services.database, put);
        const { provisioning: _provisioning, lifecycle: _lifecycle, ...said } = document;
        return {
          status: 200,
          headers: {
            'location-html': headerValue(accessPage(services.settings.publicUrl, accessId)),
            'x-catalog-warnings': warnUnknown(accessWriteSchema, said, ignoredStatus(written)),
          },
          preview: ({ database }) => previewAccess(database.knex, principal, written.access, now),
        };
      },
    },
    delete: {
      takes: preconditionHeaders,
      refuses: ['gone'],
      summary: 'Delete an access; an active access is deactivated first',
      permission: { actions: ['ACCESS_DELETE'], on: 'owner' },
      handle: async ({ params: { id }, principal, requestId, now, header, services }) => {
        const preconditions = readPreconditions(header);
        const request = { id: checkDocumentId(id), preconditions, principal, requestId, now };
        await deleteAccess(services.database, request);
        return { status: 200 };
      },
    },
    audit: {
      refuses: ['gone'],
      handle: ({ params, query, principal: { organizationId }, url, services }) => {
        const id = checkDocumentId(params.id);
        const { knex } = services.database;
        return answerTrail(
          { query, url, services },
          { organizationId, kind: 'access', id },
          async () => {
            const key = { organizationId, id };
            if (!(await findAccess(knex, key))) await refuseMissing(knex, key);
          },
        );
      },
    },
  },
);
