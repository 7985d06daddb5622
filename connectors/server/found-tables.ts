import type { Dialect } from '../../domain/dialects/dialect.ts';
import { quoteIdentifier } from '../../domain/dialects/names/quote.ts';
import type { SourceColumn, SourceRow, SourceTable } from '../connector.ts';
import { someText, textIn } from '../source-row.ts';

/** A table of the catalog. */
export type ListedTable = { schema: string; name: string; columns: SourceColumn[] };

/**
 * Reads tables from the rows of a catalog query, one row per column in order: `table_schema`, `table_name`, `column_name`,
 * `type`, optionally `base_type`, and `not_null`, which is `YES` where the platform enforces it.
 */
export function listedTables(rows: readonly SourceRow[]): ListedTable[] {
  const tables = new Map<string, ListedTable>();
  for (const row of rows) {
    const schema = textIn(row, 'table_schema');
    const name = textIn(row, 'table_name');
    const key = JSON.stringify([schema, name]);
    const table = tables.get(key) ?? { schema, name, columns: [] };
    tables.set(key, table);
    const column = someText(row, 'column_name');
    if (column === undefined) continue;
    const type = textIn(row, 'type');
    const baseType = someText(row, 'base_type');
    table.columns.push({
      name: column,
      type,
      ...(baseType === undefined ? {} : { baseType }),
      ...(textIn(row, 'not_null') === 'YES' ? { notNull: true } : {}),
    });
  }
  return [...tables.values()];
}

/** Finds the wanted tables among the listed ones; an exact match of schema and name wins over one that differs in case. */
export function chooseTables(
  listed: readonly ListedTable[],
  wanted: { schema: string; names: readonly string[] },
  toTable: (table: ListedTable) => Pick<SourceTable, 'relation' | 'uniqueKeys'>,
): Map<string, SourceTable> {
  const chosen = new Map<string, SourceTable>();
  for (const name of wanted.names) {
    const [best] = listed
      .filter((table) => isSame(table.schema, wanted.schema) && isSame(table.name, name))
      .sort(
        (one, other) => likeness(other, wanted.schema, name) - likeness(one, wanted.schema, name),
      );
    if (best === undefined) continue;
    chosen.set(name, { ...toTable(best), columns: best.columns, cells: 'typed' });
  }
  return chosen;
}

/** Quotes a qualified name for a dialect, e.g. `"SALES"."PUBLIC"."ORDERS"`. */
export function quotedPath(dialect: Dialect, ...names: readonly string[]): string {
  return names.map((name) => quoteIdentifier(name, dialect)).join('.');
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function likeness(table: ListedTable, schema: string, name: string): number {
  return (table.schema === schema ? 2 : 0) + (table.name === name ? 1 : 0);
}
