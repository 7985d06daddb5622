import type { TypeDialect } from './dialect.ts';

const doubled = (text: string): string => text.replaceAll("'", "''");
const withBackslashes = (text: string): string => text.replaceAll('\\', '\\\\');

/** Where a text needs more than its quotation marks doubled. */
const otherTexts: Partial<Record<TypeDialect, (text: string) => string>> = {
  snowflake: (text) => `'${doubled(withBackslashes(text))}'`,
  // A text in single quotation marks has to be on one line.
  bigquery: (text) => {
    const escaped = withBackslashes(text).replaceAll("'", String.raw`\'`);
    return `'${escaped.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)}'`;
  },
  // Two texts beside each other are one here, so a doubled mark would be lost. SQL warehouses have no setting for backslashes.
  databricks: (text) => `'${withBackslashes(text).replaceAll("'", String.raw`\'`)}'`,
  // A backslash before the end of a line says that the text goes on there.
  sqlserver: (text) => `N'${doubled(text).replaceAll(/\\(?=\r?\n)/g, String.raw`\' + N'`)}'`,
};

/** SQL text of one string literal of a dialect, which no text can break out of. */
export function literalOf(dialect: TypeDialect, text: string): string {
  const write = otherTexts[dialect];
  return write === undefined ? `'${doubled(text)}'` : write(text);
}
