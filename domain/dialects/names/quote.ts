import type { TypeDialect } from '../dialect.ts';

const inDoubleQuotes = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const inBackticks = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

const otherQuotes: Partial<Record<TypeDialect, (name: string) => string>> = {
  mysql: inBackticks,
  databricks: inBackticks,
  // BigQuery interprets backslashes within backticks as in texts; ClickHouse does so within double quotes, too.
  bigquery: (name) => `\`${name.replace(/[\\`]/g, String.raw`\$&`)}\``,
  clickhouse: (name) => `\`${name.replace(/[\\`]/g, String.raw`\$&`)}\``,
  sqlserver: (name) => `[${name.replaceAll(']', ']]')}]`,
};

/** A quoted identifier that keeps its case; Oracle allows no quotation mark in a name. */
export function quoteIdentifier(name: string, dialect: TypeDialect = 'postgres'): string {
  return (otherQuotes[dialect] ?? inDoubleQuotes)(name);
}

/** A string literal; correct while backslashes are ordinary characters (standard_conforming_strings). */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
