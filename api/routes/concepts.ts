import { Type } from '@sinclair/typebox';
import { listUsages } from '../../commands/semantics/list-usages.ts';
import { getNamespace } from '../../commands/semantics/semantic-request.ts';
import { findConcept, listConcepts } from '../../db/tables/namespace-concepts.ts';
import type { ConceptKey, StoredConcept } from '../../db/tables/namespace-concepts.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import type { Principal } from '../../domain/principal.ts';
import { checkConceptId } from '../../domain/semantics/concept-ids.ts';
import { conceptsDeprecatedSince } from '../concept-deprecation.ts';
import { cutPage, pagingQuery, readPage } from '../paging.ts';
import { presentConcepts } from '../present-concepts.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { conceptSchema, conceptWriteSchema, usagesSchema } from '../schemas/concepts.ts';
import type { Services } from '../services.ts';
import { conceptEditRoutes } from './concept-edits.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/concepts';
const params = Type.Object({ namespace: Type.String() });
const idParams = Type.Object({ namespace: Type.String(), id: Type.String() });

const listRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'List the concepts of a namespace (deprecated: read the ontology)',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The concepts', schema: Type.Array(conceptSchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    await getNamespace(knex, key);
    const page = readPage(query);
    const rows = await listConcepts(knex, key, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ id }) => id);
    const headers = { link, ...conceptsDeprecatedSince(services.settings) };
    return { status: 200, json: await presentConcepts(knex, key, shown), headers };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/*id`,
  summary: 'Get a concept (deprecated: read the ontology)',
  tag: 'semantics',
  access: 'key',
  params: idParams,
  query: Type.Object({}),
  answers: { 200: { description: 'The concept', schema: conceptSchema } },
  handle: async ({ params, principal, services }) => {
    const { knex } = services.database;
    const concept = await readConcept(services, principal, params);
    const key = { organizationId: principal.organizationId, id: concept.namespaceId };
    const [json] = await presentConcepts(knex, key, [concept]);
    return { status: 200, json, headers: conceptsDeprecatedSince(services.settings) };
  },
});

const usagesRoute = defineRoute({
  method: 'GET',
  path: `${path}/*id/usages`,
  summary: 'Contracts and products whose authoritativeDefinitions link to a concept',
  tag: 'semantics',
  access: 'key',
  params: idParams,
  query: Type.Object({}),
  answers: { 200: { description: 'Who links to it, and where', schema: usagesSchema } },
  handle: async ({ params, principal, services }) => {
    const concept = await readConcept(services, principal, params);
    const key = { organizationId: principal.organizationId, id: concept.namespaceId };
    return { status: 200, json: await listUsages(services.database.knex, key, concept) };
  },
});

async function readConcept(
  { database }: Services,
  { organizationId }: Principal,
  params: { namespace: string; id: string },
): Promise<StoredConcept> {
  const namespaceId = checkDocumentId(params.namespace);
  const key: ConceptKey = { organizationId, namespaceId, id: checkConceptId(params.id) };
  return (
    (await findConcept(database.knex, key)) ??
    refuse('not_found', `The namespace '${namespaceId}' has no concept '${key.id}'.`)
  );
}

const [putRoute, deleteRoute] = conceptEditRoutes('concept', path, conceptWriteSchema);

/** Concepts one by one; the longer path first, because ids may hold `/`. */
export const conceptRoutes: readonly Route[] = [
  listRoute,
  usagesRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
