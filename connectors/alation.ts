import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { refuse } from '../domain/errors.ts';
import { isObject } from '../lib/json.ts';
import type { ScannedAsset } from '../domain/ingestion/scanned-asset.ts';
import { createAccessTokens, fixedToken } from './access-token.ts';
import type { AccessTokens } from './access-token.ts';
import { toAlationSchema, toAlationSource, toAlationTable } from './alation-asset.ts';
import { demandText, textOf } from './answer-member.ts';
import type { AnswerObject } from './answer-member.ts';
import { defineAssetSource } from './asset-source.ts';
import type { ScanContext } from './asset-source.ts';
import { followPages, gather, pageAssets } from './page-chain.ts';
import { askForObject, baseUrlOf, createRestClient } from './rest-client.ts';
import type { RestAnswer, RestClient, RestPlatform } from './rest-client.ts';
import { uniqueNames } from './unique-name.ts';

const configSchema = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      description:
        'Address of the Alation instance, e.g. https://shop.alationcloud.com; its host has to be in ALLOWED_HOSTS',
    }),
    userId: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Id of the user to whom the refresh token belongs, when there is one',
      }),
    ),
  },
  { additionalProperties: false },
);

const credentialsSchema = Type.Object(
  {
    apiToken: Type.Optional(
      Type.String({
        description: 'API access token; it ends after a day, unless the server says otherwise',
      }),
    ),
    refreshToken: Type.Optional(
      Type.String({ description: 'Refresh token of the user, from which access tokens are made' }),
    ),
  },
  { additionalProperties: false },
);

type Settings = {
  config: Static<typeof configSchema>;
  credentials: Static<typeof credentialsSchema>;
};

const title = 'Alation';
const advice =
  'Check the token, which may have expired, and that its user is a viewer of the data sources that are to be listed';

/** Entries in a page of a listing; Alation gives 100 when it is not asked for more, and 1,000 at most. */
const listed = 1000;

/** An access token made from a refresh token is used for this long; the answer only says when it ends by the server's clock. */
const tokenLifeSeconds = 3_600;

/** Exchanges the refresh token. An expired one is a 401, a revoked one a 400. */
async function exchange(platform: RestPlatform, settings: Settings): Promise<string> {
  const client = createRestClient({
    ...platform,
    authorise: async () => ({}),
    judge: (status) => (status === 400 ? 'refused' : undefined),
  });
  const answer = await askForObject(client, {
    method: 'POST',
    path: '/integration/v1/createAPIAccessToken/',
    body: { refresh_token: settings.credentials.refreshToken, user_id: settings.config.userId },
  });
  return demandText(answer, 'api_access_token');
}

function tokensOf(platform: RestPlatform, settings: Settings): AccessTokens {
  const { apiToken, refreshToken } = settings.credentials;
  if (apiToken) return fixedToken(apiToken);
  if (!refreshToken || settings.config.userId === undefined) {
    return refuse('source_refused', 'Alation needs an apiToken, or a refreshToken and its userId');
  }
  return createAccessTokens(async () => ({
    token: await exchange(platform, settings),
    expiresInSeconds: tokenLifeSeconds,
  }));
}

function clientOf(settings: Settings, baseUrl: string, context: ScanContext): RestClient {
  const { apiToken = '', refreshToken = '' } = settings.credentials;
  const secrets = [apiToken, refreshToken].filter((secret) => secret !== '');
  const platform = { title, baseUrl, context, authorise: async () => ({}), advice, secrets };
  const tokens = tokensOf(platform, settings);
  return createRestClient({
    ...platform,
    authorise: async () => ({ token: await tokens.current() }),
    renew: tokens.forget,
  });
}

type Scanned = { client: RestClient; baseUrl: string; context: ScanContext };

/**
 * A listing to its end. Pages are told by how many entries to skip, so that an entry which goes away meanwhile moves another out of
 * sight; one that comes twice is a sign of such a shift.
 */
async function* list(
  client: RestClient,
  noun: string,
  query: Record<string, string | number>,
): AsyncGenerator<AnswerObject> {
  const seen = new Set<unknown>();
  const pages = followPages(`${noun}s`, async (token) => {
    const next = new URLSearchParams(token ?? '');
    const skip = Number(next.get('skip') ?? 0);
    const path = `/integration/v2/${noun}/`;
    // Servers before connectors came have no list of data sources in version 2.
    const accept = noun === 'datasource' && skip === 0 ? [404] : [];
    const answer = await client({ path, query: { ...query, limit: listed, skip }, accept });
    if (answer.status === 404) return { items: [], next: undefined };
    return { items: entriesOf(answer, noun), next: nextPage(answer) };
  });
  for await (const entry of pages) {
    if (seen.has(entry['id']))
      throw new Error(`The ${noun}s of Alation changed while they were listed`);
    seen.add(entry['id']);
    yield entry;
  }
}

