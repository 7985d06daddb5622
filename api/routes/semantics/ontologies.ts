import { Type } from '@sinclair/typebox';
import { previewReplacement } from '../../../commands/semantics/compare-ontologies.ts';
import { getOntologyText } from '../../../commands/semantics/ontology-texts.ts';
import { putOntology } from '../../../commands/semantics/put-ontology.ts';
import { getNamespace } from '../../../commands/semantics/semantic-request.ts';
import {
  findNamespaceSource,
  listNamespaceRevisions,
} from '../../../db/tables/semantics/namespace-revisions.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { refuse } from '../../../domain/errors.ts';
import { minimalOntology } from '../../../domain/semantics/minimal-ontology.ts';
import { answerChanges, changesQuery } from '../../present/semantics/concept-changes.ts';
import {
  entityTag,
  isNotModified,
  preconditionHeaders,
  readPreconditions,
} from '../../http/entity-tags.ts';
import { headerValue } from '../../http/header-values.ts';
import { answerList, pagingQuery, readPage, readRevisionKey } from '../../http/paging/paging.ts';
import { ontologyBody, readOntologyBody } from '../../body/read-ontology-body.ts';
import { withPrincipalNames } from '../../present/principal-names.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  conceptChangeSchema,
  ontologyRevisionSchema,
  replacementSchema,
} from '../../schemas/semantics/ontologies.ts';

const path = '/api/semantics/experimental/namespaces/:namespace';
const contentType = 'application/yaml';

const revision = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description });

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/ontology.yaml`,
  name: 'getOntology',
  summary: 'Get the ontology of a namespace as it was sent or merged',
  tag: 'semantics',
  query: Type.Object({
    revision: Type.Optional(revision('A past revision; 0 is before the first')),
  }),
  answers: {
    200: { description: 'The document', contentType },
    304: { description: 'The client already has the current version' },
  },
  handle: async ({ params, query, principal: { organizationId }, header, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    const namespace = await getNamespace(knex, key);
    const wanted = query.revision ?? namespace.revision;
    const ofRevision = { organizationId, namespaceId: key.id, revision: wanted };
    const stored = wanted === 0 ? undefined : await findNamespaceSource(knex, ofRevision);
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
  name: 'putOntology',
  takes: preconditionHeaders,
  sends: ['etag', 'location-html'],
  refuses: ['invalid_document', 'unknown_reference'],
  summary: 'Replace the ontology of a namespace; a missing namespace is created',
  tag: 'semantics',
  permission: { actions: ['RESOURCES_ADD', 'RESOURCES_EDIT'], on: 'owner' },
  body: ontologyBody,
  preview: replacementSchema,
  read: readOntologyBody,
  handle: async ({ params, content, principal, requestId, now, header, services }) => {
    const namespace = checkDocumentId(params.namespace);
    const preconditions = readPreconditions(header);
    const request = { namespace, principal, requestId, now, preconditions };
    const written = await putOntology(services.database, { ...request, ...content });
    const { publicUrl } = services.settings;
    const key = { organizationId: principal.organizationId, id: namespace };
    return {
      status: 200,
      preview: ({ database }) => previewReplacement(database.knex, key, content.text),
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
  name: 'listOntologyRevisions',
  summary: 'List the revisions of an ontology, newest first',
  tag: 'semantics',
  query: Type.Object(pagingQuery),
  answers: { 200: { description: 'The revisions', schema: Type.Array(ontologyRevisionSchema) } },
  handle: async ({ params, query, principal: { organizationId }, url, services }) => {
    const { knex } = services.database;
    const key = { organizationId, id: checkDocumentId(params.namespace) };
    await getNamespace(knex, key);
    const { limit, offset, after } = readPage(query);
    const page = { before: readRevisionKey(after), limit, offset };
    const revisions = await listNamespaceRevisions(knex, key, page);
    const rows = await withPrincipalNames(knex, organizationId, revisions);
    return answerList(
      rows,
      { url, query },
      (row) => ({
        version: row.revision,
        timestamp: row.at.toISOString(),
        principal: row.principal,
        principalName: row.principalName,
        concepts: row.concepts,
        branch: row.mergedBranch,
      }),
      ({ revision }) => revision.toString(),
    );
  },
});

const diffRoute = defineRoute({
  method: 'GET',
  path: `${path}/diff`,
  longTexts: true,
  name: 'compareOntologyRevisions',
  sends: ['x-total-count'],
  summary: 'List the changes between two revisions of an ontology',
  tag: 'semantics',
  query: Type.Object({
    from: Type.Optional(revision('Default: the revision before the current one')),
    to: Type.Optional(revision('Default: the current revision')),
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

/** The ontology of a namespace, now and in earlier revisions. */
export const ontologyRoutes: readonly Route[] = [getRoute, putRoute, revisionsRoute, diffRoute];
