import { Type } from '@sinclair/typebox';
import { deleteIntegration } from '../../commands/integrations/delete-integration.ts';
import { putIntegration } from '../../commands/integrations/put-integration.ts';
import { assetSources } from '../../connectors/index.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { Refusal } from '../../domain/errors.ts';
import { integrationWriteSchema } from '../../domain/ingestion/integration.ts';
import type { JsonObject } from '../../lib/json.ts';
import { entityTag, readPreconditions } from '../entity-tags.ts';
import { locateViolations } from '../locate-violations.ts';
import { parseObject } from '../parse-document.ts';
import { presentAssetSource } from '../present-asset-source.ts';
import { presentEditableIntegration } from '../present-integration.ts';
import { defineRoute } from '../route.ts';
import type { RawBody, Route } from '../route.ts';
import {
  assetSourceSchema,
  integrationServerMembers,
  uiIntegrationSchema,
} from '../schemas/ui-integrations.ts';

const params = Type.Object({ id: Type.String({ description: 'Its externalId' }) });
const noQuery = Type.Object({});
const path = '/ui/integrations/:id';
const tag = 'web ui';
const access = 'session';
const permission = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

const listSourcesRoute = defineRoute({
  method: 'GET',
  path: '/ui/asset-sources',
  summary: 'List the platforms that can be ingested, with what their integrations say of them',
  tag,
  access,
  params: noQuery,
  query: noQuery,
  answers: { 200: { description: 'The platforms', schema: Type.Array(assetSourceSchema) } },
  handle: () => Promise.resolve({ status: 200, json: assetSources.map(presentAssetSource) }),
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get an integration as it is edited, never its credentials',
  tag,
  access,
  params,
  query: noQuery,
  answers: { 200: { description: 'The integration', schema: uiIntegrationSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const key = { organizationId, id: checkDocumentId(params.id) };
    const { database, settings } = services;
    const { revision, json } = await presentEditableIntegration(database, key, settings.secretKey);
    return { status: 200, headers: { etag: tagOf(revision) }, json };
  },
});

/** The tag is of what people write: what only the clock and runs change is the same representation to who edits it. */
function tagOf(revision: number): string {
  return entityTag({ revision, edition: 0 }, 'json');
}

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Create or replace an integration; credentials that are left out stay',
  tag,
  access,
  permission,
  params,
  query: noQuery,
  body: { formats: ['json', 'yaml'], schema: integrationWriteSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params, body, header, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const { secretKey } = services.settings;
    const preconditions = readPreconditions(header);
    const request = { id, principal, requestId, now, preconditions, secretKey };
    const document = await parseWrite(body);
    try {
      const { revision } = await putIntegration(services.database, { ...request, document });
      return { status: 200, headers: { etag: tagOf(revision) } };
    } catch (error) {
      throw await locateViolations(error, body);
    }
  },
});

/** What GET answered can be sent back: what the server answers for is left out. */
async function parseWrite(body: RawBody): Promise<JsonObject> {
  try {
    const { document } = await parseObject(body);
    const ignored: readonly string[] = integrationServerMembers;
    return Object.fromEntries(Object.entries(document).filter(([name]) => !ignored.includes(name)));
  } catch (error) {
    if (!(error instanceof Refusal) || body.format !== 'yaml') throw error;
    // What a parser says of YAML may quote it, and this may be the password.
    const { line, column } = error.extra;
    const where = line === undefined ? '' : `, at line ${Number(line)}, column ${Number(column)}`;
    throw new Refusal(error.code, `The body is no acceptable YAML${where}.`, {
      extra: error.extra,
    });
  }
}

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Delete an integration with its runs; its assets stay. 409 while a run is in progress',
  tag,
  access,
  permission,
  params,
  query: noQuery,
  answers: { 200: { description: 'Deleted; the answer has no body' } },
  handle: async ({ params, header, principal, requestId, now, services }) => {
    const id = checkDocumentId(params.id);
    const preconditions = readPreconditions(header);
    const request = { id, principal, requestId, now, preconditions };
    await deleteIntegration(services.database, request);
    return { status: 200 };
  },
});

/** Integrations as people write them in the web UI (decisions §8); no key reaches these. */
export const uiIntegrationRoutes: readonly Route[] = [
  listSourcesRoute,
  getRoute,
  putRoute,
  deleteRoute,
];