function entriesOf({ json }: RestAnswer, noun: string): AnswerObject[] {
  if (!Array.isArray(json)) throw new Error(`Alation gave no list of ${noun}s`);
  return json.filter(isObject);
}

/** What the header X-Next-Page asks for, e.g. `/integration/v2/table/?limit=100&skip=100`; it is missing on the last page. */
function nextPage({ headers }: RestAnswer): string | undefined {
  const header = headers['x-next-page'];
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text === '') return undefined;
  const query = text.slice(text.indexOf('?') + 1);
  if (!/^\d+$/.test(new URLSearchParams(query).get('skip') ?? '')) {
    throw new Error('Alation named a next page that cannot be read');
  }
  return query;
}

/** Data sources with built-in drivers are in version 1 of the API, those with connectors in version 2, and some in both. */
async function listSources(client: RestClient): Promise<AnswerObject[]> {
  const answer = await client({ path: '/integration/v1/datasource/' });
  const builtIn = entriesOf(answer, 'data source');
  const connected = await gather(list(client, 'datasource', {}));
  const known = new Set(builtIn.map((source) => source['id']));
  return [...builtIn, ...connected.filter((source) => !known.has(source['id']))];
}

async function* scan({ client, baseUrl, context }: Scanned): AsyncGenerator<ScannedAsset> {
  const sources = await listSources(client);
  const names = uniqueNames(
    sources.map((source) => ({
      id: demandText(source, 'id'),
      name: textOf(source, 'title') ?? demandText(source, 'id'),
    })),
  );
  for (const source of sources) {
    const id = demandText(source, 'id');
    const name = names.get(id) ?? id;
    if (!context.filter.admitsName('catalog', name)) continue;
    yield toAlationSource(source, [name], baseUrl);
    const schemas = await gather(list(client, 'schema', { ds_id: id }));
    for (const schema of schemas) {
      const schemaName = demandText(schema, 'name');
      if (!context.filter.admitsName('schema', schemaName)) continue;
      const path = [name, schemaName];
      yield toAlationSchema(schema, path, baseUrl);
      const schemaId = demandText(schema, 'id');
      yield* scanTables({ client, baseUrl, context }, { path, sourceId: id, schemaId });
    }
  }
}

/** Columns are asked for by schema: by table would be a request for each, by data source too many to keep. */
async function* scanTables(
  { client, baseUrl, context }: Scanned,
  { path, sourceId, schemaId }: { path: string[]; sourceId: string; schemaId: string },
): AsyncGenerator<ScannedAsset> {
  const query = { ds_id: sourceId, schema_id: schemaId };
  const tables = await gather(list(client, 'table', query));
  const admitted = tables.filter((table) =>
    context.filter.admitsName('name', demandText(table, 'name')),
  );
  if (admitted.length === 0) return;
  const columns = new Map<string, AnswerObject[]>();
  for await (const column of list(client, 'column', query)) {
    const tableId = demandText(column, 'table_id');
    const ofTable = columns.get(tableId) ?? [];
    columns.set(tableId, ofTable);
    ofTable.push(column);
  }
  for (const table of admitted) {
    const place = { path: [...path, demandText(table, 'name')], baseUrl };
    yield toAlationTable(table, columns.get(demandText(table, 'id')) ?? [], place);
  }
}

/** Alation: what another catalogue knows of data sources, through its relational integration API 2. */
export const alation = defineAssetSource({
  name: 'alation',
  title: 'Alation',
  levels: ['catalog', 'schema'],
  configSchema,
  credentialsSchema,
  triedAgainst: 'recorded answers',
  open: async (settings, context) => {
    const baseUrl = baseUrlOf(settings.config.url);
    const client = clientOf(settings, baseUrl, context);
    const sources = await listSources(client);
    return {
      describe: async () => `Alation at ${new URL(baseUrl).host}, ${sources.length} data sources`,
      pages: () => pageAssets(scan({ client, baseUrl, context }), context),
      close: async () => undefined,
    };
  },
});
