import { databricksAssets } from '../../../connectors/databricks/asset-source.ts';
import {
  assetAt,
  itMeetsTheSourceContract,
  openScan,
  pathsOf,
  scanAssets,
} from '../../support/sources/asset-source-contract.ts';
import { pageOf, platformOfEachTest } from '../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../support/fakes/platform.ts';

const token = 'dapi-0123456789abcdef';

const catalogs = [
  {
    name: 'main',
    comment: 'Everything for sale',
    owner: 'admins',
    catalog_type: 'MANAGED_CATALOG',
  },
  { name: 'system', catalog_type: 'SYSTEM_CATALOG' },
  { name: 'lab', catalog_type: 'MANAGED_CATALOG', owner: 'science' },
];

const schemas: Record<string, { name: string; comment?: string }[]> = {
  main: [{ name: 'sales', comment: 'Orders' }, { name: 'information_schema' }, { name: 'hr' }],
  lab: [{ name: 'trials' }],
};

const column = (name: string, position: number, more: object = {}): object => ({
  name,
  type_text: 'string',
  type_name: 'STRING',
  type_json: `{"name":"${name}","type":"string","nullable":true,"metadata":{}}`,
  position,
  nullable: true,
  ...more,
});

const lineType = JSON.stringify({
  name: 'lines',
  type: {
    type: 'array',
    elementType: {
      type: 'struct',
      fields: [
        { name: 'sku', type: 'string', nullable: false, metadata: { comment: 'Article' } },
        { name: 'price', type: 'decimal(10,2)', nullable: true, metadata: {} },
      ],
    },
    containsNull: true,
  },
  nullable: true,
  metadata: {},
});

let lastWrite = 1_760_000_000_000;

const table = (name: string, more: object = {}): any => ({
  name,
  catalog_name: 'main',
  schema_name: 'sales',
  full_name: `main.sales.${name}`,
  table_type: 'MANAGED',
  data_source_format: 'DELTA',
  columns: [column('id', 0, { type_text: 'bigint', type_name: 'LONG', nullable: false })],
  created_at: 1_700_000_000_000,
  ...more,
});

const sales = [
  table('orders', {
    comment: 'One row per order',
    columns: [
      column('lines', 2, {
        type_text: 'array<struct<sku:string,price:decimal(10,2)>>',
        type_name: 'ARRAY',
        type_json: lineType,
      }),
      column('id', 0, { type_text: 'bigint', type_name: 'LONG', nullable: false }),
      column('customer_id', 1, { comment: 'Who ordered' }),
    ],
  }),
  table('customers'),
  table('big_orders', {
    table_type: 'VIEW',
    data_source_format: undefined,
    view_definition: 'SELECT * FROM main.sales.orders',
  }),
];

const details: Record<string, object> = {
  'main.sales.orders': {
    table_constraints: [
      { primary_key_constraint: { name: 'orders_pk', child_columns: ['id'] } },
      {
        foreign_key_constraint: {
          name: 'orders_customer',
          child_columns: ['customer_id'],
          parent_table: 'main.sales.customers',
          parent_columns: ['id'],
        },
      },
    ],
  },
  'main.sales.big_orders': {
    view_dependencies: {
      dependencies: [
        { table: { table_full_name: 'main.sales.orders' } },
        { function: { function_full_name: 'main.sales.is_big' } },
      ],
    },
  },
};

const api = '/api/2.1/unity-catalog';

function listing(noun: string, all: readonly object[], { query }: PlatformRequest): PlatformAnswer {
  expect(query.get('max_results')).toBe('0');
  const { items, next } = pageOf(all, query.get('page_token'), 2);
  return { json: { [noun]: items, next_page_token: next } };
}

function answer(request: PlatformRequest): PlatformAnswer {
  const { path, query, headers } = request;
  if (headers.authorization !== `Bearer ${token}`) return { status: 401, json: {} };
  if (path === `${api}/metastore_summary`) {
    return { json: { name: 'eu', metastore_id: 'm1', cloud: 'aws', region: 'eu-central-1' } };
  }
  if (path === `${api}/catalogs`) return listing('catalogs', catalogs, request);
  if (path === `${api}/schemas`) {
    return listing('schemas', schemas[query.get('catalog_name') ?? ''] ?? [], request);
  }
  const scope = `${query.get('catalog_name')}.${query.get('schema_name')}`;
  // The documentation says that a page may be empty although others follow.
  if (path === `${api}/tables` && scope === 'main.hr') {
    return query.has('page_token') ? { json: {} } : { json: { next_page_token: 'more' } };
  }
  if (path === `${api}/tables`) {
    return listing('tables', scope === 'main.sales' ? sales : [], request);
  }
  const name = path.slice(`${api}/tables/`.length);
  const found = sales.find((one) => one.full_name === name);
  if (found === undefined) return { status: 404, json: { error_code: 'TABLE_DOES_NOT_EXIST' } };
  const properties = {
    'delta.lastCommitTimestamp': String((lastWrite += 1)),
    'delta.minReaderVersion': '1',
  };
  return { json: { ...found, table_id: `id-of-${name}`, properties, ...details[name] } };
}

const settings = (url: string): { config: { host: string }; credentials: object } => ({
  config: { host: url },
  credentials: { token },
});

