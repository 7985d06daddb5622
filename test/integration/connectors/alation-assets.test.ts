import { alation } from '../../../connectors/alation/asset-source.ts';
import {
  assetAt,
  itMeetsTheSourceContract,
  openScan,
  pathsOf,
  scanAssets,
} from '../../support/sources/asset-source-contract.ts';
import { platformOfEachTest } from '../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../support/fakes/platform.ts';

const apiToken = 'alation-api-token-0123456789';

const sources = [
  {
    id: 1,
    title: 'Warehouse',
    dbtype: 'snowflake',
    description: '<p>All <b>orders</b></p>',
    is_virtual: false,
    url: '/data/1/',
  },
  { id: 2, title: 'Old', dbtype: 'oracle' },
  { id: 30, title: 'Old', dbtype: 'mysql', is_virtual: true },
];

const connected = [
  sources[0] ?? {},
  { id: 4, title: 'Lake', dbtype: 'databricks' },
  { id: 5, title: 'Sea' },
];

const schemas = [
  {
    id: 11,
    name: 'SALES.PUBLIC',
    title: 'Public',
    description: '',
    ds_id: 1,
    key: '1.SALES.PUBLIC',
    url: '/schema/11/',
    custom_fields: [],
    db_comment: 'Shop',
  },
  {
    id: 12,
    name: 'SALES.STAGING',
    title: '',
    description: null,
    ds_id: 1,
    key: '1.SALES.STAGING',
    url: '/schema/12/',
  },
  { id: 13, name: 'SALES.ARCHIVE', ds_id: 1, key: '1.SALES.ARCHIVE', url: '/schema/13/' },
];

const table = (id: number, name: string, more: object = {}): any => ({
  id,
  name,
  title: '',
  description: '',
  ds_id: 1,
  key: `1.SALES.PUBLIC.${name}`,
  url: `/table/${id}/`,
  custom_fields: [],
  table_type: 'TABLE',
  schema_id: 11,
  schema_name: 'SALES.PUBLIC',
  sql: null,
  table_comment: null,
  ...more,
});

const tables = [
  table(101, 'ORDERS', {
    title: 'Orders',
    description: '<div>One row per order<br/>&amp; nothing else</div><ul><li>daily</li></ul>',
    custom_fields: [
      { field_id: 8, field_name: 'Steward', value: [{ otype: 'user', oid: 3 }] },
      { field_id: 7, field_name: 'Class', value: 'internal' },
    ],
  }),
  table(102, 'CUSTOMERS', { table_comment: 'Who orders' }),
  table(103, 'BIG_ORDERS', { table_type: 'VIEW', sql: 'select * from ORDERS' }),
];

const columns = [
  {
    id: 1002,
    name: 'TOTAL',
    column_type: 'NUMBER(10,2)',
    column_comment: 'In euros',
    nullable: true,
    table_id: 101,
    table_name: 'ORDERS',
    position: 2,
    index: null,
  },
  {
    id: 1001,
    name: 'ID',
    title: 'Number',
    column_type: 'NUMBER(38,0)',
    nullable: false,
    table_id: 101,
    position: 1,
    index: { isPrimaryKey: true, isForeignKey: false, isOtherIndex: false },
  },
  {
    id: 1003,
    name: 'CUSTOMER_ID',
    column_type: 'NUMBER(38,0)',
    nullable: true,
    table_id: 101,
    position: 3,
    index: { isForeignKey: true, referencedColumnId: '1.SALES.PUBLIC.CUSTOMERS.ID' },
  },
  { id: 1004, name: 'ID', column_type: 'NUMBER(38,0)', nullable: true, table_id: 102, position: 1 },
];

function page(all: readonly object[], { path, query }: PlatformRequest): PlatformAnswer {
  expect(query.get('limit')).toBe('1000');
  const skip = Number(query.get('skip'));
  // The server gives less than it is asked for, as `alation.api.catalog.limit` says.
  const next = new URLSearchParams(query);
  next.set('skip', String(skip + 2));
  const more: Record<string, string> =
    skip + 2 < all.length ? { 'X-Next-Page': `${path}?${next.toString()}` } : {};
  return { json: all.slice(skip, skip + 2), headers: more };
}

function answer(request: PlatformRequest): PlatformAnswer {
  const { path, query, headers } = request;
  if (headers['token'] !== apiToken) return { status: 401, json: { detail: 'Invalid token' } };
  if (path === '/integration/v1/datasource/') return { json: sources };
  if (path === '/integration/v2/datasource/') return page(connected, request);
  const isFirst = query.get('ds_id') === '1';
  if (path === '/integration/v2/schema/') return page(isFirst ? schemas : [], request);
  const isPublic = query.get('schema_id') === '11';
  if (path === '/integration/v2/table/') return page(isPublic ? tables : [], request);
  if (path === '/integration/v2/column/') return page(isPublic ? columns : [], request);
  return { status: 404, json: {} };
}

const settings = (url: string): { config: { url: string }; credentials: object } => ({
  config: { url },
  credentials: { apiToken },
});

