import type { SourceColumn, SourceRow } from '../connector.ts';
import { textIn } from '../source-row.ts';

/** Groups the columns in rows of a catalog query by table; a table may have none. */
export function collectColumns(
  rows: readonly SourceRow[],
  toColumn: (row: SourceRow) => SourceColumn,
): Map<string, SourceColumn[]> {
  const found = new Map<string, SourceColumn[]>();
  for (const row of rows) {
    const table = textIn(row, 'table_name');
    const columns = found.get(table) ?? [];
    found.set(table, columns);
    if (row['column_name'] !== null) columns.push(toColumn(row));
  }
  return found;
}

/** Maps the actual name of each wanted table to the wanted one: an exact match, else the first that differs only in case. */
export function matchTables(
  found: Iterable<string>,
  wanted: readonly string[],
): { name: string; actual: string }[] {
  const exact = new Set<string>();
  const byLower = new Map<string, string>();
  for (const name of found) {
    exact.add(name);
    if (!byLower.has(name.toLowerCase())) byLower.set(name.toLowerCase(), name);
  }
  return wanted.flatMap((name) => {
    const actual = exact.has(name) ? name : byLower.get(name.toLowerCase());
    return actual === undefined ? [] : [{ name, actual }];
  });
}
