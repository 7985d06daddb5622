import type { TypeDialect } from './dialect.ts';

const inDoubleQuotes = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const inBackticks = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

const otherQuotes: Partial<Record<TypeDialect, (name: string) => string>> = {
  mysql: inBackticks,
  databricks: inBackticks,
  // Within its backticks BigQuery reads backslashes as in texts; ClickHouse does so in its quotation marks, too.
  bigquery: (name) => `\`${name.replace(/[\\`]/g, String.raw`\$&`)}\``,
  clickhouse: (name) => `\`${name.replace(/[\\`]/g, String.raw`\$&`)}\``,
  sqlserver: (name) => `[${name.replaceAll(']', ']]')}]`,
};

/** SQL text of one identifier, its case kept; Oracle allows no quotation mark in a name at all. */
export function quoteIdentifier(name: string, dialect: TypeDialect = 'postgres'): string {
  return (otherQuotes[dialect] ?? inDoubleQuotes)(name);
}

/** SQL text of one string literal; right while backslashes are ordinary characters (standard_conforming_strings). */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
