const names: Readonly<Record<string, string>> = {
  postgres: 'Postgres',
  postgresql: 'Postgres',
  mysql: 'MySQL',
  sqlserver: 'SQL Server',
  oracle: 'Oracle',
  snowflake: 'Snowflake',
  bigquery: 'BigQuery',
  databricks: 'Databricks',
  redshift: 'Redshift',
  duckdb: 'DuckDB',
  kafka: 'Kafka',
  s3: 'S3',
  azure: 'Azure',
  gcs: 'Google Cloud Storage',
  csv: 'CSV',
  json: 'JSON',
  parquet: 'Parquet',
  avro: 'Avro',
  delta: 'Delta Lake',
  iceberg: 'Iceberg',
  api: 'API',
  rest: 'REST API',
  local: 'Files',
};

/** The name of a technology as its makers write it. */
export function portTypeName(type: string): string {
  return names[type.toLowerCase()] ?? type;
}

/** Types of ports that name a format of files, which may lie on any platform. */
const formats = new Set(['csv', 'json', 'parquet', 'avro', 'delta', 'iceberg', 'local']);

/** The name of the platform that grants access to a port of this type; undefined if the type does not tell. */
export function platformName(type: string | undefined): string | undefined {
  return type === undefined || formats.has(type.toLowerCase()) ? undefined : portTypeName(type);
}
