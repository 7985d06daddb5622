/** The SQL dialects that are understood; one file each beside this one. */
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
