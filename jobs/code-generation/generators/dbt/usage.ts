import type { DbtColumn, DbtName, DbtTable } from './tables.ts';

/** The tables that tests read: those of the source, or the models built from them. */
export type Usage = {
  kind: 'source' | 'model';
  /** The template expression for a table. */
  relation: (table: DbtTable) => string;
  nameOf: (column: DbtColumn) => DbtName;
};

/** Tests of the tables that are read. */
export const sourceUsage: Usage = {
  kind: 'source',
  relation: ({ name, location }) => `source('${location.source}', '${name}')`,
  nameOf: (column) => column.source,
};

/** Tests of the tables that are built. */
export const modelUsage: Usage = {
  kind: 'model',
  relation: ({ name }) => `ref('${name}')`,
  nameOf: (column) => column.model,
};

/** True if dbt can quote a name: it does not escape names, and names of sources cannot be changed. */
export function isQuotable(usage: Usage, column: DbtColumn): boolean {
  return !/["'`[\]\\\p{C}\p{Zl}\p{Zp}]/u.test(usage.nameOf(column).name);
}
