import type { Dialect } from '../../../domain/dialects/dialect.ts';
import type {
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';

/** What runs the queries of a server, by its type in a contract; files are read by DuckDB. */
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

/** Servers whose columns have types of their own, so that `physicalType` says what `logicalType` only approaches. */
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

/** Which types of a property are compared with the column: the physical one (if it has one), the logical one, or both. */
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

/** Formats that servers have without saying so. */
const ownFormats: Readonly<Record<string, string>> = { api: 'json', kafka: 'json' };

/** The format of what a server of files, messages or records holds, in lower case; undefined for every other server. */
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

/** Whether a server holds JSON records. */
export function isJson(server: ContractServer): boolean {
  return jsonFormats.has(formatOf(server) ?? '');
}

/** Whether what a server holds has no column types, so that the values are checked instead. */
export function isUntyped(server: ContractServer): boolean {
  const format = formatOf(server);
  return isJson(server) || format === 'csv' || format === 'avro';
}

/** Whether nested types cannot be seen: records without types, and Parquet, as datacontract-cli has it. */
export function hidesNestedTypes(server: ContractServer): boolean {
  return isUntyped(server) || formatOf(server) === 'parquet';
}

/** What results call a table: as the server does, but for the topics of Kafka, which have the name of the contract. */
export function modelNameOf(table: ContractTable, server: ContractServer): string {
  return typeOf(server) === 'kafka' ? table.name : table.physicalName;
}
