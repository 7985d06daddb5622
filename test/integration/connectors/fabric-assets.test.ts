import { fabric } from '../../../connectors/fabric/asset-source.ts';
import {
  assetAt,
  itMeetsTheSourceContract,
  openScan,
  pathsOf,
  scanAssets,
} from '../../support/sources/asset-source-contract.ts';
import {
  answerAsEntra,
  entraSecret,
  entraSettings,
  entraToken,
  isEntraSignIn,
} from '../../support/fakes/entra.ts';
import { pageOf, platformOfEachTest } from '../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../support/fakes/platform.ts';

const fabricScope = 'https://api.fabric.microsoft.com/.default';
const storageScope = 'https://storage.azure.com/.default';
const storageToken = 'eyJ0.storage.0123456789';

const workspaces = [
  { id: 'w1', displayName: 'Sales', description: 'Shops', type: 'Workspace', capacityId: 'cap-1' },
  { id: 'w2', displayName: 'Finance', description: '', type: 'Workspace' },
  { id: 'w3', displayName: 'Empty', type: 'Workspace' },
];

const items: Record<string, any[]> = {
  w1: [
    {
      id: 'l1',
      displayName: 'Shop',
      type: 'Lakehouse',
      description: 'Raw data',
      workspaceId: 'w1',
    },
    { id: 'e1', displayName: 'Shop', type: 'SQLEndpoint', workspaceId: 'w1' },
    { id: 'm1', displayName: 'Orders', type: 'SemanticModel', workspaceId: 'w1' },
    { id: 'r1', displayName: 'Orders', type: 'Report', workspaceId: 'w1' },
    { id: 'k1', displayName: 'Clicks', type: 'KQLDatabase', workspaceId: 'w1' },
  ],
  w2: [{ id: 'l2', displayName: 'Ledger', type: 'Lakehouse', workspaceId: 'w2' }],
  w3: [],
};

const plainTables = ['orders', 'customers', 'landed'].map((name) => ({
  type: name === 'landed' ? 'External' : 'Managed',
  name,
  location: `abfss://w1@onelake.dfs.fabric.microsoft.com/l1/Tables/${name}`,
  format: name === 'landed' ? 'csv' : 'delta',
}));

const ledgerTables: Record<string, string[]> = {
  dbo: ['accounts'],
  closing: ['balances', 'rates', 'notes'],
};

const column = (name: string, position: number, more: object = {}): object => ({
  name,
  type_text: null,
  type_json: null,
  type_name: 'string',
  type_precision: 0,
  type_scale: 0,
  type_interval_type: null,
  comment: null,
  partition_index: 0,
  position,
  nullable: true,
  ...more,
});

let updated = 0;

function answerAsOneLake({ path, query }: PlatformRequest): PlatformAnswer {
  const [, item = '', noun = '', name] =
    /^\/delta\/[^/]+\/([^/]+)\/api\/2\.1\/unity-catalog\/(schemas|tables)(?:\/(.+))?$/.exec(path) ??
    [];
  if (name !== undefined) {
    const [catalog, schema = '', table = ''] = name.split('.');
    expect(catalog).toBe(item);
    const isKnown = item === 'l1' ? schema === 'dbo' : ledgerTables[schema]?.includes(table);
    if (isKnown !== true || table === 'notes') return { status: 404, json: {} };
    return {
      json: {
        name: table,
        catalog_name: item,
        schema_name: schema,
        table_type: null,
        data_source_format: 'DELTA',
        columns: [column('name', 1), column('id', 0, { type_name: 'long', nullable: false })],
        comment: table === 'orders' ? 'One row per order' : null,
        updated_at: (updated += 1),
        table_id: `id-of-${table}`,
      },
    };
  }
  expect(query.get('catalog_name')).toBe('l2');
  const all: any[] =
    noun === 'schemas'
      ? Object.keys(ledgerTables).map((schema) => ({ name: schema, comment: null }))
      : (ledgerTables[query.get('schema_name') ?? ''] ?? []).map((table) => ({
          name: table,
          data_source_format: 'DELTA',
          columns: null,
          storage_location: `https://onelake.dfs.fabric.microsoft.com/w2/l2/Tables/${table}`,
        }));
  const { items, next } = pageOf(all, query.get('page_token'), 2);
  return { json: { [noun]: items, next_page_token: next ?? null } };
}

