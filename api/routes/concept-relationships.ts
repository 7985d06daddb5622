import { Type } from '@sinclair/typebox';
import { editConcept } from '../../commands/semantics/edit-concept.ts';
import { getNamespace } from '../../commands/semantics/semantic-request.ts';
import { findRelationship, listRelationships } from '../../db/tables/namespace-concepts.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { checkConceptId } from '../../domain/semantics/concept-ids.ts';
import { assertValid } from '../../domain/validation.ts';
import type { JsonObject } from '../../lib/json.ts';
import { conceptsDeprecatedSince } from '../concept-deprecation.ts';
import { nextLink, pagingQuery, readPage } from '../paging.ts';
import { parseDocument } from '../parse-document.ts';
import { presentRelationships } from '../present-concepts.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { relationshipSchema, relationshipWriteSchema } from '../schemas/semantics.ts';

const permission = { actions: ['RESOURCES_EDIT'], on: 'owner' } as const;
const idParams = Type.Object({ namespace: Type.String(), id: Type.String() });
const path = '/api/semantics/experimental/namespaces/:namespace/relationships';

const listRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'List the relationships of a namespace (deprecated: read the ontology)',
  tag: 'semantics',
  access: 'key',
  params: Type.Object({ namespace: Type.String() }),
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The relationships', schema: Type.Array(relationshipSchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    await getNamespace(knex, key);
    const page = readPage(query);
    const rows = await listRelationships(knex, key, { ...page, limit: page.size + 1 });
    const shown = rows.slice(0, page.size);
    const next = { more: rows.length > page.size, lastKey: shown.at(-1)?.id };
    const link = nextLink(url, query, next);
    const headers = { link, ...conceptsDeprecatedSince(services.settings) };
    return { status: 200, json: await presentRelationships(knex, key, shown), headers };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/*id`,
  summary: 'Get a relationship (deprecated: read the ontology)',
  tag: 'semantics',
  access: 'key',
  params: idParams,
  query: Type.Object({}),
  answers: { 200: { description: 'The relationship', schema: relationshipSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const { knex } = services.database;
    const namespaceId = checkDocumentId(params.namespace);
    const id = checkConceptId(params.id);
    const found = await findRelationship(knex, { organizationId, namespaceId, id });
    if (!found) refuse('not_found', `The namespace '${namespaceId}' has no relationship '${id}'.`);
    const [json] = await presentRelationships(knex, { organizationId, id: namespaceId }, [found]);
    return { status: 200, json, headers: conceptsDeprecatedSince(services.settings) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path: `${path}/*id`,
  summary: 'Write a relationship into the ontology (deprecated: put the ontology)',
  tag: 'semantics',
  access: 'key',
  permission,
  params: idParams,
  query: Type.Object({}),
  body: { formats: ['json'], schema: relationshipWriteSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const namespace = checkDocumentId(params.namespace);
    const id = checkConceptId(params.id);
    const { document } = await parseDocument(body, id);
    const json = assertValid(relationshipWriteSchema, document, 'invalid_body') as JsonObject;
    const request = { namespace, principal, requestId, now };
    await editConcept(services.database, request, { op: 'put-relationship', id, json });
    return { status: 200, headers: conceptsDeprecatedSince(services.settings) };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: `${path}/*id`,
  summary: 'Take a relationship out of the ontology (deprecated: put the ontology)',
  tag: 'semantics',
  access: 'key',
  permission,
  params: idParams,
  query: Type.Object({}),
  answers: { 200: { description: 'Removed, or not there; the answer has no body' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const namespace = checkDocumentId(params.namespace);
    const id = checkConceptId(params.id);
    const request = { namespace, principal, requestId, now };
    await editConcept(services.database, request, { op: 'delete-relationship', id });
    return { status: 200, headers: conceptsDeprecatedSince(services.settings) };
  },
});

/** Relationships one by one. */
export const conceptRelationshipRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
