import type { SourceRow } from './connector.ts';

/** The text in a column of an answer; empty when there is none. */
export function textIn(row: SourceRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

/** The text in a column of an answer, or undefined where there is none. */
export function someText(row: SourceRow, column: string): string | undefined {
  return textIn(row, column) || undefined;
}

/** The integer that a text spells, as bigint beyond 2^53; another text as it is. */
export function integerOf(text: string): number | bigint | string {
  if (!/^[+-]?\d+$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}
