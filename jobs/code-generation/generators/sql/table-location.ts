import { typeDialectOf } from '../../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import { sqlName } from '../../../../domain/dialects/names/sql-text.ts';
import type {
  ContractServer,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';

/** Members of a server that say where its tables are, from the outside in. */
const locationMembers: Partial<Record<TypeDialect, readonly string[]>> = {
  postgres: ['schema'],
  redshift: ['schema'],
  mysql: ['database'],
  sqlserver: ['schema'],
  snowflake: ['database', 'schema'],
  bigquery: ['project', 'dataset'],
  databricks: ['catalog', 'schema'],
  trino: ['catalog', 'schema'],
  athena: ['schema'],
  oracle: ['schema'],
  clickhouse: ['database'],
  duckdb: ['schema'],
};

/** True for a server whose tables a dialect declares, rather than reads from files. */
function isOf(dialect: TypeDialect, { type }: Pick<ContractServer, 'type'>): boolean {
  if (typeSystems[dialect].readsFiles === true) return type.toLowerCase() === dialect;
  return typeDialectOf(type) === dialect;
}

/** The names of the databases and schemas of a server, from the outside in; none if the innermost is missing. */
export function partsOf(dialect: TypeDialect, server: ContractServer): string[] {
  if (!isOf(dialect, server)) return [];
  const members = locationMembers[dialect] ?? [];
  const texts = members.map((member) => server[member]);
  const known = texts.filter(isPart);
  return isPart(texts.at(-1)) ? known : [];
}

const isPart = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length < 256;

/** `sample_2025_01.csv`, `2025/orders`; tables of databases may have such names, too. */
const fileName =
  /\/|\.(?:csv|tsv|txt|json|jsonl|ndjson|parquet|avro|orc|xml|xlsx?)(?:\.\w{2,6})?$/i;

function holdsTables({ type }: ContractServer): boolean {
  const dialect = typeDialectOf(type);
  return dialect !== undefined && isOf(dialect, { type });
}

/**
 * Splits a `physicalName` that contains its schema (`sales.orders`), as contract tests do. If it names a file, the table is
 * named after the object.
 */
export function splitName(
  { name: objectName, physicalName }: Pick<ContractTable, 'name' | 'physicalName'>,
  server: ContractServer | undefined,
): { schema: string | undefined; name: string } {
  const isFile = fileName.test(physicalName) && (server === undefined || !holdsTables(server));
  if (isFile) return { schema: undefined, name: objectName };
  const [schema = '', name = '', ...others] = physicalName.split('.');
  const isPlain = /^[\p{L}_][\p{L}\p{N}_$-]{0,62}$/u;
  return others.length === 0 && isPlain.test(schema) && isPlain.test(name)
    ? { schema, name }
    : { schema: undefined, name: physicalName };
}

/**
 * The qualifier of a table, with a dot at the end, for statements and queries; empty if the server names none or belongs
 * to another platform. A schema in the name of a table overrides that of the server.
 */
export function qualifierOf(
  dialect: TypeDialect,
  server: ContractServer | undefined,
  schema?: string,
): string {
  return namesAround(dialect, server, schema)
    .map((text) => `${sqlName(dialect, text)}.`)
    .join('');
}

/** The names in `qualifierOf`, from the outside in. */
export function namesAround(
  dialect: TypeDialect,
  server: ContractServer | undefined,
  schema?: string,
): string[] {
  const parts = server ? partsOf(dialect, server) : [];
  const all = schema === undefined ? parts : [...parts.slice(0, -1), schema];
  return all.map((text) => text.replaceAll('\0', ''));
}
