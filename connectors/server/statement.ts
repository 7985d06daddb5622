/** Throws for a zero byte: drivers end the statement there and send the rest as another message. */
export function checkStatement(sql: string): void {
  if (sql.includes('\0')) throw new Error('a statement must not contain a zero byte');
}
