import type { TypeDialect } from './dialect.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import { isReserved } from './reserved-words.ts';

/** Plain names mean the same with and without quotation marks only in this form. */
const plainNames: Partial<Record<TypeDialect, RegExp>> = {
  snowflake: /^(?:[a-z_][a-z0-9_]*|[A-Z_][A-Z0-9_]*)$/,
  oracle: /^(?:[a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)$/,
  mysql: /^[A-Za-z_][A-Za-z0-9_]*$/,
  bigquery: /^[A-Za-z_][A-Za-z0-9_]*$/,
  sqlserver: /^[A-Za-z_][A-Za-z0-9_]*$/,
  databricks: /^[A-Za-z_][A-Za-z0-9_]*$/,
  duckdb: /^[A-Za-z_][A-Za-z0-9_]*$/,
  clickhouse: /^[A-Za-z_][A-Za-z0-9_]*$/,
  // Hive, which declares the tables of Athena, takes no underscore in front.
  athena: /^[a-z][a-z0-9_]*$/,
};

/** A name as SQL of a dialect, quoted only where it has to be. */
export function sqlName(dialect: TypeDialect, name: string): string {
  const plain = plainNames[dialect] ?? /^[a-z_][a-z0-9_]*$/;
  const isPlain = plain.test(name) && !isReserved(dialect, name.toLowerCase());
  return isPlain ? name : quoteName(dialect, name);
}

/** A name as SQL that declares tables, in quotation marks. */
export function quoteName(dialect: TypeDialect, name: string): string {
  return quoteIdentifier(name, dialect === 'athena' ? 'databricks' : dialect);
}

/** Where a backslash begins an escape; doubled it is one everywhere (Redshift reads it both ways). */
const withEscapes: ReadonlySet<TypeDialect> = new Set([
  'mysql',
  'snowflake',
  'bigquery',
  'databricks',
  'athena',
  'clickhouse',
  'redshift',
]);

/** Two texts side by side are one, or an error: within these a quotation mark is escaped. */
const escapedQuotes: ReadonlySet<TypeDialect> = new Set(['bigquery', 'databricks', 'athena']);

/** A text as SQL of a dialect that nothing in it can break out of; texts of some cannot go over lines. */
export function sqlText(dialect: TypeDialect, text: string): string {
  return textLiteral(dialect, text.replaceAll('\0', '\uFFFD'));
}

/** `sqlText` of a text as it is, which no NUL may be in where it becomes part of a table. */
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
