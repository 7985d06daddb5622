/** True for an object: a row with named values. */
export const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All columns of the rows, in the order in which they first occur. */
export function columnsOf(rows: readonly Record<string, unknown>[]): readonly string[] {
  return [...new Set(rows.flatMap(Object.keys))];
}

/** A value as text; nested ones as JSON. Undefined for none. */
export function valueText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}
