import { createHash, createHmac } from 'node:crypto';
import { glue } from '../../../connectors/glue/asset-source.ts';
import {
  assetAt,
  itMeetsTheSourceContract,
  openScan,
  pathsOf,
  scanAssets,
} from '../../support/sources/asset-source-contract.ts';
import { pageOf, platformOfEachTest } from '../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../support/fakes/platform.ts';

const accessKeyId = 'AKIAEXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const sessionToken = 'session-0123456789abcdef';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Whether the request carries the signature that the documentation of Signature Version 4 describes. */
function isSigned({ method, path, headers, body }: PlatformRequest): boolean {
  const [, credential = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization),
    ) ?? [];
  const names = signed.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-target', 'x-amz-security-token']) {
    if (!names.includes(needed)) return false;
  }
  const lines = names.map((name) => `${name}:${String(headers[name])}\n`).join('');
  const canonical = [method, path, '', lines, signed, sha256(body)].join('\n');
  const [key = '', date = '', region = '', service = '', end = ''] = credential.split('/');
  const place = [date, region, service, end].join('/');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], place, sha256(canonical)].join('\n');
  const signingKey = [region, service, end].reduce(hmac, hmac(`AWS4${secretAccessKey}`, date));
  return (
    key === accessKeyId &&
    place.endsWith('/eu-central-1/glue/aws4_request') &&
    hmac(signingKey, text).toString('hex') === signature
  );
}

const databases = [
  {
    Name: 'sales',
    Description: 'Orders',
    LocationUri: 's3://shop/sales',
    CatalogId: '123456789012',
    CreateTime: 1.7e9,
  },
  { Name: 'hr', CatalogId: '123456789012' },
  {
    Name: 'linked',
    CatalogId: '123456789012',
    TargetDatabase: { CatalogId: '210987654321', DatabaseName: 'partners' },
  },
];

const prestoView = Buffer.from(
  JSON.stringify({
    originalSql: 'SELECT id FROM orders WHERE total > 1000',
    catalog: 'awsdatacatalog',
  }),
).toString('base64');

const tables: any[] = [
  {
    Name: 'orders',
    DatabaseName: 'sales',
    Description: 'One row per order',
    Owner: 'hadoop',
    TableType: 'EXTERNAL_TABLE',
    StorageDescriptor: {
      Columns: [
        { Name: 'id', Type: 'bigint', Comment: 'Number of the order' },
        {
          Name: 'lines',
          Type: 'array<struct<sku:string,price:decimal(10,2),tags:map<string,int>>>',
        },
      ],
      Location: 's3://shop/sales/orders/',
      InputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
      SerdeInfo: {
        SerializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe',
        Parameters: { 'serialization.format': '1' },
      },
      Compressed: false,
    },
    PartitionKeys: [{ Name: 'day', Type: 'date' }],
    Parameters: { classification: 'parquet', EXTERNAL: 'TRUE' },
    IsRegisteredWithLakeFormation: false,
    CatalogId: '123456789012',
  },
  { Name: 'customers', TableType: 'EXTERNAL_TABLE', StorageDescriptor: { Columns: [] } },
  {
    Name: 'big_orders',
    TableType: 'VIRTUAL_VIEW',
    ViewOriginalText: `/* Presto View: ${prestoView} */`,
    ViewExpandedText: '/* Presto View */',
    StorageDescriptor: { Columns: [{ Name: 'id', Type: 'bigint' }] },
    Parameters: { presto_view: 'true', comment: 'Presto View' },
  },
  {
    Name: 'orders_link',
    StorageDescriptor: { Columns: [] },
    TargetTable: { CatalogId: '123456789012', DatabaseName: 'sales', Name: 'orders' },
  },
];

let crawled = 0;

function answer(request: PlatformRequest): PlatformAnswer {
  const { method, path, headers, json } = request;
  expect([method, path]).toEqual(['POST', '/']);
  expect(headers['content-type']).toBe('application/x-amz-json-1.1');
  if (!isSigned(request) || headers['x-amz-security-token'] !== sessionToken) {
    return { status: 400, json: { __type: 'InvalidSignatureException', message: 'No match' } };
  }
  expect(json).toMatchObject({ CatalogId: '123456789012', MaxResults: 100 });
  const token = json.NextToken ?? null;
  if (headers['x-amz-target'] === 'AWSGlue.GetDatabases') {
    const { items, next } = pageOf(databases, token, 2);
    return { json: { DatabaseList: items, NextToken: next } };
  }
  expect(headers['x-amz-target']).toBe('AWSGlue.GetTables');
  const { items, next } = pageOf(json.DatabaseName === 'sales' ? tables : [], token, 2);
  const written = items.map((table) => ({
    ...table,
    UpdateTime: (crawled += 1),
    VersionId: String(crawled),
    Parameters: {
      ...table.Parameters,
      transient_lastDdlTime: String(crawled),
      recordCount: String(4_000 + crawled),
    },
  }));
  return { json: { TableList: written, NextToken: next } };
}

