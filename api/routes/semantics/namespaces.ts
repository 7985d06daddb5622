import { deleteNamespace } from '../../../commands/semantics/delete-namespace.ts';
import { putNamespace } from '../../../commands/semantics/put-namespace.ts';
import { getNamespace } from '../../../commands/semantics/semantic-request.ts';
import { listNamespaces } from '../../../db/tables/semantics/namespaces.ts';
import type { Namespace } from '../../../db/tables/semantics/namespaces.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { namespaceSchema } from '../../../domain/semantics/namespace.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import {
  entityTag,
  isNotModified,
  preconditionHeaders,
  readPreconditions,
} from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { answerList, readPage } from '../../http/paging/paging.ts';
import { parseDocument } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';

/** Members in the order that clients know; members that were never set are omitted. */
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

/** Namespaces without their ontologies. */
export const namespaceRoutes: readonly Route[] = collection(
  {
    path: '/api/semantics/experimental/namespaces/:namespace',
    noun: 'namespace',
    tag: 'semantics',
    schema: namespaceSchema,
  },
  {
    list: {
      summary: 'List the namespaces of the semantics',
      handle: async ({ query, principal, url, services }) => {
        const page = readPage(query);
        const { knex } = services.database;
        const rows = await listNamespaces(knex, principal.organizationId, page);
        return answerList(rows, { url, query }, present, ({ id }) => id);
      },
    },
    get: {
      summary: 'Get a namespace without its ontology',
      answers: {
        304: { description: 'The client already has the current version' },
      },
      handle: async ({ params, principal: { organizationId }, header, services }) => {
        const id = checkDocumentId(params.namespace);
        const namespace = await getNamespace(services.database.knex, { organizationId, id });
        const etag = tagOf(namespace);
        if (isNotModified(header, etag)) return { status: 304, headers: { etag } };
        return { status: 200, headers: { etag }, json: present(namespace) };
      },
    },
    put: {
      takes: preconditionHeaders,
      sends: ['etag', 'location-html', 'x-catalog-warnings'],
      refuses: ['unknown_reference'],
      summary: 'Create a namespace or replace its metadata; its ontology stays',
      permission: { actions: ['RESOURCES_ADD', 'RESOURCES_EDIT'], on: 'owner' },
      body: { schema: namespaceSchema },
      handle: async ({ params, body, principal, requestId, now, header, services, reading }) => {
        const namespace = checkDocumentId(params.namespace);
        const { document } = await parseDocument(body, namespace, { idMember: 'namespace' });
        const request = { namespace, principal, requestId, now, reading };
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
    },
    delete: {
      takes: preconditionHeaders,
      summary: 'Delete a namespace with its ontology and its branches',
      permission: { actions: ['RESOURCES_DELETE'], on: 'owner' },
      answers: { 200: { description: 'Deleted, or not there; the answer has no body' } },
      handle: async ({ params, principal, requestId, now, header, services }) => {
        const namespace = checkDocumentId(params.namespace);
        const preconditions = readPreconditions(header);
        const request = { namespace, principal, requestId, now, preconditions };
        await deleteNamespace(services.database, request);
        return { status: 200 };
      },
    },
  },
);