describe('Databricks as a source of assets', () => {
  const platform = platformOfEachTest(() => answer);

  it('lists catalogs, schemas and tables with columns, keys and lineage', async () => {
    const assets = await scanAssets(databricksAssets, settings(platform.url));
    expect(pathsOf(assets)).toEqual([
      'main',
      'main/sales',
      'main/sales/orders',
      'main/sales/customers',
      'main/sales/big_orders',
      'main/hr',
      'lab',
      'lab/trials',
    ]);
    expect(assetAt(assets, 'main', 'sales', 'orders')).toEqual({
      path: ['main', 'sales', 'orders'],
      kind: 'table',
      description: 'One row per order',
      sourceId: 'id-of-main.sales.orders',
      sourceUrl: `${platform.url}/explore/data/main/sales/orders`,
      columns: [
        { name: 'id', type: 'bigint', required: true, primaryKey: true },
        { name: 'customer_id', type: 'string', description: 'Who ordered' },
        {
          name: 'lines',
          type: 'array<struct<sku:string,price:decimal(10,2)>>',
          items: {
            name: 'element',
            type: 'struct<sku:string,price:decimal(10,2)>',
            properties: [
              { name: 'sku', type: 'string', description: 'Article', required: true },
              { name: 'price', type: 'decimal(10,2)' },
            ],
          },
        },
      ],
      properties: {
        format: 'DELTA',
        primaryKey: ['id'],
        foreignKeys: [
          {
            name: 'orders_customer',
            columns: ['customer_id'],
            references: ['main', 'sales', 'customers'],
            referencedColumns: ['id'],
          },
        ],
        tableProperties: { 'delta.minReaderVersion': '1' },
      },
    });
    expect(assetAt(assets, 'main', 'sales', 'big_orders')).toMatchObject({
      kind: 'view',
      properties: { definition: 'SELECT * FROM main.sales.orders' },
      upstream: [['main', 'sales', 'orders']],
    });
    expect(assetAt(assets, 'main')).toMatchObject({
      kind: 'catalog',
      description: 'Everything for sale',
      properties: { owner: 'admins', catalogType: 'MANAGED_CATALOG' },
    });
  });

  it('asks only for what the filter admits', async () => {
    const filters = { catalogs: ['main'], schemas: { exclude: ['hr'] }, names: ['*orders'] };
    const assets = await scanAssets(databricksAssets, settings(platform.url), { filters });
    expect(pathsOf(assets)).toEqual([
      'main',
      'main/sales',
      'main/sales/orders',
      'main/sales/big_orders',
    ]);
    const asked = platform.requests.map(({ path, query }) => `${path} ${query.toString()}`);
    expect(asked.filter((text) => /lab|=hr|customers/.test(text))).toEqual([]);
  });

  it('leaves out what was dropped between the listing and the look at it, and can do without that look', async () => {
    platform.answer((request) =>
      request.path.endsWith('.customers') ? { status: 404, json: {} } : answer(request),
    );
    const assets = await scanAssets(databricksAssets, settings(platform.url));
    expect(pathsOf(assets)).not.toContain('main/sales/customers');
    const before = platform.requests.length;
    const config = { host: platform.url, readDetails: false };
    const plain = await scanAssets(databricksAssets, { config, credentials: { token } });
    expect(assetAt(plain, 'main', 'sales', 'customers').columns).toHaveLength(1);
    const asked = platform.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith(`${api}/tables/`))).toEqual([]);
  });

  it('says what it reached, and which credentials it needs', async () => {
    const scan = await openScan(databricksAssets, settings(platform.url));
    expect(await scan.describe()).toBe(
      `Unity Catalog metastore eu (aws eu-central-1) at ${new URL(platform.url).host}`,
    );
    const without = openScan(databricksAssets, { config: { host: platform.url }, credentials: {} });
    await expect(without).rejects.toMatchObject({ code: 'source_refused' });
  });

  it('signs in as a service principal, and again when its token is no longer taken', async () => {
    const issued: string[] = [];
    platform.answer((request) => {
      const { path, headers, body } = request;
      if (path === '/oidc/v1/token') {
        const basic = Buffer.from('app-1:app-secret-1').toString('base64');
        expect(headers.authorization).toBe(`Basic ${basic}`);
        expect(body).toBe('grant_type=client_credentials&scope=all-apis');
        issued.push(`token-${issued.length + 1}`);
        return { json: { access_token: issued.at(-1), token_type: 'Bearer', expires_in: 3600 } };
      }
      // The first token is revoked in the middle of the scan.
      const isTaken =
        headers.authorization === `Bearer ${issued.at(-1)}` &&
        !(issued.length === 1 && path === `${api}/tables`);
      return isTaken
        ? answer({ ...request, headers: { authorization: `Bearer ${token}` } })
        : { status: 401, json: { message: 'expired' } };
    });
    const credentials = { clientId: 'app-1', clientSecret: 'app-secret-1' };
    const assets = await scanAssets(databricksAssets, {
      config: { host: platform.url },
      credentials,
    });
    expect(assets).toHaveLength(8);
    expect(issued).toEqual(['token-1', 'token-2']);
  });

  it('says that a secret is wrong, without showing it', async () => {
    platform.answer(() => ({ status: 401, json: { error_description: 'app-secret-1 is wrong' } }));
    const credentials = { clientId: 'app-1', clientSecret: 'app-secret-1' };
    const opened = openScan(databricksAssets, { config: { host: platform.url }, credentials });
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.toThrow(/Could not sign in to Databricks: .*\*\*\* is wrong/);
  });

  itMeetsTheSourceContract({
    source: databricksAssets,
    answer,
    settings,
    secrets: [token],
    isSecondPage: ({ path, query }) => path === `${api}/tables` && query.has('page_token'),
  });
});
