import type { ScannedAsset } from '../../domain/ingestion/scanned-asset.ts';
import { demandText, textOf } from '../http/answer-member.ts';
import type { AnswerObject } from '../http/answer-member.ts';
import { defineAssetSource } from '../asset-source.ts';
import * as about from './about.ts';
import type { ScanContext, SettingsOf } from '../asset-source.ts';
import { inGroups, mapBounded } from '../http/bounded-map.ts';
import { databricksTokens } from './token.ts';
import { pageAssets } from '../http/page-chain.ts';
import { askForObject, baseUrlOf, createRestClient } from '../http/rest-client.ts';
import type { RestClient } from '../http/rest-client.ts';
import { toUnityContainer, toUnityTable } from '../unity-catalog/asset.ts';
import { openUnityCatalog } from '../unity-catalog/tables.ts';
import type { UnityCatalog } from '../unity-catalog/tables.ts';

type Config = SettingsOf<typeof about.databricksAssets>['config'];

const title = 'Databricks';
const advice =
  'Check the token or OAuth secret, and that its principal has USE CATALOG, USE SCHEMA and BROWSE or SELECT on what is to be listed';

/** Parallel requests for single tables. */
const detailsAtOnce = 8;

const systemTypes: ReadonlySet<string> = new Set(['SYSTEM_CATALOG', 'INTERNAL_CATALOG']);

type Scanned = { unity: UnityCatalog; baseUrl: string; config: Config; context: ScanContext };

async function* scan(scanned: Scanned): AsyncGenerator<ScannedAsset> {
  const { unity, baseUrl, config, context } = scanned;
  for await (const catalog of unity.catalogs()) {
    const name = demandText(catalog, 'name');
    if (config.includeSystem !== true && isSystemCatalog(catalog)) continue;
    if (!context.filter.admitsName('catalog', name)) continue;
    const sourceUrl = `${baseUrl}/explore/data/${encodeURIComponent(name)}`;
    yield { ...toUnityContainer(catalog, 'catalog', [name]), sourceUrl };
    yield* scanSchemas(scanned, name);
  }
}

function isSystemCatalog(catalog: AnswerObject): boolean {
  return systemTypes.has(textOf(catalog, 'catalog_type') ?? '') || catalog['name'] === 'system';
}

async function* scanSchemas(scanned: Scanned, catalog: string): AsyncGenerator<ScannedAsset> {
  const { unity, baseUrl, config, context } = scanned;
  for await (const schema of unity.schemas(catalog)) {
    const name = demandText(schema, 'name');
    if (config.includeSystem !== true && name === 'information_schema') continue;
    if (!context.filter.admitsName('schema', name)) continue;
    const sourceUrl = `${baseUrl}/explore/data/${encodeURIComponent(catalog)}/${encodeURIComponent(name)}`;
    yield { ...toUnityContainer(schema, 'schema', [catalog, name]), sourceUrl };
    for await (const group of inGroups(admitted(scanned, catalog, name), context.pageSize)) {
      const details = await mapBounded(group, detailsAtOnce, (table) => detailOf(scanned, table));
      for (const table of details) {
        if (table === undefined) continue;
        const tableName = demandText(table, 'name');
        const url = `${sourceUrl}/${encodeURIComponent(tableName)}`;
        yield { ...toUnityTable(table, [catalog, name, tableName]), sourceUrl: url };
      }
    }
  }
}

async function* admitted(
  { unity, context }: Scanned,
  catalog: string,
  schema: string,
): AsyncGenerator<AnswerObject> {
  for await (const table of unity.tables(catalog, schema)) {
    if (context.filter.admitsName('name', demandText(table, 'name'))) yield table;
  }
}

/** The table with details that the listing omits; undefined when it was dropped meanwhile. */
async function detailOf(
  { unity, config }: Scanned,
  table: AnswerObject,
): Promise<AnswerObject | undefined> {
  if (config.readDetails === false) return table;
  const parts = ['catalog_name', 'schema_name', 'name'].map((member) => demandText(table, member));
  const detail = await unity.table(textOf(table, 'full_name') ?? parts.join('.'));
  return detail === undefined ? undefined : { ...table, ...detail };
}

async function describe(client: RestClient, baseUrl: string): Promise<string> {
  const path = '/api/2.1/unity-catalog/metastore_summary';
  const summary = await askForObject(client, { path });
  const where = [textOf(summary, 'cloud'), textOf(summary, 'region')].filter(Boolean).join(' ');
  const name = textOf(summary, 'name') ?? 'without a name';
  return `Unity Catalog metastore ${name}${where === '' ? '' : ` (${where})`} at ${new URL(baseUrl).host}`;
}

/** Unity Catalog of a Databricks workspace, through its REST API 2.1. */
export const databricksAssets = defineAssetSource(
  about.databricksAssets,
  async ({ config, credentials }, context) => {
    const baseUrl = baseUrlOf(config.host);
    const tokens = databricksTokens(baseUrl, credentials, { advice, context });
    const { token = '', clientSecret = '' } = credentials;
    const client = createRestClient({
      title,
      baseUrl,
      context,
      authorise: async () => ({ authorization: `Bearer ${await tokens.current()}` }),
      renew: tokens.forget,
      advice,
      secrets: [token, clientSecret],
    });
    const described = await describe(client, baseUrl);
    // 0 lets the server choose the page size; without it the listing has one page, which is deprecated.
    const unity = openUnityCatalog(client, { max_results: 0 });
    return {
      describe: async () => described,
      pages: () => pageAssets(scan({ unity, baseUrl, config, context }), context),
      close: async () => undefined,
    };
  },
);