describe('Alation as a source of assets', () => {
  const platform = platformOfEachTest(() => answer);

  it('lists data sources, schemas and tables with columns', async () => {
    const assets = await scanAssets(alation, settings(platform.url));
    expect(pathsOf(assets)).toEqual([
      'Warehouse',
      'Warehouse/SALES.PUBLIC',
      'Warehouse/SALES.PUBLIC/ORDERS',
      'Warehouse/SALES.PUBLIC/CUSTOMERS',
      'Warehouse/SALES.PUBLIC/BIG_ORDERS',
      'Warehouse/SALES.STAGING',
      'Warehouse/SALES.ARCHIVE',
      'Old (2)',
      'Old (30)',
      'Lake',
      'Sea',
    ]);
    expect(assetAt(assets, 'Warehouse')).toEqual({
      path: ['Warehouse'],
      kind: 'data_source',
      description: 'All orders',
      sourceId: '1',
      sourceUrl: `${platform.url}/data/1/`,
      properties: { databaseType: 'snowflake' },
    });
    expect(assetAt(assets, 'Warehouse', 'SALES.PUBLIC', 'ORDERS')).toEqual({
      path: ['Warehouse', 'SALES.PUBLIC', 'ORDERS'],
      kind: 'table',
      description: 'One row per order\n& nothing else\ndaily',
      sourceId: '101',
      sourceUrl: `${platform.url}/table/101/`,
      columns: [
        {
          name: 'ID',
          type: 'NUMBER(38,0)',
          required: true,
          primaryKey: true,
          custom: { title: 'Number' },
        },
        { name: 'TOTAL', type: 'NUMBER(10,2)', description: 'In euros' },
        {
          name: 'CUSTOMER_ID',
          type: 'NUMBER(38,0)',
          custom: { isForeignKey: true, references: '1.SALES.PUBLIC.CUSTOMERS.ID' },
        },
      ],
      properties: {
        title: 'Orders',
        customFields: { Class: 'internal', Steward: [{ otype: 'user', oid: 3 }] },
      },
    });
    expect(assetAt(assets, 'Warehouse', 'SALES.PUBLIC')).toMatchObject({
      description: 'Shop',
      properties: { title: 'Public' },
    });
    expect(assetAt(assets, 'Warehouse', 'SALES.PUBLIC', 'CUSTOMERS').description).toBe(
      'Who orders',
    );
    expect(assetAt(assets, 'Warehouse', 'SALES.PUBLIC', 'BIG_ORDERS')).toMatchObject({
      kind: 'view',
      properties: { definition: 'select * from ORDERS' },
    });
  });

  it('asks only for what the filter admits', async () => {
    const filters = { catalogs: ['warehouse'], schemas: ['*.public'], names: ['orders'] };
    const assets = await scanAssets(alation, settings(platform.url), { filters });
    expect(pathsOf(assets)).toEqual([
      'Warehouse',
      'Warehouse/SALES.PUBLIC',
      'Warehouse/SALES.PUBLIC/ORDERS',
    ]);
    const asked = platform.requests.map(({ query }) => query.toString());
    expect(asked.filter((query) => /ds_id=(2|30)|schema_id=1[23]/.test(query))).toEqual([]);
  });

  it('makes an access token of a refresh token, and another when that is no longer taken', async () => {
    const issued: string[] = [];
    platform.answer((request) => {
      const { path, headers, json } = request;
      if (path === '/integration/v1/createAPIAccessToken/') {
        expect(json).toEqual({ refresh_token: 'refresh-0123456789', user_id: 5 });
        issued.push(`access-token-${issued.length}`);
        return { status: 201, json: { api_access_token: issued.at(-1), user_id: 5 } };
      }
      const isExpired = issued.length === 1 && path.includes('/column/');
      if (isExpired || headers['token'] !== issued.at(-1)) return { status: 401, json: {} };
      return answer({ ...request, headers: { token: apiToken } });
    });
    const credentials = { refreshToken: 'refresh-0123456789' };
    const config = { url: platform.url, userId: 5 };
    const assets = await scanAssets(alation, { config, credentials });
    expect(assets).toHaveLength(11);
    expect(issued).toHaveLength(2);
  });

  it.each([400, 401])('refuses a refresh token that is answered with %d', async (status) => {
    const refreshToken = 'refresh-0123456789';
    platform.answer(({ body }) => ({ status, json: { title: 'Invalid Payload', code: body } }));
    const config = { url: platform.url, userId: 5 };
    const opened = openScan(alation, { config, credentials: { refreshToken } });
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.not.toThrow(refreshToken);
  });

  it('does without the list of an older server that has none', async () => {
    platform.answer((request) =>
      request.path === '/integration/v2/datasource/' ? { status: 404 } : answer(request),
    );
    expect(await scanAssets(alation, settings(platform.url))).toHaveLength(9);
  });

  it('throws when entries move between the pages', async () => {
    platform.answer((request) => {
      const skipped = request.query.get('skip');
      if (request.path !== '/integration/v2/table/' || skipped !== '2') return answer(request);
      return { json: [tables[1], tables[2]] };
    });
    await expect(scanAssets(alation, settings(platform.url))).rejects.toThrow(/changed while/);
  });

  it('says what it reached, and which credentials it needs', async () => {
    const scan = await openScan(alation, settings(platform.url));
    expect(await scan.describe()).toBe(`Alation at ${new URL(platform.url).host}, 5 data sources`);
    const without = openScan(alation, { config: { url: platform.url }, credentials: {} });
    await expect(without).rejects.toMatchObject({ code: 'source_refused' });
  });

  itMeetsTheSourceContract({
    source: alation,
    answer,
    settings,
    secrets: [apiToken],
    isSecondPage: ({ path, query }) =>
      path === '/integration/v2/column/' && query.get('skip') !== '0',
  });
});
