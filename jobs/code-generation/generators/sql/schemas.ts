import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlName, sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import { namesAround } from './table-location.ts';
import type { DdlTable, Script } from './tables.ts';

/** Schemas that every new database has; creating them can need a privilege although they exist. */
const initialSchemas: Partial<Record<TypeDialect, string>> = {
  postgres: 'public',
  redshift: 'public',
  duckdb: 'main',
  sqlserver: 'dbo',
  snowflake: 'public',
  databricks: 'default',
  athena: 'default',
  clickhouse: 'default',
};

/** Statements that create the schemas of the tables, so that a script runs on an empty database. */
export function schemaStatements({ dialect, server }: Script, tables: DdlTable[]): string[] {
  const schemas = tables
    .map(({ schema }) => namesAround(dialect, server, schema))
    .filter((names) => names.length > 0)
    .filter((names) => names.at(-1)?.toLowerCase() !== initialSchemas[dialect]);
  return [...new Set(schemas.flatMap((names) => createSchema(dialect, names)))];
}

function createSchema(dialect: TypeDialect, names: readonly string[]): string[] {
  // A schema of Oracle is a user, who needs a password.
  if (dialect === 'oracle') return [];
  const name = names.map((text) => sqlName(dialect, text)).join('.');
  if (dialect === 'sqlserver') {
    const create = sqlText(dialect, `CREATE SCHEMA ${name}`);
    return [`IF SCHEMA_ID(N${sqlText(dialect, names.at(-1) ?? '')}) IS NULL EXEC(N${create})`];
  }
  const what = dialect === 'clickhouse' ? 'DATABASE' : 'SCHEMA';
  return [`CREATE ${what} IF NOT EXISTS ${name}`];
}
