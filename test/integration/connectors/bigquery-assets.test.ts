import { createVerify, generateKeyPairSync } from 'node:crypto';
import { bigqueryAssets } from '../../../connectors/bigquery/asset-source.ts';
import {
  assetAt,
  itMeetsTheSourceContract,
  openScan,
  pathsOf,
  scanAssets,
} from '../../support/sources/asset-source-contract.ts';
import { pageOf, platformOfEachTest } from '../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../support/fakes/platform.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const accessToken = 'ya29.0123456789abcdef';

function keyFile(url: string): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: 'shop-prod',
    private_key_id: 'key-1',
    private_key: pem,
    client_email: 'scanner@shop-prod.iam.gserviceaccount.com',
    token_uri: `${url}/token`,
  });
}

const datasets: Record<string, any> = {
  sales: {
    friendlyName: 'Sales',
    description: 'What was sold',
    location: 'EU',
    labels: { team: 'shop', pii: '' },
    lastModifiedTime: '1',
  },
  hr: { location: 'EU' },
  empty: { location: 'US' },
};

let rows = 1_204_000;

const tables: Record<string, any> = {
  orders: {
    type: 'TABLE',
    description: 'One row per order',
    labels: { layer: 'gold' },
    schema: {
      fields: [
        { name: 'id', type: 'INTEGER', mode: 'REQUIRED' },
        { name: 'total', type: 'NUMERIC', mode: 'NULLABLE', precision: '10', scale: '2' },
        {
          name: 'lines',
          type: 'RECORD',
          mode: 'REPEATED',
          description: 'What was ordered',
          fields: [
            { name: 'sku', type: 'STRING', mode: 'REQUIRED', maxLength: '20' },
            {
              name: 'discount',
              type: 'RECORD',
              mode: 'NULLABLE',
              fields: [{ name: 'codes', type: 'STRING', mode: 'REPEATED' }],
            },
          ],
        },
        {
          name: 'email',
          type: 'STRING',
          policyTags: { names: ['projects/shop-prod/locations/eu/taxonomies/1/policyTags/2'] },
        },
      ],
    },
    timePartitioning: { type: 'DAY', field: 'ordered_at', expirationMs: '7776000000' },
    requirePartitionFilter: true,
    clustering: { fields: ['customer_id', 'id'] },
    tableConstraints: {
      primaryKey: { columns: ['id'] },
      foreignKeys: [
        {
          name: 'customer',
          referencedTable: { projectId: 'shop-prod', datasetId: 'sales', tableId: 'customers' },
          columnReferences: [{ referencingColumn: 'customer_id', referencedColumn: 'id' }],
        },
      ],
    },
  },
  customers: { type: 'TABLE', schema: { fields: [{ name: 'id', type: 'INTEGER' }] } },
  big_orders: {
    type: 'VIEW',
    view: { query: 'select * from sales.orders', useLegacySql: false },
    schema: { fields: [{ name: 'id', type: 'INTEGER' }] },
  },
  orders_copy: {
    type: 'SNAPSHOT',
    snapshotDefinition: {
      baseTableReference: { projectId: 'shop-prod', datasetId: 'sales', tableId: 'orders' },
      snapshotTime: '2026-01-01T00:00:00Z',
    },
  },
  landed: {
    type: 'EXTERNAL',
    externalDataConfiguration: { sourceFormat: 'CSV', sourceUris: ['gs://shop/landed/*.csv'] },
  },
};

const project = '/bigquery/v2/projects/shop-prod';

function listing(
  kind: 'dataset' | 'table',
  names: string[],
  query: URLSearchParams,
): PlatformAnswer {
  const { items, next } = pageOf(names, query.get('pageToken'), 2);
  const list = items.map((name) => ({
    kind: `bigquery#${kind}`,
    [`${kind}Reference`]:
      kind === 'dataset'
        ? { projectId: 'shop-prod', datasetId: name }
        : { projectId: 'shop-prod', datasetId: 'sales', tableId: name },
  }));
  // An empty listing has no list.
  const found = list.length === 0 ? {} : { [`${kind}s`]: list };
  return { json: { kind: `bigquery#${kind}List`, ...found, nextPageToken: next } };
}

