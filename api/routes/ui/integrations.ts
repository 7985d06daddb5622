import { locateRefusal } from '../../../commands/documents/read-content.ts';
import { Type } from '@sinclair/typebox';
import { deleteIntegration } from '../../../commands/integrations/delete-integration.ts';
import { putIntegration } from '../../../commands/integrations/put-integration.ts';
import { assetSources } from '../../../connectors/catalogue.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { Refusal } from '../../../domain/errors.ts';
import { integrationWriteSchema } from '../../../domain/ingestion/integration.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { entityTag, preconditionHeaders, readPreconditions } from '../../http/entity-tags.ts';
import { parseObject } from '../../body/parse-document.ts';
import { presentAssetSource } from '../../present/documents/asset-source.ts';
import { presentEditableIntegration } from '../../present/integration.ts';
import { collection } from '../../collection.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { RawBody } from '../../exchange.ts';
import {
  assetSourceSchema,
  integrationServerMembers,
  uiIntegrationSchema,
} from '../../schemas/ui/integrations.ts';

const params = Type.Object({ id: Type.String({ description: 'Its externalId' }) });
const tag = 'web ui';
const access = 'session';
const permission = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

const listSourcesRoute = defineRoute({
  method: 'GET',
  path: '/ui/asset-sources',
  name: 'listAssetSources',
  summary: 'List the platforms that can be ingested, with the settings of their integrations',
  tag,
  access,
  answers: { 200: { description: 'The platforms', schema: Type.Array(assetSourceSchema) } },
  handle: () => Promise.resolve({ status: 200, json: assetSources.map(presentAssetSource) }),
});

/** The tag covers only the members that people write, so runs and schedules do not change it. */
function tagOf(revision: number): string {
  return entityTag({ revision, edition: 0 }, 'json');
}

/** Ignores the members that the server adds, so that clients can send back the answer of a GET. */
async function parseWrite(body: RawBody): Promise<JsonObject> {
  try {
    const { document } = await parseObject(body);
    const ignored: readonly string[] = integrationServerMembers;
    return Object.fromEntries(Object.entries(document).filter(([name]) => !ignored.includes(name)));
  } catch (error) {
    if (!(error instanceof Refusal) || body.format !== 'yaml') throw error;
    // The message of a YAML parser may quote the body, which may contain a password.
    const { line, column } = error.extra;
    const where = line === undefined ? '' : `, at line ${Number(line)}, column ${Number(column)}`;
    throw new Refusal(error.code, `The body is not valid YAML${where}.`, {
      extra: error.extra,
    });
  }
}

const integrationRoutes = collection(
  {
    path: '/ui/integrations/:id',
    params,
    noun: 'integration',
    named: 'page integration',
    tag,
    access,
    schema: uiIntegrationSchema,
  },
  {
    get: {
      sends: ['etag'],
      summary: 'Get an integration for editing, without its credentials',
      handle: async ({ params, principal, services }) => {
        const key = { principal, id: checkDocumentId(params.id) };
        const { database, settings } = services;
        const { revision, json } = await presentEditableIntegration(
          database,
          key,
          settings.secretKey,
        );
        return { status: 200, headers: { etag: tagOf(revision) }, json };
      },
    },
    put: {
      takes: preconditionHeaders,
      sends: ['etag'],
      refuses: ['secret_key_missing', 'unknown_reference'],
      summary: 'Create or replace an integration; omitted credentials stay',
      permission,
      body: { formats: ['json', 'yaml'], schema: integrationWriteSchema },
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
          throw await locateRefusal(error, body);
        }
      },
    },
    delete: {
      takes: preconditionHeaders,
      refuses: ['run_in_progress'],
      summary:
        'Delete an integration with its runs; its assets stay. 409 while a run is in progress',
      permission,
      handle: async ({ params, header, principal, requestId, now, services }) => {
        const id = checkDocumentId(params.id);
        const preconditions = readPreconditions(header);
        const request = { id, principal, requestId, now, preconditions };
        await deleteIntegration(services.database, request);
        return { status: 200 };
      },
    },
  },
);

/** Integrations as people write them in the web UI (decisions §8); API keys cannot use these routes. */
export const uiIntegrationRoutes: readonly Route[] = [listSourcesRoute, ...integrationRoutes];
