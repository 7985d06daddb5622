import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { dbtSources } from '../../../../jobs/code-generation/generators/dbt/sources.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { queriesOf, scriptOf, sqlContract } from './contract.ts';

const orders = sqlContract([
  {
    name: 'orders',
    physicalName: 'ord_orders',
    description: 'One row\nper order',
    properties: [
      { name: 'id', logicalType: 'integer', description: 'Key\nof the row' },
      { name: 'at', logicalType: 'date' },
    ],
  },
]);

it.each<[TypeDialect, object, string]>([
  ['postgres', { type: 'postgres', schema: 'sales' }, 'sales.'],
  ['mysql', { type: 'mysql', database: 'sales' }, 'sales.'],
  ['snowflake', { type: 'snowflake', database: 'shop', schema: 'sales' }, 'shop.sales.'],
  ['sqlserver', { type: 'sqlserver', schema: 'sales' }, 'sales.'],
  ['athena', { type: 'glue', schema: 'sales' }, 'sales.'],
  ['postgres', { type: 'mysql', database: 'sales' }, ''],
])('tables and queries of %s are in one place', (dialect, server, place) => {
  const named = { server: 's', type: '', ...server };
  expect(scriptOf(orders, dialect, named).text).toContain(`TABLE ${place}ord_orders (`);
  const { text } = queriesOf(orders, dialect, named);
  expect(text.replaceAll(/["`[\]]/g, '')).toContain(`FROM ${place}ord_orders\n`);
});

it('names the schema of SQL Server for descriptions', () => {
  const server = { server: 's', type: 'sqlserver', schema: 'sales' };
  expect(scriptOf(orders, 'sqlserver', server).text).toContain(
    "DECLARE @schema sysname = N'sales';",
  );
  expect(scriptOf(orders, 'sqlserver').text).toContain('DECLARE @schema sysname = SCHEMA_NAME();');
});

it('reads a name with one point as schema and table', () => {
  const column = { name: 'a', logicalType: 'date', description: 'A' };
  const contract = sqlContract([
    { name: 'orders', physicalName: 'sales.Orders', properties: [column] },
    { name: 'other', physicalName: 'crm.Orders', properties: [column] },
    { name: 'topic', physicalName: 'a.b.v1', properties: [column] },
  ]);
  const { text } = scriptOf(contract, 'postgres', { server: 's', type: 'postgres', schema: 'own' });
  expect(text).toContain('CREATE TABLE sales."Orders" (');
  expect(text).toContain('CREATE TABLE crm."Orders" (');
  expect(text).toContain('CREATE TABLE own."a.b.v1" (');
  expect(queriesOf(contract, 'postgres').text).toContain('FROM sales."Orders"');
  expect(scriptOf(contract, 'sqlserver').text).toContain("@level0name = N'sales', ");
});

it('describes tables and columns in queries', () => {
  expect(queriesOf(orders, 'postgres').text).toContain(
    '-- One row\n-- per order\nSELECT\n    "id", -- Key\n    "at"\nFROM "ord_orders"\n',
  );
});

const files = (server: object) => {
  const { text, notes } = queriesOf(orders, 'duckdb', { server: 's', type: 's3', ...server });
  return [/FROM (.*)\n/.exec(text)?.[1], notes];
};

it.each([
  [{ location: 's3://b/{model}/*.parquet' }, "read_parquet('s3://b/ord_orders/*.parquet')"],
  [{ location: 's3://b/x', format: 'parquet' }, "read_parquet('s3://b/x')"],
  [{ type: 'local', path: "data/it's.csv" }, "read_csv('data/it''s.csv')"],
  [{ type: 'local', path: 'a.csv', delimiter: ';' }, "read_csv('a.csv', delim = ';')"],
  [{ type: 'gcs', location: 'gs://b/a.json' }, "read_json('gs://b/a.json')"],
  [
    { type: 'azure', location: 'abfss://b/a', format: 'json', delimiter: 'new_line' },
    "read_json('abfss://b/a', format = 'newline_delimited')",
  ],
  [{ location: 's3://b/t', format: 'delta' }, "delta_scan('s3://b/t')"],
])('files are read as %j', (server, relation) => {
  expect(files(server)).toEqual([relation, []]);
});

it.each([
  [
    { type: 'kafka', host: 'h' },
    'is on a server of the type kafka; the query expects a table of its rows',
  ],
  [{}, 'the server does not say where its files are; the query expects a table'],
  [{ location: 's3://b/x.xls' }, 'the format of its files is not known; the query expects a table'],
])('says that nothing can be read of %j', (server, note) => {
  expect(files(server)).toEqual(['"ord_orders"', [`orders: ${note}.`]]);
});

describe('schemas of tables', () => {
  const two = sqlContract([
    {
      name: 'orders',
      physicalName: 'crm.orders',
      properties: [{ name: 'a', logicalType: 'date' }],
    },
    { name: 'items', properties: [{ name: 'a', logicalType: 'date' }] },
    { name: 'parts', properties: [{ name: 'a', logicalType: 'date' }] },
  ]);
  const createdBy = (dialect: TypeDialect, server?: object): string[] =>
    scriptOf(two, dialect, server && { server: 's', type: dialect, ...server })
      .text.split('\n')
      .filter((line) => /CREATE (?:SCHEMA|DATABASE)/.test(line));

  it.each<[TypeDialect, object, string[]]>([
    [
      'postgres',
      { schema: 'Sales' },
      ['CREATE SCHEMA IF NOT EXISTS crm;', 'CREATE SCHEMA IF NOT EXISTS "Sales";'],
    ],
    ['postgres', { schema: 'public' }, ['CREATE SCHEMA IF NOT EXISTS crm;']],
    ['postgres', {}, ['CREATE SCHEMA IF NOT EXISTS crm;']],
    [
      'bigquery',
      { project: 'shop', dataset: 'sales' },
      ['CREATE SCHEMA IF NOT EXISTS shop.crm;', 'CREATE SCHEMA IF NOT EXISTS shop.sales;'],
    ],
    [
      'clickhouse',
      { database: 'sales' },
      ['CREATE DATABASE IF NOT EXISTS crm;', 'CREATE DATABASE IF NOT EXISTS sales;'],
    ],
    [
      'sqlserver',
      { schema: "it's" },
      [
        "IF SCHEMA_ID(N'crm') IS NULL EXEC(N'CREATE SCHEMA crm');",
        "IF SCHEMA_ID(N'it''s') IS NULL EXEC(N'CREATE SCHEMA [it''s]');",
      ],
    ],
    ['oracle', { schema: 'sales' }, []],
  ])('are created by scripts of %s for %j', (dialect, server, statements) => {
    expect(createdBy(dialect, server)).toEqual(statements);
  });
});

describe('a physical name that is a file', () => {
  const contract = sqlContract([
    {
      name: 'sample',
      physicalName: 'sample_2025_01.csv',
      properties: [{ name: 'a', logicalType: 'date' }],
    },
  ]);
  const local = { server: 's', type: 'local', path: 'data/{model}', format: 'csv' };

  it.each([undefined, local, { server: 's', type: 's3', location: 's3://b' }])(
    'is no name of a table: %j',
    (server) => {
      for (const dialect of ['duckdb', 'postgres'] as const)
        expect(scriptOf(contract, dialect, server).text).toContain('\nCREATE TABLE sample (');
      const options = { dialect: 'postgres', server, compat: undefined } as const;
      expect(sqlalchemy.generate(contract, options)[0]?.content).toContain('\n    "sample",\n');
      const sources = dbtSources.generate(contract, options).map(({ content }) => content);
      expect(sources.join('')).not.toContain('csv');
    },
  );

  it('is what queries read', () => {
    expect(queriesOf(contract, 'duckdb', local).text).toContain(
      "read_csv('data/sample_2025_01.csv')",
    );
  });

  it('is a table of a schema in a database', () => {
    const server = { server: 's', type: 'postgres' };
    expect(scriptOf(contract, 'postgres', server).text).toContain('TABLE sample_2025_01.csv (');
  });
});
