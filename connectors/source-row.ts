import type { SourceRow } from './connector.ts';

/** The text of a column; empty when it is null. */
export function textIn(row: SourceRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

/** The text of a column; undefined when it is null. */
export function someText(row: SourceRow, column: string): string | undefined {
  return textIn(row, column) || undefined;
}

/** Parses an integer, as bigint beyond 2^53; other text stays as it is. */
export function integerOf(text: string): number | bigint | string {
  if (!/^[+-]?\d+$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