function page(
  member: 'value' | 'data',
  all: readonly object[],
  query: URLSearchParams,
): PlatformAnswer {
  const { items, next } = pageOf(all, query.get('continuationToken'), 2);
  const more =
    next === undefined ? {} : { continuationToken: next, continuationUri: `https://x/?${next}` };
  return { json: { [member]: items, ...more } };
}

function answer(request: PlatformRequest): PlatformAnswer {
  const { path, query, body } = request;
  const isStorage = path.startsWith('/delta/') || body.includes(encodeURIComponent(storageScope));
  const refused = isStorage
    ? answerAsEntra(request, storageScope, storageToken)
    : answerAsEntra(request, fabricScope);
  if (refused !== undefined) return refused;
  if (path.startsWith('/delta/')) return answerAsOneLake(request);
  if (path === '/v1/workspaces') return page('value', workspaces, query);
  const [, workspace = ''] = /^\/v1\/workspaces\/([^/]+)\/items$/.exec(path) ?? [];
  if (items[workspace] !== undefined) return page('value', items[workspace], query);
  if (path === '/v1/workspaces/w1/lakehouses/l1/tables') return page('data', plainTables, query);
  if (path === '/v1/workspaces/w2/lakehouses/l2/tables') {
    const errorCode = 'UnsupportedOperationForSchemasEnabledLakehouse';
    return { status: 400, json: { errorCode, message: 'The operation is not supported' } };
  }
  return { status: 404, json: {} };
}

const settings = (url: string): { config: Record<string, unknown>; credentials: object } => {
  const { config, credentials } = entraSettings(url);
  return { config: { ...config, apiUrl: url, oneLakeUrl: url }, credentials };
};

