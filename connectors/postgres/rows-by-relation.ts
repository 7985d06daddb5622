import type { SourceRow } from '../connector.ts';

/** Groups rows by the OID of their relation. */
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
