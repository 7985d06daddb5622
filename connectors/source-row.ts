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
