import { datasetOfAsset, datasetsOf } from '../../../domain/open-lineage/dataset-names.ts';

type Members = Record<string, unknown> & { type: string };

it.each<[Members, string, string]>([
  [
    { type: 'postgres', host: 'db', port: 5433, database: 'shop', schema: 'public' },
    'postgres://db:5433',
    'shop.public.orders',
  ],
  [{ type: 'postgresql', host: 'db', database: 'shop' }, 'postgres://db:5432', 'shop.orders'],
  [{ type: 'mariadb', host: 'db', database: 'shop' }, 'mysql://db:3306', 'shop.orders'],
  [
    { type: 'sqlserver', host: 'db', database: 'shop', schema: 'dbo' },
    'mssql://db:1433',
    'shop.dbo.orders',
  ],
  [
    { type: 'snowflake', account: 'acme-main', database: 'SHOP', schema: 'PUBLIC' },
    'snowflake://acme-main',
    'SHOP.PUBLIC.orders',
  ],
  [{ type: 'bigquery', project: 'acme', dataset: 'shop' }, 'bigquery', 'acme.shop.orders'],
  [
    { type: 'trino', host: 'trino', catalog: 'lake', schema: 'shop' },
    'trino://trino:8080',
    'lake.shop.orders',
  ],
  [
    { type: 'oracle', host: 'db', serviceName: 'XE', schema: 'shop' },
    'oracle://db:1521',
    'XE.shop.orders',
  ],
  [
    { type: 'databricks', host: 'https://adb.example.com/', catalog: 'main', schema: 'shop' },
    'databricks://adb.example.com',
    'main.shop.orders',
  ],
  [{ type: 'kafka', host: 'one:9093,two:9093' }, 'kafka://one:9093', 'orders'],
  [{ type: 'kafka', host: 'one' }, 'kafka://one:9092', 'orders'],
  [{ type: 'local', path: '/data/{model}.csv' }, 'file', '/data/orders.csv'],
  [{ type: 'local', path: 'file:///data/{model}.csv' }, 'file', '/data/orders.csv'],
  [{ type: 's3', location: 's3://lake/raw/{model}/*.json' }, 's3://lake', 'raw/orders/*.json'],
  [{ type: 's3', location: 's3a://lake/raw' }, 's3://lake', 'raw'],
  [{ type: 'gcs', location: 'gs://lake/{model}' }, 'gs://lake', 'orders'],
  [
    { type: 'azure', location: 'az://acme.blob.core.windows.net/lake/raw/{model}.csv' },
    'abfss://lake@acme.dfs.core.windows.net',
    'raw/orders.csv',
  ],
  [
    { type: 'azure', location: 'abfss://lake@acme.dfs.core.windows.net/raw' },
    'abfss://lake@acme.dfs.core.windows.net',
    'raw',
  ],
  [{ type: 'api', location: 'https://example.com/orders' }, 'https://example.com', 'orders'],
  [{ type: 'custom' }, 'custom://production', 'orders'],
])('names the table of %j as OpenLineage does', (members, namespace, name) => {
  expect(datasetsOf({ server: 'production', ...members }, ['orders'])).toEqual([
    { namespace, name },
  ]);
});

it.each<[Members, string[], string, string]>([
  [
    { type: 'postgres', host: 'db' },
    ['shop', 'public', 'orders'],
    'postgres://db:5432',
    'shop.public.orders',
  ],
  [{ type: 'kafka', bootstrapServers: ['one:9093'] }, ['orders'], 'kafka://one:9093', 'orders'],
  [{ type: 'files', location: '/data/in/' }, ['in', '.', 'a.csv'], 'file', '/data/in/a.csv'],
  [{ type: 'files', location: 's3://lake/in' }, ['in', 'b/c', 'a'], 's3://lake', 'in/b/c/a'],
  [
    { type: 'glue', region: 'eu-west-1', catalogId: '42' },
    ['42', 'shop', 'orders'],
    'arn:aws:glue:eu-west-1:42',
    'table/shop/orders',
  ],
  [{ type: 'powerbi' }, ['sales', 'report'], 'powerbi://mine', 'sales.report'],
])('names what a scan of %j found', (members, path, namespace, name) => {
  expect(datasetOfAsset({ server: 'mine', ...members }, path)).toEqual({ namespace, name });
});
