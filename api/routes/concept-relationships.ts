import { Type } from '@sinclair/typebox';
import { getNamespace } from '../../commands/semantics/semantic-request.ts';
import { findRelationship, listRelationships } from '../../db/tables/namespace-concepts.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { checkConceptId } from '../../domain/semantics/concept-ids.ts';
import { conceptsDeprecatedSince } from '../concept-deprecation.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { presentRelationships } from '../present-concepts.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { relationshipSchema, relationshipWriteSchema } from '../schemas/concepts.ts';
import { conceptEditRoutes } from './concept-edits.ts';

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
    const rows = await listRelationships(knex, key, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
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

const [putRoute, deleteRoute] = conceptEditRoutes('relationship', path, relationshipWriteSchema);

/** Relationships one by one. */
export const conceptRelationshipRoutes: readonly Route[] = [
  listRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
