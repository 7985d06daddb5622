import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuseMissing } from '../../commands/access/change-access.ts';
import { deleteAccess } from '../../commands/access/delete-access.ts';
import type { WrittenAccess } from '../../commands/access/edit-access.ts';
import { putAccess } from '../../commands/access/put-access.ts';
import { findAccess } from '../../db/tables/access.ts';
import { countAccess, listAccess } from '../../db/views/access-list.ts';
import { consumerTypes, presentAccess } from '../../domain/access/access.ts';
import { accessWriteSchema } from '../../domain/access/access-body.ts';
import { accessStates, statesOf } from '../../domain/access/access-life.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { accessTag } from '../access-tags.ts';
import { answerTrail, trailAnswer, trailQuery } from '../audit-trail.ts';
import { accessPage } from '../document-page.ts';
import { isNotModified, readPreconditions } from '../entity-tags.ts';
import { headerValue } from '../header-values.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { parseDocument } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { accessSchema } from '../schemas/access.ts';
import { warnUnknown } from '../warn-unknown.ts';

const params = Type.Object({ id: Type.String() });
const path = '/api/access/:id';

const text = (description: string) => Type.Optional(Type.String({ description }));

const listQuery = Type.Object({
  providerDataProductId: text('Data product whose port is used'),
  outputPortId: text('That port'),
  providerTeamId: text('Owner of that data product'),
  consumerDataProductId: text('Consuming data product'),
  consumerTeamId: text('Consuming team, or owner of the consuming data product'),
  consumerUserId: text('Consuming person'),
  consumerType: Type.Optional(Type.String({ enum: [...consumerTypes] })),
  status: Type.Optional(Type.String({ enum: ['requested', 'approved', 'rejected'] })),
  lifecycle: Type.Optional(Type.String({ enum: [...accessStates] })),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 10_000, description: 'Another name of size' }),
  ),
  count: Type.Optional(Type.Boolean({ description: 'Adds X-Total-Count' })),
  ...pagingQuery,
});

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/access',
  summary: 'List accesses',
  tag: 'access',
  access: 'key',
  params: Type.Object({}),
  query: listQuery,
  answers: { 200: { description: 'The accesses', schema: Type.Array(accessSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const paging = { ...query, size: query.pageSize ?? query.size };
    const { limit, offset, after } = readPage(paging);
    const { knex } = services.database;
    const { organizationId } = principal;
    const filter = { ...query, states: readStates(query) };
    const page = { after, limit, offset };
    const rows = await listAccess(knex, organizationId, filter, page);
    const total = query.count ? await countAccess(knex, organizationId, filter) : undefined;
    const { shown, link } = cutPage(rows, { url, query: paging }, ({ id }) => id);
    return {
      status: 200,
      json: shown.map(presentAccess),
      headers: { link, 'x-total-count': total?.toString() },
    };
  },
});

function readStates({ status, lifecycle }: Static<typeof listQuery>): string[] | undefined {
  if (status === undefined) return lifecycle === undefined ? undefined : [lifecycle];
  return statesOf(status).filter((state) => lifecycle === undefined || state === lifecycle);
}

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get an access',
  tag: 'access',
  access: 'key',
  params,
  query: Type.Object({}),
  answers: {
    200: { description: 'The access', schema: accessSchema },
    304: { description: 'The client has it already' },
    404: {
      description: "Unknown; with the code 'gone' and its last state when it was deleted of late",
    },
  },
  handle: async ({ params: { id }, principal, header, services }) => {
    const key = { organizationId: principal.organizationId, id: checkDocumentId(id) };
    const access = await findAccess(services.database.knex, key);
    if (!access) return refuseMissing(services.database.knex, key);
    const tag = accessTag(access);
    if (isNotModified(header, tag)) return { status: 304, headers: { etag: tag } };
    return { status: 200, json: presentAccess(access), headers: { etag: tag } };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Request an access, or change one; sends no mails',
  tag: 'access',
  access: 'key',
  permission: {
    actions: ['ACCESS_REQUEST', 'ACCESS_ADD', 'ACCESS_EDIT', 'ACCESS_APPROVE', 'ACCESS_TERMINATE'],
    on: 'owner',
  },
  params,
  query: Type.Object({}),
  body: { formats: ['json'], schema: accessWriteSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params: { id }, body, principal, requestId, now, header, services }) => {
    const accessId = checkDocumentId(id);
    const { document } = await parseDocument(body, accessId);
    const preconditions = readPreconditions(header);
    const put = { id: accessId, document, preconditions, principal, requestId, now };
    const written = await putAccess(services.database, put);
    const { provisioning: _provisioning, lifecycle: _lifecycle, ...said } = document;
    return {
      status: 200,
      headers: {
        'location-html': headerValue(accessPage(services.settings.publicUrl, accessId)),
        'x-catalog-warnings': warnUnknown(accessWriteSchema, said, ignoredStatus(written)),
      },
    };
  },
});

function ignoredStatus({ ignoredStatus: status }: WrittenAccess): string | undefined {
  if (status === undefined) return undefined;
  return `info.status '${status}' was ignored: it takes the permission ACCESS_APPROVE on the providing team`;
}

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Delete an access; one that is active is deactivated first',
  tag: 'access',
  access: 'key',
  permission: { actions: ['ACCESS_DELETE'], on: 'owner' },
  params,
  query: Type.Object({}),
  answers: { 200: { description: 'Deleted; the answer has no body' } },
  handle: async ({ params: { id }, principal, requestId, now, header, services }) => {
    const preconditions = readPreconditions(header);
    const request = { id: checkDocumentId(id), preconditions, principal, requestId, now };
    await deleteAccess(services.database, request);
    return { status: 200 };
  },
});

const auditRoute = defineRoute({
  method: 'GET',
  path: `${path}/audit`,
  summary: 'List everything that was done to an access, newest first; for keys of the organization',
  tag: 'access',
  access: 'key',
  permission: 'organization',
  params,
  query: trailQuery,
  answers: { 200: trailAnswer },
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
});

/** Agreements to use an output port. */
export const accessRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  putRoute,
  deleteRoute,
  auditRoute,
];
