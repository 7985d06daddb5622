import type { TypeDialect } from '../dialect.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import { isReserved } from './reserved-words.ts';

/** The form of names that mean the same with and without quotation marks. */
const plainNames: Partial<Record<TypeDialect, RegExp>> = {
  snowflake: /^(?:[a-z_][a-z0-9_]*|[A-Z_][A-Z0-9_]*)$/,
  oracle: /^(?:[a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)$/,
  mysql: /^[A-Za-z_][A-Za-z0-9_]*$/,
  bigquery: /^[A-Za-z_][A-Za-z0-9_]*$/,
  sqlserver: /^[A-Za-z_][A-Za-z0-9_]*$/,
  databricks: /^[A-Za-z_][A-Za-z0-9_]*$/,
  duckdb: /^[A-Za-z_][A-Za-z0-9_]*$/,
  clickhouse: /^[A-Za-z_][A-Za-z0-9_]*$/,
  // Hive, in whose SQL tables of Athena are declared, accepts no leading underscore.
  athena: /^[a-z][a-z0-9_]*$/,
};

/** A name as SQL of a dialect, quoted only if necessary. */
export function sqlName(dialect: TypeDialect, name: string): string {
  const plain = plainNames[dialect] ?? /^[a-z_][a-z0-9_]*$/;
  const isPlain = plain.test(name) && !isReserved(dialect, name.toLowerCase());
  return isPlain ? name : quoteName(dialect, name);
}

/** Tables of Athena are declared in the SQL of Hive, which quotes names with backticks as Spark does. */
const declaredAs: Partial<Record<TypeDialect, TypeDialect>> = { athena: 'databricks' };

/** A quoted name for DDL. */
export function quoteName(dialect: TypeDialect, name: string): string {
  return quoteIdentifier(name, declaredAs[dialect] ?? dialect);
}

/**
 * Dialects where a backslash begins an escape and is doubled; Redshift reads single and doubled backslashes
 * alike.
 */
const withEscapes: ReadonlySet<TypeDialect> = new Set([
  'mysql',
  'snowflake',
  'bigquery',
  'databricks',
  'athena',
  'clickhouse',
  'redshift',
]);

/**
 * Dialects that escape a quotation mark with a backslash: a doubled quote would begin a second text, or be an
 * error.
 */
const escapedQuotes: ReadonlySet<TypeDialect> = new Set(['bigquery', 'databricks', 'athena']);

/** A text as SQL of a dialect; no text can break out of it. Some dialects do not allow line breaks in texts. */
export function sqlText(dialect: TypeDialect, text: string): string {
  return textLiteral(dialect, text.replaceAll('\0', '\uFFFD'));
}

/** Without this prefix, SQL Server reads a text in the code page of the database. */
const unicodePrefixes: Partial<Record<TypeDialect, string>> = { sqlserver: 'N' };

/** `sqlText` for columns with arbitrary characters. */
export function unicodeText(dialect: TypeDialect, text: string): string {
  return `${unicodePrefixes[dialect] ?? ''}${sqlText(dialect, text)}`;
}

/** `sqlText` of an unchanged text, which must not contain NUL if it becomes part of a table. */
export function textLiteral(dialect: TypeDialect, text: string): string {
  if (!withEscapes.has(dialect)) return quoteLiteral(text);
  const escaped = text.replaceAll('\\', '\\\\');
  if (!escapedQuotes.has(dialect)) return quoteLiteral(escaped);
  const inside = escaped
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
  return `'${inside}'`;
}
