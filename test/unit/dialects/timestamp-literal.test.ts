import { timestampLiteral } from '../../../domain/dialects/literals/timestamp-literal.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';

const noon = '2020-01-01T12:00:00Z';

it.each<[TypeDialect, string, string]>([
  ['postgres', 'timestamptz', "TIMESTAMPTZ '2020-01-01 12:00:00+00'"],
  ['postgres', 'timestamptz(3)', "TIMESTAMPTZ '2020-01-01 12:00:00+00'"],
  ['redshift', 'timestamptz', "TIMESTAMPTZ '2020-01-01 12:00:00+00'"],
  ['duckdb', 'TIMESTAMPTZ', "TIMESTAMPTZ '2020-01-01 12:00:00+00'"],
  ['sqlserver', 'datetimeoffset', "'2020-01-01T12:00:00+00:00'"],
  ['snowflake', 'TIMESTAMP_TZ', "TO_TIMESTAMP_TZ('2020-01-01T12:00:00+00:00')"],
  ['bigquery', 'TIMESTAMP', "TIMESTAMP '2020-01-01 12:00:00+00'"],
  ['databricks', 'TIMESTAMP', "TIMESTAMP '2020-01-01 12:00:00Z'"],
  ['trino', 'timestamp(3) with time zone', "TIMESTAMP '2020-01-01 12:00:00 UTC'"],
  ['oracle', 'TIMESTAMP(6) WITH TIME ZONE', "TIMESTAMP '2020-01-01 12:00:00 +00:00'"],
  ['clickhouse', 'DateTime64(6)', "toDateTime64('2020-01-01 12:00:00', 6, 'UTC')"],
  ['clickhouse', 'Nullable(DateTime64(6))', "toDateTime64('2020-01-01 12:00:00', 6, 'UTC')"],
])('says the zone of a moment for %s %s', (dialect, type, sql) => {
  expect(timestampLiteral(dialect, type, noon)).toEqual({ sql });
  expect(timestampLiteral(dialect, type, '2020-01-01T14:00:00+02:00')).toEqual({ sql });
  expect(timestampLiteral(dialect, type, '2020-01-01T07:30:00-0430')).toEqual({ sql });
  expect(timestampLiteral(dialect, type, '2020-01-01 12:00')).toEqual({
    sql,
    note: 'without a zone, which is taken as UTC',
  });
});

it.each<[TypeDialect, string, string]>([
  ['postgres', 'timestamp', "TIMESTAMP '2020-01-01 12:00:00'"],
  ['duckdb', 'TIMESTAMP', "TIMESTAMP '2020-01-01 12:00:00'"],
  ['sqlserver', 'datetime2', "'2020-01-01T12:00:00'"],
  ['snowflake', 'TIMESTAMP_NTZ', "TO_TIMESTAMP_NTZ('2020-01-01T12:00:00')"],
  ['bigquery', 'DATETIME', "DATETIME '2020-01-01 12:00:00'"],
  ['databricks', 'TIMESTAMP_NTZ', "TIMESTAMP_NTZ '2020-01-01 12:00:00'"],
  ['trino', 'timestamp(3)', "TIMESTAMP '2020-01-01 12:00:00'"],
  ['athena', 'timestamp', "TIMESTAMP '2020-01-01 12:00:00'"],
  ['oracle', 'TIMESTAMP(6)', "TIMESTAMP '2020-01-01 12:00:00'"],
  ['mysql', 'datetime(6)', "'2020-01-01 12:00:00'"],
])('says none for %s %s', (dialect, type, sql) => {
  expect(timestampLiteral(dialect, type, '2020-01-01T12:00:00')).toEqual({ sql });
  expect(timestampLiteral(dialect, type, '2020-01-01T14:00:00+02:00')).toEqual({
    sql,
    note: 'compared in UTC, as the column has no zone',
  });
});

it('says that MySQL compares in the zone of the session', () => {
  expect(timestampLiteral('mysql', 'timestamp', noon)).toEqual({
    sql: "'2020-01-01 12:00:00'",
    note: 'compared in the zone of the session',
  });
});

it('keeps fractions of a second', () => {
  const text = '2020-01-01T12:00:00.123456+01:00';
  expect(timestampLiteral('postgres', 'timestamptz', text)?.sql).toBe(
    "TIMESTAMPTZ '2020-01-01 11:00:00.123456+00'",
  );
  expect(timestampLiteral('sqlserver', 'datetime2', text)?.sql).toBe(
    "CAST('2020-01-01T11:00:00.123456' AS datetime2)",
  );
});

it('takes whole days only for dates', () => {
  expect(timestampLiteral('postgres', 'date', '2020-02-29')).toEqual({ sql: "DATE '2020-02-29'" });
  expect(timestampLiteral('mysql', 'date', '2020-02-29T00:00:00Z')).toEqual({
    sql: "'2020-02-29'",
  });
  expect(timestampLiteral('postgres', 'date', noon)).toBeUndefined();
  expect(timestampLiteral('postgres', 'date', '2020-02-29T00:00:00+02:00')).toBeUndefined();
});

it.each([
  '2021-02-29',
  '0000-01-01',
  '2020-13-01',
  '2020-01-01T24:00',
  '2020-01-01T12',
  "2020-01-01'",
  '2020-01-01\n',
  '12:00',
  '9999-12-31T23:00-05:00',
  '0001-01-01T00:00+05:00',
  '',
])('refuses %j', (text) => {
  expect(timestampLiteral('postgres', 'timestamptz', text)).toBeUndefined();
});

it('refuses columns that are no moments', () => {
  expect(timestampLiteral('postgres', 'text', noon)).toBeUndefined();
});
