/** Drivers end a statement at a zero byte and send the rest as something else, so such a text goes nowhere. */
export function checkStatement(sql: string): void {
  if (sql.includes('\0')) throw new Error('a text with a zero byte cannot be part of a statement');
}
