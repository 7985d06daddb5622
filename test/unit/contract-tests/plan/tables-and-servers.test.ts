import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';
import { planChecks } from '../../../../jobs/contract-tests/plan/plan-checks.ts';
import type { PlannedCheck } from '../../../../jobs/contract-tests/plan/planned-check.ts';

function planFor(
  server: Partial<ContractServer>,
  table: object,
  contract: object = {},
): PlannedCheck[] {
  const model = normaliseContract({ ...contract, schema: [{ name: 't', ...table }] });
  return planChecks(model, { server: 's', type: 'postgres', ...server });
}

const properties = [{ name: 'a', physicalName: 'A1' }, { name: 'b' }];

const additional = (value: unknown): object => ({
  customProperties: [
    { property: 'additionalColumns', value },
    { property: 'additionalColumns', value: true },
  ],
});

describe('columns that the contract does not name', () => {
  const checkOf = (table: object, contract: object = {}): PlannedCheck | undefined =>
    planFor({}, { properties, ...table }, contract).find(
      ({ type }) => type === 'model_no_additional_columns',
    );

  it.each([[additional(false)], [additional('false')], [additional(' False ')]])(
    'are refused where the table says so: %j',
    (table) => {
      expect(checkOf(table)).toMatchObject({
        key: 't__model_no_additional_columns',
        name: 'Check that model t has no additional columns',
        field: undefined,
        expectation: { kind: 'no-other-columns', names: ['A1', 'b'] },
      });
    },
  );

  it('are refused where the contract says so, unless the table does not', () => {
    expect(checkOf({}, additional(false))).toBeDefined();
    expect(checkOf(additional(true), additional(false))).toBeUndefined();
    const inOldWords = { customProperties: [{ name: 'additionalColumns', value: false }] };
    expect(checkOf(inOldWords)).toBeDefined();
  });

  it.each([[{}], [additional(true)], [additional(null)], [additional('no')]])(
    'are allowed otherwise: %j',
    (table) => {
      expect(checkOf(table)).toBeUndefined();
    },
  );
});

describe('types by server', () => {
  const property = { name: 'a', physicalType: 'varchar(5)', logicalType: 'string' };
  const typesOn = (server: Partial<ContractServer>): string[] =>
    planFor(server, { properties: [property] })
      .filter(({ type }) => type.endsWith('_type'))
      .map(({ type, expectation }) => `${type} ${expectation.kind}`);

  const physical =
    'postgres postgresql PostgreSQL cockroach redshift sqlserver mssql snowflake databricks oracle athena trino bigquery';

  it.each(physical.split(' '))('%s: the physical type', (type) => {
    expect(typesOn({ type })).toEqual(['field_physical_type physical-type']);
  });

  it.each(['mysql', 'mariadb'])('%s: both', (type) => {
    expect(typesOn({ type })).toEqual([
      'field_type logical-type',
      'field_physical_type physical-type',
    ]);
  });

  it.each([
    { type: 'duckdb' },
    { type: 's3', format: 'parquet' },
    { type: 'azure', format: 'delta' },
  ])('%j: the logical type', (server) => {
    expect(typesOn(server)).toEqual(['field_type logical-type']);
  });

  it.each([
    { type: 'local', format: 'CSV' },
    { type: 's3', location: 's3://b/x.csv.gz' },
    { type: 'gcs', location: 'gs://b/x.ndjson' },
    { type: 'api' },
    { type: 'kafka' },
    { type: 'kafka', format: 'avro' },
  ])('%j: whether values can be read', (server) => {
    expect(typesOn(server)).toEqual(['field_type rows']);
  });

  it('use the logical type where there is no physical one', () => {
    expect(planFor({}, { properties: [{ name: 'a', logicalType: 'date' }] }).at(-1)?.type).toBe(
      'field_type',
    );
  });
});

describe('JSON records', () => {
  it.each([
    { type: 'local', format: 'json' },
    { type: 's3', location: 's3://b/x.jsonl' },
    { type: 'azure', format: 'ndjson' },
    { type: 'api', location: 'https://x.test/' },
    { type: 'kafka', host: 'h' },
  ])('are checked once for each table: %j', (server) => {
    expect(planFor(server, { properties }).at(-1)).toMatchObject({
      key: 't__schema',
      type: 'schema',
      name: 'Check that JSON has valid schema',
      category: 'schema',
      expectation: { kind: 'json-records' },
    });
  });

  it.each([
    { type: 'local', format: 'csv' },
    { type: 'kafka', format: 'avro' },
    { type: 'postgres', format: 'json' },
  ])('are not what others hold: %j', (server) => {
    expect(planFor(server, { properties }).some(({ type }) => type === 'schema')).toBe(false);
  });
});

describe('the name of a table in results', () => {
  it('is that of the server, but for topics', () => {
    const table = { physicalName: 'events-v1', properties: [{ name: 'a' }] };
    expect(planFor({}, table)[0]?.key).toBe('events-v1__a__field_is_present');
    expect(planFor({ type: 'kafka' }, table)[0]).toMatchObject({
      key: 't__a__field_is_present',
      model: 't',
    });
  });
});
