import { Type } from '@sinclair/typebox';
import { listUsages } from '../../../commands/semantics/list-usages.ts';
import { getNamespace } from '../../../commands/semantics/semantic-request.ts';
import { listConcepts } from '../../../db/tables/semantics/namespace-concepts.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import type { Violation } from '../../../domain/errors.ts';
import { clashingProperties, propertiesOfMembers } from '../../../domain/semantics/concept-json.ts';
import { validateWith } from '../../../domain/validation/validation.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { conceptsDeprecatedSince } from '../../http/concept-deprecation.ts';
import { cutPage, nextLink, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { presentConcepts } from '../../present/semantics/concepts.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  conceptSchema,
  conceptWriteSchema,
  usagesSchema,
} from '../../schemas/semantics/concepts.ts';
import { readConcept } from './requested-concept.ts';
import { singleConceptRoutes } from './single-concepts.ts';

const path = '/api/semantics/experimental/namespaces/:namespace/concepts';

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listConcepts',
  sends: ['deprecation', 'sunset'],
  summary: 'List the concepts of a namespace (deprecated: read the ontology)',
  tag: 'semantics',
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

const usagesQuery = Type.Object({
  size: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 200,
    description: 'Documents per page',
  }),
  after: Type.Optional(Type.String({ description: 'Key of the last entry of the previous page' })),
});

const usagesRoute = defineRoute({
  method: 'GET',
  path: `${path}/*id/usages`,
  name: 'listConceptUsages',
  summary: 'List the contracts and products whose authoritativeDefinitions link to a concept',
  tag: 'semantics',
  query: usagesQuery,
  answers: {
    200: { description: 'The documents that link to the concept, and where', schema: usagesSchema },
  },
  handle: async ({ params, query, principal, url, services }) => {
    const concept = await readConcept(services, principal, params);
    const key = { organizationId: principal.organizationId, id: concept.namespaceId };
    const page = { limit: query.size, after: readUsageKey(query.after) };
    const { usages, last } = await listUsages(services.database.knex, key, concept, page);
    const lastKey = last && `${last.kind}/${last.id}`;
    const link = nextLink(url, query, { more: last !== undefined, lastKey });
    return { status: 200, json: { usages, truncated: last !== undefined }, headers: { link } };
  },
});

/** Reads `after` in lists of usages: kind and id of the last document of the previous page. */
function readUsageKey(after: string | undefined): { kind: string; id: string } | undefined {
  if (after === undefined) return undefined;
  const [, kind, id] = /^(data-contract|data-product)\/(.+)$/s.exec(after) ?? [];
  if (kind !== undefined && id !== undefined) return { kind, id };
  return refuse(
    'bad_request',
    `after=${after} is no key of a usage; send <kind>/<id> of the last one, as the Link header gives it.`,
  );
}

/** Custom properties that are answered as members must fit their types. */
function checkCustomProperties(json: JsonObject): Violation[] {
  const moved = { name: json.name, ...propertiesOfMembers(json) };
  const misfits = validateWith(conceptWriteSchema, moved).map(({ field, message }) => ({
    field: `custom_properties.${field}`,
    message,
  }));
  return [...clashingProperties(json), ...misfits];
}

const routesOfOne = singleConceptRoutes('concept', path, {
  answers: conceptSchema,
  schema: conceptWriteSchema,
  check: checkCustomProperties,
});

/** Single concepts; the longer path first, because ids may contain `/`. */
export const conceptRoutes: readonly Route[] = [listRoute, usagesRoute, ...routesOfOne];