function answer({ path, query, headers }: PlatformRequest): PlatformAnswer {
  if (path === '/token') return { json: { access_token: accessToken, expires_in: 3599 } };
  if (headers.authorization !== `Bearer ${accessToken}`) return { status: 401, json: {} };
  if (path === `${project}/datasets`) return listing('dataset', Object.keys(datasets), query);
  const [, dataset = '', isTables, table] =
    /\/datasets\/([^/]+)(\/tables)?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (isTables === undefined) return { json: { kind: 'bigquery#dataset', ...datasets[dataset] } };
  if (table === undefined)
    return listing('table', dataset === 'sales' ? Object.keys(tables) : [], query);
  const found = tables[table];
  if (found === undefined) return { status: 404, json: { error: { code: 404 } } };
  const isWritten = found.type === 'TABLE';
  return {
    json: {
      kind: 'bigquery#table',
      etag: String((rows += 1)),
      numRows: isWritten ? String(rows) : '0',
      lastModifiedTime: String(rows),
      location: 'EU',
      ...found,
    },
  };
}

const settings = (url: string): { config: { endpoint: string }; credentials: object } => ({
  config: { endpoint: url },
  credentials: { serviceAccountKey: keyFile(url) },
});

describe('BigQuery as a source of assets', () => {
  const platform = platformOfEachTest(() => answer);

  it('lists projects, datasets and tables with nested fields, keys and partitions', async () => {
    const assets = await scanAssets(bigqueryAssets, settings(platform.url));
    expect(pathsOf(assets)).toEqual([
      'shop-prod',
      'shop-prod/sales',
      'shop-prod/sales/orders',
      'shop-prod/sales/customers',
      'shop-prod/sales/big_orders',
      'shop-prod/sales/orders_copy',
      'shop-prod/sales/landed',
      'shop-prod/hr',
      'shop-prod/empty',
    ]);
    expect(assetAt(assets, 'shop-prod', 'sales')).toEqual({
      path: ['shop-prod', 'sales'],
      kind: 'dataset',
      description: 'What was sold',
      properties: { title: 'Sales', location: 'EU', labels: { pii: '', team: 'shop' } },
      tags: ['pii', 'team:shop'],
    });
    expect(assetAt(assets, 'shop-prod', 'sales', 'orders')).toEqual({
      path: ['shop-prod', 'sales', 'orders'],
      kind: 'table',
      description: 'One row per order',
      columns: [
        { name: 'id', type: 'INTEGER', required: true, primaryKey: true },
        { name: 'total', type: 'NUMERIC(10,2)' },
        {
          name: 'lines',
          type: 'ARRAY<RECORD>',
          description: 'What was ordered',
          items: {
            name: 'element',
            type: 'RECORD',
            properties: [
              { name: 'sku', type: 'STRING(20)', required: true },
              {
                name: 'discount',
                type: 'RECORD',
                properties: [
                  {
                    name: 'codes',
                    type: 'ARRAY<STRING>',
                    items: { name: 'element', type: 'STRING' },
                  },
                ],
              },
            ],
          },
        },
        {
          name: 'email',
          type: 'STRING',
          custom: { policyTags: ['projects/shop-prod/locations/eu/taxonomies/1/policyTags/2'] },
        },
      ],
      properties: {
        location: 'EU',
        estimatedRows: 1_000_000,
        primaryKey: ['id'],
        foreignKeys: [
          {
            name: 'customer',
            columns: ['customer_id'],
            references: ['shop-prod', 'sales', 'customers'],
            referencedColumns: ['id'],
          },
        ],
        partitioning: { type: 'DAY', field: 'ordered_at', expirationMs: 7_776_000_000 },
        clustering: ['customer_id', 'id'],
        requirePartitionFilter: true,
        labels: { layer: 'gold' },
      },
      tags: ['layer:gold'],
    });
    expect(assetAt(assets, 'shop-prod', 'sales', 'big_orders')).toMatchObject({
      kind: 'view',
      properties: { definition: 'select * from sales.orders', location: 'EU' },
    });
    expect(assetAt(assets, 'shop-prod', 'sales', 'orders_copy')).toMatchObject({
      kind: 'snapshot',
      upstream: [['shop-prod', 'sales', 'orders']],
    });
    expect(assetAt(assets, 'shop-prod', 'sales', 'landed').properties).toMatchObject({
      external: { format: 'CSV', sources: ['gs://shop/landed/*.csv'] },
    });
  });

  it('signs a token with the key of the account, and exchanges it once', async () => {
    const scan = await openScan(bigqueryAssets, settings(platform.url));
    for await (const page of scan.pages()) expect(page.length).toBeGreaterThan(0);
    expect(await scan.describe()).toBe(
      'BigQuery, shop-prod as scanner@shop-prod.iam.gserviceaccount.com',
    );
    const exchanges = platform.requests.filter(({ path }) => path === '/token');
    expect(exchanges).toHaveLength(1);
    const form = new URLSearchParams(exchanges[0]?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
      alg: 'RS256',
      typ: 'JWT',
      kid: 'key-1',
    });
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: 'scanner@shop-prod.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/bigquery.readonly',
      aud: `${platform.url}/token`,
    });
    const verify = createVerify('RSA-SHA256').update(`${head}.${payload}`);
    expect(verify.verify(publicKey, signature, 'base64url')).toBe(true);
  });

  it('asks only for what the filter admits', async () => {
    const filters = { schemas: ['sales'], names: ['orders*'] };
    const assets = await scanAssets(bigqueryAssets, settings(platform.url), { filters });
    expect(pathsOf(assets)).toEqual([
      'shop-prod',
      'shop-prod/sales',
      'shop-prod/sales/orders',
      'shop-prod/sales/orders_copy',
    ]);
    const asked = platform.requests.map(({ path }) => path);
    expect(asked.filter((path) => /hr|empty|customers|landed/.test(path))).toEqual([]);
    const elsewhere = await scanAssets(bigqueryAssets, settings(platform.url), {
      filters: { catalogs: ['other'] },
    });
    expect(elsewhere).toEqual([]);
  });

  it('waits when there were too many requests, which is a 403 with a reason here', async () => {
    const all = await scanAssets(bigqueryAssets, settings(platform.url));
    const hurdles = [
      { status: 403, json: { error: { errors: [{ reason: 'rateLimitExceeded' }] } } },
    ];
    platform.answer((request) =>
      request.path.endsWith('/orders') ? (hurdles.shift() ?? answer(request)) : answer(request),
    );
    expect(await scanAssets(bigqueryAssets, settings(platform.url))).toEqual(all);
  });

  it.each([
    ['no JSON', () => 'secret text'],
    ['no key', () => '{"client_email":"secret text"}'],
    ['a broken key', () => '{"client_email":"a","private_key":"secret text"}'],
  ])('refuses a key file with %s, without quoting it', async (_what, serviceAccountKey) => {
    const credentials = { serviceAccountKey: serviceAccountKey() };
    const opened = openScan(bigqueryAssets, { config: { endpoint: platform.url }, credentials });
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.not.toThrow(/secret text/);
  });

  it('refuses when the key was revoked', async () => {
    platform.answer(() => ({
      status: 400,
      json: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
    }));
    const opened = openScan(bigqueryAssets, settings(platform.url));
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.toThrow(/Could not sign in to BigQuery: .*Invalid JWT Signature/);
  });

  itMeetsTheSourceContract({
    source: bigqueryAssets,
    answer,
    settings,
    secrets: [accessToken, pem],
    isSignIn: ({ path }) => path === '/token',
    isSecondPage: ({ path, query }) => path.endsWith('/sales/tables') && query.has('pageToken'),
  });
});
