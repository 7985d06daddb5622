import { quoteIdentifier, quoteLiteral } from '../../domain/dialects/names/quote.ts';
import type { ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import type { SourceColumn, SourceRow, SourceTable } from '../connector.ts';
import type { DuckdbSession } from './session.ts';
import { createRelationNames, nameAsDeclared } from './relation-names.ts';
import { messageOf } from '../source-error.ts';
import { textIn } from '../source-row.ts';

/** Name of the attached database file. */
export const duckdbCatalog = 'concordat_attached';

type Found = { name: string; columns: SourceColumn[]; keys: string[][] };

function columnOf(row: SourceRow): SourceColumn {
  const column = { name: textIn(row, 'column_name'), type: textIn(row, 'data_type') };
  return row['is_nullable'] === false ? { ...column, notNull: true } : column;
}

/** Tables and views of a schema by lowercase name, because DuckDB's names ignore case. */
async function readSchema(session: DuckdbSession, schema: string): Promise<Map<string, Found>> {
  const here = `database_name = '${duckdbCatalog}' and lower(schema_name) = lower(${quoteLiteral(schema)})`;
  const columns = await session.query(
    `select table_name, column_name, data_type, is_nullable from duckdb_columns() where ${here} order by table_name, column_index`,
  );
  const constraints = await session.query(
    `select table_name, cast(to_json(constraint_column_names) as varchar) as names from duckdb_constraints() where ${here} and constraint_type in ('PRIMARY KEY', 'UNIQUE')`,
  );
  const found = new Map<string, Found>();
  for (const row of columns) {
    const name = textIn(row, 'table_name');
    const table = found.get(name.toLowerCase()) ?? { name, columns: [], keys: [] };
    table.columns.push(columnOf(row));
    found.set(name.toLowerCase(), table);
  }
  for (const row of constraints) {
    const table = found.get(textIn(row, 'table_name').toLowerCase());
    table?.keys.push(JSON.parse(textIn(row, 'names')) as string[]);
  }
  return found;
}

/** Unique constraints allow repeated nulls. */
function provedKeys({ columns, keys }: Found): string[][] {
  const filled = new Set(columns.filter(({ notNull }) => notNull).map(({ name }) => name));
  return keys.filter((key) => key.every((name) => filled.has(name)));
}

/** Describes the named tables of a schema of the attached database, and creates views of their names for rules. */
export async function describeDuckdbTables(
  session: DuckdbSession,
  schema: string,
  { tableNames, declared }: { tableNames: readonly string[]; declared: readonly ContractTable[] },
): Promise<Map<string, SourceTable>> {
  const found = await readSchema(session, schema);
  const relationOf = createRelationNames();
  const tables = new Map<string, SourceTable>();
  for (const name of tableNames) {
    const table = found.get(name.toLowerCase());
    if (table === undefined) continue;
    const relation = relationOf(name);
    const stored = [duckdbCatalog, schema, table.name]
      .map((part) => quoteIdentifier(part))
      .join('.');
    const { columns } = table;
    try {
      await session.execute(`create view ${relation} as select * from ${stored}`);
      const uniqueKeys = provedKeys(table);
      tables.set(name, { relation, columns, cells: 'typed', uniqueKeys });
    } catch (error) {
      tables.set(name, { relation, columns: [], cells: 'typed', unreadable: messageOf(error) });
    }
  }
  const readable = [...tables].filter(([, table]) => table.unreadable === undefined);
  const relations = new Map(readable.map(([name, { relation }]) => [name, relation]));
  await nameAsDeclared(session, relations, declared);
  return tables;
}
