import { Type } from '@sinclair/typebox';
import { getOntologyText } from '../../commands/semantics/ontology-texts.ts';
import { putOntology } from '../../commands/semantics/put-ontology.ts';
import { getNamespace } from '../../commands/semantics/semantic-request.ts';
import { findNamespaceText, listNamespaceRevisions } from '../../db/tables/namespace-revisions.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { minimalOntology } from '../../domain/semantics/minimal-ontology.ts';
import { answerChanges, changesQuery } from '../concept-changes.ts';
import { entityTag, isNotModified, readPreconditions } from '../entity-tags.ts';
import { headerValue } from '../header-values.ts';
import { cutPage, pagingQuery, readPage, readRevisionKey } from '../paging.ts';
import { ontologyBody, ontologyText } from '../read-ontology-body.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { conceptChangeSchema, ontologyRevisionSchema } from '../schemas/ontologies.ts';

const params = Type.Object({ namespace: Type.String() });
const path = '/api/semantics/experimental/namespaces/:namespace';
const contentType = 'application/yaml';

const revision = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description });

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/ontology.yaml`,
  summary: 'Get the ontology of a namespace as it was sent or merged',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object({
    revision: Type.Optional(revision('A past one; 0 is before the first')),
  }),
  answers: {
    200: { description: 'The document', contentType },
    304: { description: 'The client has it already' },
  },
  handle: async ({ params, query, principal: { organizationId }, header, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    const namespace = await getNamespace(knex, key);
    const wanted = query.revision ?? namespace.revision;
    const ofRevision = { organizationId, namespaceId: key.id, revision: wanted };
    const stored = wanted === 0 ? undefined : await findNamespaceText(knex, ofRevision);
    if (wanted !== 0 && !stored) {
      refuse('not_found', `The ontology of '${key.id}' has no revision ${wanted}.`);
    }
    const etag = stored && entityTag({ revision: wanted, edition: stored.edition }, 'yaml');
    if (etag && isNotModified(header, etag)) return { status: 304, headers: { etag } };
    const text = stored?.source ?? minimalOntology(namespace);
    return { status: 200, headers: { etag }, text, contentType };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path: `${path}/ontology.yaml`,
  summary: 'Replace everything that a namespace holds; creates the namespace when there is none',
  tag: 'semantics',
  access: 'key',
  permission: { actions: ['RESOURCES_ADD', 'RESOURCES_EDIT'], on: 'owner' },
  params,
  query: Type.Object({}),
  body: ontologyBody,
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params, body, principal, requestId, now, header, services }) => {
    const namespace = checkDocumentId(params.namespace);
    const preconditions = readPreconditions(header);
    const request = { namespace, principal, requestId, now, preconditions };
    const text = ontologyText(body);
    const written = await putOntology(services.database, { ...request, text });
    const { publicUrl } = services.settings;
    return {
      status: 200,
      headers: {
        etag: entityTag(written, 'yaml'),
        'location-html': headerValue(`${publicUrl}/semantics/${encodeURIComponent(namespace)}`),
      },
    };
  },
});

const revisionsRoute = defineRoute({
  method: 'GET',
  path: `${path}/revisions`,
  summary: 'List the revisions of an ontology, newest first',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The revisions', schema: Type.Array(ontologyRevisionSchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    await getNamespace(knex, key);
    const { limit, offset, after } = readPage(query);
    const page = { before: readRevisionKey(after), limit, offset };
    const rows = await listNamespaceRevisions(knex, key, page);
    const { shown, link } = cutPage(rows, { url, query }, ({ revision }) => revision.toString());
    return {
      status: 200,
      headers: { link },
      json: shown.map((row) => ({
        version: row.revision,
        timestamp: row.at.toISOString(),
        principal: row.principal,
        concepts: row.concepts,
        branch: row.mergedBranch,
      })),
    };
  },
});

const diffRoute = defineRoute({
  method: 'GET',
  path: `${path}/diff`,
  summary: 'What changed between two revisions of an ontology',
  tag: 'semantics',
  access: 'key',
  params,
  query: Type.Object({
    from: Type.Optional(revision('By default the one before the current one')),
    to: Type.Optional(revision('By default the current one')),
    ...changesQuery,
  }),
  answers: {
    200: { description: 'One entry for each concept', schema: Type.Array(conceptChangeSchema) },
  },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    const namespace = await getNamespace(knex, key);
    const to = query.to ?? namespace.revision;
    const from = query.from ?? Math.max(0, namespace.revision - 1);
    const texts = {
      from: await getOntologyText(knex, key, from),
      to: await getOntologyText(knex, key, to),
    };
    return answerChanges(knex, key, texts, { url, query });
  },
});

/** The ontology of a namespace, as it is and was. */
export const ontologyRoutes: readonly Route[] = [getRoute, putRoute, revisionsRoute, diffRoute];