describe('Microsoft Fabric as a source of assets', () => {
  const platform = platformOfEachTest(() => answer);

  it('lists workspaces, items, and tables of lakehouses with and without schemas', async () => {
    const assets = await scanAssets(fabric, settings(platform.url));
    expect(pathsOf(assets)).toEqual([
      'Sales',
      'Sales/Clicks.KQLDatabase',
      'Sales/Shop.Lakehouse',
      'Sales/Shop.Lakehouse/customers',
      'Sales/Shop.Lakehouse/landed',
      'Sales/Shop.Lakehouse/orders',
      'Sales/Orders.Report',
      'Sales/Shop.SQLEndpoint',
      'Sales/Orders.SemanticModel',
      'Finance',
      'Finance/Ledger.Lakehouse',
      'Finance/Ledger.Lakehouse/closing.balances',
      'Finance/Ledger.Lakehouse/closing.notes',
      'Finance/Ledger.Lakehouse/closing.rates',
      'Finance/Ledger.Lakehouse/dbo.accounts',
      'Empty',
    ]);
    expect(assetAt(assets, 'Sales', 'Shop.Lakehouse', 'orders')).toEqual({
      path: ['Sales', 'Shop.Lakehouse', 'orders'],
      kind: 'table',
      description: 'One row per order',
      sourceId: 'id-of-orders',
      columns: [
        { name: 'id', type: 'long', required: true },
        { name: 'name', type: 'string' },
      ],
      properties: {
        format: 'delta',
        location: 'abfss://w1@onelake.dfs.fabric.microsoft.com/l1/Tables/orders',
      },
    });
    expect(assetAt(assets, 'Sales', 'Shop.Lakehouse', 'landed').columns).toBeUndefined();
    expect(assetAt(assets, 'Sales', 'Shop.Lakehouse', 'landed').kind).toBe('external_table');
    expect(assetAt(assets, 'Finance', 'Ledger.Lakehouse', 'dbo.accounts').columns).toHaveLength(2);
    expect(assetAt(assets, 'Finance', 'Ledger.Lakehouse', 'closing.notes').columns).toBeUndefined();
    expect(assetAt(assets, 'Sales', 'Clicks.KQLDatabase').kind).toBe('kql_database');
    expect(assetAt(assets, 'Sales', 'Shop.SQLEndpoint').kind).toBe('sql_endpoint');
    expect(assetAt(assets, 'Sales', 'Shop.Lakehouse')).toEqual({
      path: ['Sales', 'Shop.Lakehouse'],
      kind: 'lakehouse',
      description: 'Raw data',
      sourceId: 'l1',
    });
  });

  it('asks only for what the filter admits', async () => {
    const filters = {
      catalogs: ['Sales'],
      schemas: ['*.lakehouse'],
      names: { exclude: ['cust*'] },
    };
    const assets = await scanAssets(fabric, settings(platform.url), { filters });
    expect(pathsOf(assets)).toEqual([
      'Sales',
      'Sales/Shop.Lakehouse',
      'Sales/Shop.Lakehouse/landed',
      'Sales/Shop.Lakehouse/orders',
    ]);
    const asked = platform.requests.map(({ path }) => path);
    expect(asked.filter((path) => /w2|w3|customers/.test(path))).toEqual([]);
  });

  it('does without columns when told to, and then does not ask OneLake for them', async () => {
    const { config, credentials } = settings(platform.url);
    const filters = { catalogs: ['Sales'] };
    const assets = await scanAssets(
      fabric,
      { config: { ...config, readColumns: false }, credentials },
      { filters },
    );
    expect(assetAt(assets, 'Sales', 'Shop.Lakehouse', 'orders').columns).toBeUndefined();
    expect(platform.requests.filter(({ path }) => path.startsWith('/delta/'))).toEqual([]);
  });

  it('says what to change when OneLake does not let the app in', async () => {
    platform.answer((request) =>
      request.path.startsWith('/delta/') ? { status: 403, json: {} } : answer(request),
    );
    const scanned = scanAssets(fabric, settings(platform.url));
    await expect(scanned).rejects.toMatchObject({ code: 'source_refused' });
    await expect(scanned).rejects.toThrow(/readColumns/);
  });

  it('says what it reached, and that a secret is wrong', async () => {
    const scan = await openScan(fabric, settings(platform.url));
    expect(await scan.describe()).toBe('Microsoft Fabric, tenant contoso.example as app app-1');
    const wrong = { ...settings(platform.url), credentials: { clientSecret: 'wrong-secret' } };
    await expect(openScan(fabric, wrong)).rejects.toThrow(/Could not sign in to Microsoft Fabric/);
  });

  const pagesOf = (pattern: RegExp) => ({
    isSecondPage: ({ path, query }: PlatformRequest) =>
      pattern.test(path) && (query.has('continuationToken') || query.has('page_token')),
  });
  const common = {
    source: fabric,
    answer,
    settings,
    secrets: [entraSecret, entraToken],
    isSignIn: isEntraSignIn,
  };

  itMeetsTheSourceContract({ ...common, ...pagesOf(/lakehouses\/l1\/tables$/) });

  it.each([/^\/v1\/workspaces$/, /w1\/items$/, /^\/delta\/.*\/tables$/])(
    'throws when a later page of %s cannot be read',
    async (pattern) => {
      const { isSecondPage } = pagesOf(pattern);
      platform.answer((request) =>
        isSecondPage(request) ? { status: 404, json: { message: 'gone' } } : answer(request),
      );
      await expect(scanAssets(fabric, settings(platform.url))).rejects.toThrow(/404/);
    },
  );
});
