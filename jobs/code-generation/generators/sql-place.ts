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

/** Scripts are run where the tables belong; only these platforms have no such place for a session. */
const named: ReadonlySet<TypeDialect> = new Set(['bigquery', 'databricks']);

/**
 * What stands in front of a table for its place on a server, with a point at the end; empty where the server names none
 * or is one of another platform. Tables are created where the script runs, except where there is no such place.
 */
export function placeOf(
  dialect: TypeDialect,
  server: ContractServer,
  usage: 'tables' | 'queries',
): string {
  if (usage === 'tables' && !named.has(dialect)) return '';
  const type = server.type.toLowerCase();
  const isSame = dialectOf(type) === dialect || type === dialect;
  const isFile = dialect === 'duckdb' && type !== 'duckdb';
  if (!isSame || isFile) return '';
  const members = places[dialect] ?? [];
  const texts = members.map((member) => server[member]);
  const inner = texts.at(-1);
  if (typeof inner !== 'string' || inner === '') return '';
  const known = texts.filter(
    (text) => typeof text === 'string' && text !== '' && text.length < 256,
  );
  return known.map((text) => `${sqlName(dialect, String(text).replaceAll('\0', ''))}.`).join('');
}
