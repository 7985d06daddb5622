import { dialectOf } from '../../../domain/dialects/dialect.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlName } from '../../../domain/dialects/sql-text.ts';
import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';

/** Members of a server that say where its tables are, from the outside in. */
const places: Partial<Record<TypeDialect, readonly string[]>> = {
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

/** Servers whose tables a dialect declares. */
function isOf(dialect: TypeDialect, { type: written }: ContractServer): boolean {
  const type = written.toLowerCase();
  if (dialect === 'duckdb') return type === 'duckdb';
  return (
    dialectOf(type) === dialect || type === dialect || (dialect === 'athena' && type === 'glue')
  );
}

/** The parts of a server's place, from the outside in; none where the innermost is not named. */
export function partsOf(dialect: TypeDialect, server: ContractServer): string[] {
  if (!isOf(dialect, server)) return [];
  const members = places[dialect] ?? [];
  const texts = members.map((member) => server[member]);
  const known = texts.filter(isPart);
  return isPart(texts.at(-1)) ? known : [];
}

const isPart = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length < 256;

/** A name that says its schema itself, as contract tests read it (`sales.orders`). */
export function splitName(physicalName: string): { schema: string | undefined; name: string } {
  const [schema = '', name = '', ...others] = physicalName.split('.');
  const isPlain = /^[\p{L}_][\p{L}\p{N}_$-]{0,62}$/u;
  return others.length === 0 && isPlain.test(schema) && isPlain.test(name)
    ? { schema, name }
    : { schema: undefined, name: physicalName };
}

/**
 * What stands in front of a table for its place on a server, with a point at the end, in tables as in queries; empty where
 * the server names none or is one of another platform. A schema that the table names itself comes before that of the server.
 */
export function placeOf(
  dialect: TypeDialect,
  server: ContractServer | undefined,
  schema?: string,
): string {
  const parts = server ? partsOf(dialect, server) : [];
  const all = schema === undefined ? parts : [...parts.slice(0, -1), schema];
  return all.map((text) => `${sqlName(dialect, text.replaceAll('\0', ''))}.`).join('');
}
