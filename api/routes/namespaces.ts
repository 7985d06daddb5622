import { Type } from '@sinclair/typebox';
import { deleteNamespace } from '../../commands/semantics/delete-namespace.ts';
import { putNamespace } from '../../commands/semantics/put-namespace.ts';
import { getNamespace } from '../../commands/semantics/semantic-request.ts';
import { listNamespaces } from '../../db/tables/namespaces.ts';
import type { Namespace } from '../../db/tables/namespaces.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { namespaceSchema } from '../../domain/semantics/namespace.ts';
import type { JsonObject } from '../../lib/json.ts';
import { entityTag, isNotModified, readPreconditions } from '../entity-tags.ts';
import { headerValue } from '../header-values.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { parseDocument } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { warnUnknown } from '../warn-unknown.ts';

const params = Type.Object({ namespace: Type.String() });
const path = '/api/semantics/experimental/namespaces/:namespace';

/** Members in the order in which clients know them; those that nobody set are left out. */
function present(namespace: Namespace): JsonObject {
  const { id, name, description, readOnly, ownerId } = namespace;
  return {
    namespace: id,
    name,
    ...(description !== null && { description }),
    read_only: readOnly,
    ...(ownerId !== null && { team: ownerId }),
    ...(JSON.parse(namespace.body) as JsonObject),
  };
}

const tagOf = ({ metadataRevision }: Namespace): string =>
  entityTag({ revision: metadataRevision, edition: 0 }, 'json');

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/semantics/experimental/namespaces',
  summary: 'List the namespaces of the semantics',
  tag: 'semantics',
  access: 'key',
  params: Type.Object({}),
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The namespaces', schema: Type.Array(namespaceSchema) } },
  handle: async ({ query, principal, url, services }) => {
    const page = readPage(query);
    const { knex } = services.database;
    const rows = await listNamespaces(knex, principal.organizationId, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    return {
      status: 200,
      json: shown.map(present),
      headers: { link },
    };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get a namespace without its ontology',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object({}),
  answers: {
    200: { description: 'The namespace', schema: namespaceSchema },
    304: { description: 'The client has it already' },
  },
  handle: async ({ params, principal: { organizationId }, header, services }) => {
    const id = checkDocumentId(params.namespace);
    const namespace = await getNamespace(services.database.knex, { organizationId, id });
    const etag = tagOf(namespace);
    if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
    return { status: 200, headers: { etag }, json: present(namespace) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Create a namespace, or replace what is said of it; its ontology stays',
  tag: 'semantics',
  access: 'key',
  permission: { actions: ['RESOURCES_ADD', 'RESOURCES_EDIT'], on: 'owner' },
  params,
  query: Type.Object({}),
  body: { formats: ['json'], schema: namespaceSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params, body, principal, requestId, now, header, services }) => {
    const namespace = checkDocumentId(params.namespace);
    const { document } = await parseDocument(body, namespace, { idMember: 'namespace' });
    const request = { namespace, principal, requestId, now };
    const preconditions = readPreconditions(header);
    const put = { ...request, document, preconditions };
    const { revision } = await putNamespace(services.database, put);
    const { publicUrl } = services.settings;
    return {
      status: 200,
      headers: {
        etag: entityTag({ revision, edition: 0 }, 'json'),
        'location-html': headerValue(`${publicUrl}/semantics/${encodeURIComponent(namespace)}`),
        'x-catalog-warnings': warnUnknown(namespaceSchema, document),
      },
    };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Delete a namespace with its ontology and its branches',
  tag: 'semantics',
  access: 'key',
  permission: { actions: ['RESOURCES_DELETE'], on: 'owner' },
  params,
  query: Type.Object({}),
  answers: { 200: { description: 'Deleted, or not there; the answer has no body' } },
  handle: async ({ params, principal, requestId, now, header, services }) => {
    const namespace = checkDocumentId(params.namespace);
    const preconditions = readPreconditions(header);
    const request = { namespace, principal, requestId, now, preconditions };
    await deleteNamespace(services.database, request);
    return { status: 200 };
  },
});

/** Namespaces: what is said of them, besides their ontologies. */
export const namespaceRoutes: readonly Route[] = [listRoute, getRoute, putRoute, deleteRoute];
