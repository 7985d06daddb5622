import type { Dialect } from '../../../../domain/dialects/dialect.ts';

type Denied = { names: ReadonlySet<string>; prefixes: readonly string[] };

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function denied(names: string, prefixes: string): Denied {
  return { names: new Set(words(names)), prefixes: words(prefixes) };
}

function isIn({ names, prefixes }: Denied, lower: string): boolean {
  return names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
}

/**
 * Functions of Postgres and derived systems with side effects, waiting, file access, or execution of texts as
 * SQL.
 */
const postgresNames =
  'set_config nextval setval lowrite loread query_to_xml query_to_xmlschema query_to_xml_and_xmlschema ts_stat ' +
  'ts_rewrite connectby xpath_table txid_current run_command_on_workers';
const postgresPrefixes =
  'pg_ dblink lo_ cursor_to_xml schema_to_xml database_to_xml table_to_xml crosstab http postgres_fdw_ aws_ ' +
  'binary_upgrade_';

const byDialect: Readonly<Record<Dialect, Denied>> = {
  postgres: denied(postgresNames, postgresPrefixes),
  redshift: denied(`${postgresNames} explain_model`, postgresPrefixes),
  mysql: denied(
    'sleep benchmark load_file get_lock release_lock release_all_locks master_pos_wait source_pos_wait master_gtid_wait ' +
      'wait_for_executed_gtid_set wait_until_sql_thread_after_gtids nextval setval',
    'sys_',
  ),
  duckdb: denied(
    'glob getenv query query_table current_setting sniff_csv nextval setval which_secret st_drivers ' +
      'load_aws_credentials sleep_ms json_execute_serialized_sql from_substrait from_substrait_json force_checkpoint checkpoint ' +
      'enable_logging disable_logging parquet_metadata parquet_schema parquet_file_metadata parquet_kv_metadata ' +
      'parquet_bloom_probe iceberg_metadata iceberg_snapshots sqlite_attach postgres_attach',
    'read_ duckdb_ pragma_ st_read http shell_ write_',
  ),
  sqlserver: denied(
    'openrowset openquery opendatasource openxml fn_dblog fn_xe_file_target_read_file fn_get_audit_file fn_trace_gettable',
    'xp_ sp_',
  ),
  snowflake: denied(
    'get_presigned_url build_stage_file_url build_scoped_file_url get_stage_location get_relative_path infer_schema',
    'system$',
  ),
  bigquery: denied('external_query', ''),
  databricks: denied(
    'java_method reflect try_reflect http_request secret try_secret list_secrets remote_query read_files cloud_files ' +
      'read_kafka read_kinesis read_pubsub read_pulsar event_log',
    'ai_',
  ),
  trino: denied('query raw_query procedure nextval', ''),
};

const postgresPackages = denied('cron net', 'utl_ dbms_ aws_ azure_');

/** Schemas that contain the functions of a package, like those of orafce: `utl_http.request`. */
const packages: Partial<Record<Dialect, Denied>> = {
  postgres: postgresPackages,
  redshift: postgresPackages,
};

/** True for a schema whose functions a query of a contract must not call. */
export function isDeniedPackage(name: string, dialect: Dialect): boolean {
  const denied = packages[dialect];
  return denied !== undefined && isIn(denied, name.toLowerCase());
}

/** Suffixes of functions that open files and other databases, such as `parquet_scan` and `postgres_query`. */
const suffixes: Partial<Record<Dialect, readonly string[]>> = {
  duckdb: ['_scan', '_query', '_execute', '_attach'],
};

/** Functions with a denied prefix that only read their argument. */
const harmless: ReadonlySet<string> = new Set([
  'pg_typeof',
  'pg_column_size',
  'pg_size_pretty',
  'pg_input_is_valid',
]);

/** True for functions that a query of a contract must not call; the name is without schema, in any spelling. */
export function isDeniedFunction(name: string, dialect: Dialect): boolean {
  const lower = name.toLowerCase();
  if (harmless.has(lower)) return false;
  if (isIn(byDialect[dialect], lower)) return true;
  return suffixes[dialect]?.some((suffix) => lower.endsWith(suffix)) === true;
}