const settings = (url: string): { config: object; credentials: object } => ({
  config: { region: 'eu-central-1', catalogId: '123456789012', endpoint: url },
  credentials: { accessKeyId, secretAccessKey, sessionToken },
});

describe('AWS Glue as a source of assets', () => {
  const platform = platformOfEachTest(() => answer);

  it('lists databases and tables with nested columns and partitions', async () => {
    const notes: string[] = [];
    const assets = await scanAssets(glue, settings(platform.url), { notes });
    expect(pathsOf(assets)).toEqual([
      'sales',
      'sales/orders',
      'sales/customers',
      'sales/big_orders',
      'sales/orders_link',
      'hr',
      'linked',
    ]);
    expect(assetAt(assets, 'sales', 'orders')).toEqual({
      path: ['sales', 'orders'],
      kind: 'table',
      description: 'One row per order',
      columns: [
        { name: 'id', type: 'bigint', description: 'Number of the order' },
        {
          name: 'lines',
          type: 'array<struct<sku:string,price:decimal(10,2),tags:map<string,int>>>',
          items: {
            name: 'element',
            type: 'struct<sku:string,price:decimal(10,2),tags:map<string,int>>',
            properties: [
              { name: 'sku', type: 'string' },
              { name: 'price', type: 'decimal(10,2)' },
              {
                name: 'tags',
                type: 'map<string,int>',
                properties: [
                  { name: 'key', type: 'string', required: true },
                  { name: 'value', type: 'int' },
                ],
              },
            ],
          },
        },
        { name: 'day', type: 'date', custom: { isPartitionKey: true } },
      ],
      properties: {
        owner: 'hadoop',
        tableType: 'EXTERNAL_TABLE',
        location: 's3://shop/sales/orders/',
        inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
        serialization: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe',
        partitionedBy: ['day'],
        estimatedRows: 5_000,
        parameters: { classification: 'parquet' },
      },
    });
    expect(assetAt(assets, 'sales', 'big_orders')).toMatchObject({
      kind: 'view',
      properties: { definition: 'SELECT id FROM orders WHERE total > 1000' },
    });
    expect(assetAt(assets, 'sales', 'orders_link').upstream).toEqual([['sales', 'orders']]);
    expect(assetAt(assets, 'linked').properties).toMatchObject({
      linksTo: { catalogId: '210987654321', database: 'partners' },
    });
    expect(notes).toEqual([expect.stringContaining('linked')]);
  });

  it('asks only for what the filter admits', async () => {
    const filters = { databases: ['sales'], names: { exclude: ['*_link'] } };
    const assets = await scanAssets(glue, settings(platform.url), { filters });
    expect(pathsOf(assets)).toEqual([
      'sales',
      'sales/orders',
      'sales/customers',
      'sales/big_orders',
    ]);
    expect(platform.requests.filter(({ body }) => body.includes('"hr"'))).toEqual([]);
  });

  it('refuses a key that signs wrongly, with the words of AWS', async () => {
    const credentials = { accessKeyId, secretAccessKey: 'another-secret-key', sessionToken };
    const wrong = { ...settings(platform.url), credentials };
    await expect(openScan(glue, wrong)).rejects.toMatchObject({ code: 'source_refused' });
    await expect(openScan(glue, wrong)).rejects.toThrow(/InvalidSignatureException.*policy allows/);
  });

  it('waits when it is throttled, which is a 400 here', async () => {
    const all = await scanAssets(glue, settings(platform.url));
    const hurdles = [
      { status: 400, json: { __type: 'ThrottlingException', Message: 'Rate exceeded' } },
    ];
    platform.answer((request) =>
      request.json.NextToken === undefined ? answer(request) : (hurdles.shift() ?? answer(request)),
    );
    expect(await scanAssets(glue, settings(platform.url))).toEqual(all);
  });

  it('refuses when the policy does not allow a database', async () => {
    platform.answer((request) =>
      request.json.DatabaseName === 'hr'
        ? { status: 400, json: { __type: 'AccessDeniedException', Message: 'not authorized' } }
        : answer(request),
    );
    const scanned = scanAssets(glue, settings(platform.url));
    await expect(scanned).rejects.toMatchObject({ code: 'source_refused' });
  });

  it('says what it reached', async () => {
    const scan = await openScan(glue, settings(platform.url));
    expect(await scan.describe()).toBe(
      'AWS Glue Data Catalog in eu-central-1, catalog 123456789012',
    );
  });

  itMeetsTheSourceContract({
    source: glue,
    answer,
    settings,
    secrets: [secretAccessKey, sessionToken],
    isSecondPage: ({ json }) => json.DatabaseName !== undefined && json.NextToken !== undefined,
  });
});
