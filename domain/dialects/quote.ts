/** SQL text of one identifier; the same rule holds in every dialect of `dialect.ts` (doubled quotes, case kept). */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** SQL text of one string literal; right while backslashes are ordinary characters (standard_conforming_strings). */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
