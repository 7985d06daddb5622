import type { TypeDialect } from './dialect.ts';
import { quoteLiteral } from './quote.ts';
import { textLiteral } from './sql-text.ts';

/** Where a text of a query needs more than its quotation marks doubled. */
const escaping: ReadonlySet<TypeDialect> = new Set(['snowflake', 'bigquery', 'databricks']);

/** SQL text of one string literal of a dialect, which no text can break out of. */
export function literalOf(dialect: TypeDialect, text: string): string {
  if (escaping.has(dialect)) return textLiteral(dialect, text);
  if (dialect !== 'sqlserver') return quoteLiteral(text);
  // A backslash before the end of a line says that the text goes on there.
  return `N${quoteLiteral(text).replaceAll(/\\(?=\r?\n)/g, String.raw`\' + N'`)}`;
}
