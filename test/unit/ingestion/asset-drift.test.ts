import { findDrift } from '../../../domain/ingestion/asset-drift.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';

/** The types that differ for an asset of one column. */
function driftOf(source: string, type: string, property: object): unknown[] {
  const contract = normaliseContract({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'c',
    version: '1.0.0',
    status: 'active',
    schema: [{ name: 't', properties: [{ name: 'a', ...property }] }],
  });
  const asset = { info: { name: 't', source }, columns: [{ name: 'a', type, required: true }] };
  return findDrift(asset, contract);
}

it.each([
  ['postgres', 'integer', { physicalType: 'serial' }],
  ['mysql', 'tinyint(1)', { logicalType: 'boolean' }],
  ['mysql', 'tinyint(1)', { physicalType: 'boolean' }],
  ['mariadb', 'longtext', { logicalType: 'object', physicalType: 'json' }],
  ['mssql', 'bit', { logicalType: 'boolean' }],
  ['mssql', 'datetime2(7)', { physicalType: 'datetime2' }],
  ['snowflake', 'VARCHAR(16777216)', { physicalType: 'STRING' }],
  ['snowflake', 'NUMBER(38,0)', { logicalType: 'integer' }],
  ['bigquery', 'ARRAY<RECORD>', { logicalType: 'array' }],
  ['bigquery', 'INTEGER', { physicalType: 'INT64' }],
  ['databricks', 'struct<a:int>', { logicalType: 'object' }],
  ['databricks', 'bigint', { physicalType: 'long' }],
  ['files', 'BIGINT', { logicalType: 'integer', physicalType: 'INTEGER' }],
  ['glue', 'array<string>', { logicalType: 'array' }],
  ['kafka', 'string', { logicalType: 'string' }],
  // Nothing is said of types that are not known.
  ['kafka', 'mystery', { logicalType: 'string' }],
])('%s: a column of type %s fits %j', (source, type, property) => {
  expect(driftOf(source, type, property)).toEqual([]);
});

it.each([
  ['postgres', 'bigint', { physicalType: 'serial' }, 'serial'],
  ['mysql', 'varchar(20)', { physicalType: 'varchar(10)' }, 'varchar(10)'],
  ['mysql', 'int(11)', { logicalType: 'boolean' }, 'boolean'],
  ['mssql', 'nvarchar(20)', { physicalType: 'varchar(20)' }, 'varchar(20)'],
  ['mssql', 'uniqueidentifier', { logicalType: 'integer' }, 'integer'],
  ['snowflake', 'NUMBER(10,2)', { physicalType: 'NUMBER(12,2)' }, 'NUMBER(12,2)'],
  ['bigquery', 'FLOAT', { physicalType: 'INT64' }, 'INT64'],
  ['databricks', 'string', { logicalType: 'date' }, 'date'],
  ['files', 'VARCHAR', { logicalType: 'date', physicalType: 'date' }, 'date'],
  ['glue', 'array<string>', { logicalType: 'string' }, 'string'],
  ['kafka', 'string', { logicalType: 'integer' }, 'integer'],
])('%s: a column of type %s does not fit %j', (source, type, property, expected) => {
  expect(driftOf(source, type, property)).toEqual([
    { kind: 'type_changed', field: 'a', expected, actual: type },
  ]);
});
