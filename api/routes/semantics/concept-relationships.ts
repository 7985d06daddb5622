import { Type } from '@sinclair/typebox';
import { getNamespace } from '../../../commands/semantics/semantic-request.ts';
import { listRelationships } from '../../../db/tables/semantics/namespace-concepts.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { conceptsDeprecatedSince } from '../../http/concept-deprecation.ts';
import { cutPage, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { presentRelationships } from '../../present/semantics/concepts.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { relationshipSchema, relationshipWriteSchema } from '../../schemas/semantics/concepts.ts';
import { singleConceptRoutes } from './single-concepts.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/relationships';

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listRelationships',
  sends: ['deprecation', 'sunset'],
  summary: 'List the relationships of a namespace (deprecated: read the ontology)',
  tag: 'semantics',
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

const routesOfOne = singleConceptRoutes('relationship', path, {
  answers: relationshipSchema,
  schema: relationshipWriteSchema,
  check: () => [],
});

/** Single relationships. */
export const conceptRelationshipRoutes: readonly Route[] = [listRoute, ...routesOfOne];
