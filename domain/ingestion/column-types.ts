import type { Dialect } from '../dialects/dialect.ts';
import { logicalTypeOf } from '../dialects/types/column-types.ts';
import type { LogicalType } from '../standards/odcs/contract-model.ts';

/** Platforms whose types are completely known. */
const dialects: Readonly<Record<string, Dialect>> = {
  postgres: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  mssql: 'sqlserver',
  snowflake: 'snowflake',
  bigquery: 'bigquery',
  databricks: 'databricks',
  files: 'duckdb',
  // Hive and Spark.
  glue: 'databricks',
  fabric: 'databricks',
};

/**
 * Common names of types on platforms that pass on types of others (Kafka, dbt, Alation); other types are not
 * compared.
 */
const commonTypes: readonly (readonly [LogicalType, RegExp])[] = [
  ['integer', /^(?:big|medium|small)?int(?:eger|\d+)?(?: unsigned)?$/],
  ['number', /^(?:decimal|numeric|number|float\d*|double(?: precision)?|real|bignumeric|money)$/],
  ['string', /^(?:n?(?:var)?char2?|character(?: varying)?|(?:long|medium|tiny|n)?text|string)$/],
  ['boolean', /^bool(?:ean)?$/],
  ['date', /^date$/],
  ['timestamp', /^(?:datetime2?|smalldatetime|datetimeoffset|timestamp[\w ]*)$/],
  ['array', /^array\b/],
  ['object', /^(?:json|object|record|struct|variant)\b/],
];

/** The dialect of a platform of assets; undefined if its types are not completely known. */
export const dialectOfSource = (source: string): Dialect | undefined =>
  Object.hasOwn(dialects, source) ? dialects[source] : undefined;

/** The logical type of a column's type as its platform names it; undefined if it is not known. */
export function logicalTypeOfColumn(source: string, type: string): LogicalType | undefined {
  const dialect = dialectOfSource(source);
  if (dialect) return logicalTypeOf(dialect, type);
  const bare = type
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return commonTypes.find(([, pattern]) => pattern.test(bare))?.[0];
}
