import { refuse } from '../../domain/errors.ts';
import { isObject } from '../../lib/json/json.ts';
import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { createAccessTokens, fixedToken } from '../http/access-token.ts';
import type { AccessTokens } from '../http/access-token.ts';
import { toAlationSchema, toAlationSource, toAlationTable } from './asset.ts';
import { demandText, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { followPages, gather, pageAssets } from '../http/page-chain.ts';
import { askForObject, baseUrlOf, createRestClient } from '../http/rest-client.ts';
import type { RestAnswer, RestClient, RestPlatform } from '../http/rest-client.ts';
import { uniqueNames } from '../assets/unique-name.ts';

type Settings = SettingsOf<typeof about.alation>;

const title = 'Alation';
const advice =
  'Check the token, which may have expired, and that its user is a viewer of the data sources that are to be listed';

/** Page size of listings; Alation's default is 100, its maximum 1,000. */
const listed = 1000;

/** How long an access token is used; the answer has only an expiry by the server's clock. */
const tokenLifeSeconds = 3_600;

/** Exchanges the refresh token. An expired token gets a 401, a revoked one a 400. */
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
 * All pages of a listing. Pages are requested by offset, so that an entry deleted meanwhile hides another one; an entry that
 * appears twice reveals such a shift.
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
    // Older servers have no version 2 of the listing of data sources.
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
  if (!Array.isArray(json)) throw new Error(`Alation returned no list of ${noun}s`);
  return json.filter(isObject);
}

/** Parses the header X-Next-Page, e.g. `/integration/v2/table/?limit=100&skip=100`; the last page has none. */
function nextPage({ headers }: RestAnswer): string | undefined {
  const header = headers['x-next-page'];
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined || text === '') return undefined;
  const query = text.slice(text.indexOf('?') + 1);
  if (!/^\d+$/.test(new URLSearchParams(query).get('skip') ?? '')) {
    throw new Error('Alation returned an invalid address of the next page');
  }
  return query;
}

/** Data sources with built-in drivers are in version 1 of the API, those with connectors in version 2, some in both. */
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

/** Columns are requested by schema: one request per table would be too many, and all columns of a data source too much memory. */
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

/** Alation: the assets of data sources that it catalogs, through its relational integration API 2. */
export const alation = defineAssetSource(about.alation, async (settings, context) => {
  const baseUrl = baseUrlOf(settings.config.url);
  const client = clientOf(settings, baseUrl, context);
  const sources = await listSources(client);
  return {
    describe: async () => `Alation at ${new URL(baseUrl).host}, ${sources.length} data sources`,
    pages: () => pageAssets(scan({ client, baseUrl, context }), context),
    close: async () => undefined,
  };
});
