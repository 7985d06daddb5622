import type { TypeDialect } from '../dialect.ts';
import { quoteLiteral } from '../names/quote.ts';
import { textLiteral } from '../names/sql-text.ts';

type Write = (text: string) => string;

/** Dialects whose literals need more than doubled quotes. */
const writers: Partial<Record<TypeDialect, Write>> = {
  snowflake: (text) => textLiteral('snowflake', text),
  bigquery: (text) => textLiteral('bigquery', text),
  databricks: (text) => textLiteral('databricks', text),
  // SQL Server joins a line that ends with a backslash to the next line, so the literal is divided there.
  sqlserver: (text) => `N${quoteLiteral(text).replaceAll(/\\(?=\r?\n)/g, String.raw`\' + N'`)}`,
};

/** A string literal of a dialect; no text can break out of it. */
export function literalOf(dialect: TypeDialect, text: string): string {
  return (writers[dialect] ?? quoteLiteral)(text);
}
