import { Type } from '@sinclair/typebox';
import { listNeighbours } from '../../../commands/semantics/list-neighbours.ts';
import { getNamespace } from '../../../commands/semantics/semantic-request.ts';
import { listConceptRevisions } from '../../../db/tables/semantics/concept-revisions.ts';
import type { ListedConcept } from '../../../db/views/semantics/concept-list.ts';
import { listFoundConcepts } from '../../../db/views/semantics/concept-list.ts';
import { readTerms, toSearchQuery } from '../../../domain/search/words.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { answerList, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  listedConceptSchema,
  neighboursSchema,
  ontologyConceptSchema,
} from '../../schemas/semantics/concept-pages.ts';
import { readConcept } from './requested-concept.ts';

const path = '/api/semantics/concepts';

function presentConcept({ updatedAt, ...row }: ListedConcept): object {
  const { key: _, ...concept } = row;
  return { ...concept, updatedAt: updatedAt.toISOString() };
}

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'findConcepts',
  refuses: ['not_found', 'invalid_id'],
  summary:
    'List concepts of all namespaces or of one, by words, in the order of namespaces and ids',
  tag: 'semantics',
  query: Type.Object({
    namespace: Type.Optional(Type.String({ description: 'Only concepts of this namespace' })),
    query: Type.Optional(
      Type.String({ maxLength: 500, description: 'Words of the name, id or description' }),
    ),
    type: Type.Optional(
      Type.Union([Type.Literal('EntityType'), Type.Literal('ValueType')], {
        description: 'Only concepts of this type',
      }),
    ),
    ...pagingQuery,
  }),
  answers: { 200: { description: 'The concepts', schema: Type.Array(listedConceptSchema) } },
  handle: async ({ query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const namespace = query.namespace === undefined ? undefined : checkDocumentId(query.namespace);
    if (namespace !== undefined) await getNamespace(knex, { organizationId, id: namespace });
    const search = toSearchQuery(readTerms(query.query ?? ''), { beginnings: 'all' });
    const filter = { namespace, search, type: query.type, ...readPage(query) };
    const rows = await listFoundConcepts(knex, organizationId, filter);
    return answerList(rows, { url, query }, presentConcept, ({ key }) => key);
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/:namespace/*id`,
  name: 'getOntologyConcept',
  summary: 'Get a concept as its ontology has it now, and who changed it last',
  tag: 'semantics',
  answers: { 200: { description: 'The concept', schema: ontologyConceptSchema } },
  handle: async ({ params, principal, services }) => {
    const { knex } = services.database;
    const { organizationId } = principal;
    const { namespaceId, body, ...concept } = await readConcept(services, principal, params);
    const key = { organizationId, id: namespaceId };
    const revisions = await listConceptRevisions(knex, key, [concept.id], 0);
    const [revision] = await withPrincipalNames(knex, organizationId, revisions);
    const { fields } = JSON.parse(body) as { fields: JsonObject };
    const changedAt = revision?.at.toISOString();
    const { principal: author, principalName } = revision ?? {};
    const changed = { changedAt, principal: author, principalName };
    return { status: 200, json: { namespace: namespaceId, ...concept, fields, ...changed } };
  },
});

const neighboursRoute = defineRoute({
  method: 'GET',
  path: `${path}/:namespace/*id/neighbours`,
  name: 'listConceptNeighbours',
  summary: 'List the concepts around a concept, and the relationships between them',
  tag: 'semantics',
  query: Type.Object({
    depth: Type.Integer({ minimum: 1, maximum: 3, default: 1, description: 'Steps to go' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: 300,
      default: 60,
      description: 'Most concepts besides the concept itself',
    }),
  }),
  answers: { 200: { description: 'Concepts and relationships', schema: neighboursSchema } },
  handle: async ({ params, query, principal, services }) => {
    const concept = await readConcept(services, principal, params);
    const key = { organizationId: principal.organizationId, id: concept.namespaceId };
    const json = await listNeighbours(services.database.knex, key, concept, query);
    return { status: 200, json };
  },
});

/** Concepts as pages read them; the longer path first, because ids may contain `/`. */
export const conceptPageRoutes: readonly Route[] = [listRoute, neighboursRoute, getRoute];
