import type { Dialect } from '../../../domain/dialects/dialect.ts';
import type {
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';

/** The dialect of a server's queries, by its type in a contract; DuckDB reads files. */
const dialects: Readonly<Record<string, Dialect>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  cockroach: 'postgres',
  cockroachdb: 'postgres',
  cloudsql: 'postgres',
  redshift: 'redshift',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlserver: 'sqlserver',
  mssql: 'sqlserver',
  synapse: 'sqlserver',
  snowflake: 'snowflake',
  bigquery: 'bigquery',
  databricks: 'databricks',
  trino: 'trino',
  presto: 'trino',
  athena: 'trino',
};

/** The type of a server in the spelling of the standard. */
function typeOf(server: ContractServer): string {
  return server.type.trim().toLowerCase();
}

/** The dialect of the queries of a server. */
export function dialectOf(server: ContractServer): Dialect {
  const type = typeOf(server);
  return (Object.hasOwn(dialects, type) ? dialects[type] : undefined) ?? 'duckdb';
}

/** Servers with typed columns, where `physicalType` is more precise than `logicalType`. */
const physical: ReadonlySet<string> = new Set([
  'postgres',
  'postgresql',
  'cockroach',
  'cockroachdb',
  'redshift',
  'sqlserver',
  'mssql',
  'snowflake',
  'databricks',
  'oracle',
  'athena',
  'trino',
  'presto',
  'bigquery',
]);

/** Servers where both types are checked: datacontract-cli knows only the logical type there. */
const both: ReadonlySet<string> = new Set(['mysql', 'mariadb']);

/**
 * The types of a property to compare with the column: the physical one (if present), the logical one, or both.
 */
export function comparedTypes(server: ContractServer): 'physical' | 'logical' | 'both' {
  const type = typeOf(server);
  if (physical.has(type)) return 'physical';
  return both.has(type) ? 'both' : 'logical';
}

const fileServers: ReadonlySet<string> = new Set([
  'local',
  's3',
  'gcs',
  'gs',
  'azure',
  'sftp',
  'api',
  'kafka',
]);

/** Default formats of servers. */
const ownFormats: Readonly<Record<string, string>> = { api: 'json', kafka: 'json' };

/** The format of a server of files, messages or records, in lower case; undefined for other servers. */
export function formatOf(server: ContractServer): string | undefined {
  const type = typeOf(server);
  if (!fileServers.has(type)) return undefined;
  if (typeof server['format'] === 'string') return server['format'].trim().toLowerCase();
  return endingOf(server['path'] ?? server['location']) ?? ownFormats[type];
}

function endingOf(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  return /\.(csv|json|ndjson|jsonl|parquet)(?:\.(?:gz|zst))?$/i.exec(path)?.[1]?.toLowerCase();
}

const jsonFormats: ReadonlySet<string> = new Set(['json', 'ndjson', 'jsonl']);

/** True for servers of JSON records. */
export function isJson(server: ContractServer): boolean {
  return jsonFormats.has(formatOf(server) ?? '');
}

/** True for data without column types, whose values are checked instead. */
export function isUntyped(server: ContractServer): boolean {
  const format = formatOf(server);
  return isJson(server) || format === 'csv' || format === 'avro';
}

/** True if nested types are unknown: records without types, and Parquet, as in datacontract-cli. */
export function hidesNestedTypes(server: ContractServer): boolean {
  return isUntyped(server) || formatOf(server) === 'parquet';
}

/**
 * The name of a table in results: the physical name, except for topics of Kafka, which have their name in the
 * contract.
 */
export function modelNameOf(table: ContractTable, server: ContractServer): string {
  return typeOf(server) === 'kafka' ? table.name : table.physicalName;
}
