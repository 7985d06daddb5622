/** The SQL dialects of checks; one file per dialect in this folder describes its types. */
export type Dialect =
  | 'postgres'
  | 'redshift'
  | 'mysql'
  | 'duckdb'
  | 'sqlserver'
  | 'snowflake'
  | 'bigquery'
  | 'databricks'
  | 'trino';

/** Dialects whose types are known; checks do not run on those beyond `Dialect`. */
export type TypeDialect = Dialect | 'oracle' | 'athena' | 'clickhouse';

const dialectsByServerType: ReadonlyMap<string, Dialect> = new Map([
  ['postgres', 'postgres'],
  ['postgresql', 'postgres'],
  ['cockroach', 'postgres'],
  ['cockroachdb', 'postgres'],
  ['redshift', 'redshift'],
  ['mysql', 'mysql'],
  ['mariadb', 'mysql'],
  ['sqlserver', 'sqlserver'],
  ['mssql', 'sqlserver'],
  ['snowflake', 'snowflake'],
  ['bigquery', 'bigquery'],
  ['databricks', 'databricks'],
  ['trino', 'trino'],
  ['presto', 'trino'],
  // DuckDB reads files and records.
  ['duckdb', 'duckdb'],
  ['local', 'duckdb'],
  ['s3', 'duckdb'],
  ['gcs', 'duckdb'],
  ['azure', 'duckdb'],
  ['kafka', 'duckdb'],
  ['api', 'duckdb'],
]);

/** Platforms without checks for which tables can be generated, by the server's ODCS `type`. */
const furtherDialects: ReadonlyMap<string, TypeDialect> = new Map([
  ['oracle', 'oracle'],
  ['athena', 'athena'],
  ['glue', 'athena'],
  ['clickhouse', 'clickhouse'],
]);

/** The dialect of table declarations for a server; undefined if there is none. */
export function typeDialectOf(serverType: string): TypeDialect | undefined {
  return dialectOf(serverType) ?? furtherDialects.get(serverType.toLowerCase());
}

/** The dialect of checks on a server, by its ODCS `type`; undefined if there is none. */
export function dialectOf(serverType: string): Dialect | undefined {
  return dialectsByServerType.get(serverType.toLowerCase());
}
