/** The SQL dialects that checks are written in; what is known of their types is in one file each beside this one. */
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

/** Dialects whose types are understood; those beyond `Dialect` run no checks here. */
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
  // Files and records are read by DuckDB.
  ['duckdb', 'duckdb'],
  ['local', 'duckdb'],
  ['s3', 'duckdb'],
  ['gcs', 'duckdb'],
  ['azure', 'duckdb'],
  ['kafka', 'duckdb'],
  ['api', 'duckdb'],
]);

/** The dialect that checks on a server are written in, by the server's ODCS `type`; undefined where there is none. */
export function dialectOf(serverType: string): Dialect | undefined {
  return dialectsByServerType.get(serverType.toLowerCase());
}
