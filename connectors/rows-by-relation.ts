import type { SourceRow } from './connector.ts';

/** Rows by the number of the relation that they are about. */
export function byRelation(rows: readonly SourceRow[]): Map<number, SourceRow[]> {
  const found = new Map<number, SourceRow[]>();
  for (const row of rows) {
    const relation = Number(row['relation']);
    const list = found.get(relation);
    if (list === undefined) found.set(relation, [row]);
    else list.push(row);
  }
  return found;
}
