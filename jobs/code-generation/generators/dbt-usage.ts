import type { DbtColumn, DbtName, DbtTable } from './dbt-tables.ts';

/** Whether tests are about the tables of the source or about the models made of them. */
export type Usage = {
  kind: 'source' | 'model';
  /** What a template calls a table. */
  relation: (table: DbtTable) => string;
  nameOf: (column: DbtColumn) => DbtName;
};

/** Tests of the tables that are read. */
export const sourceUsage: Usage = {
  kind: 'source',
  relation: ({ name, place }) => `source('${place.source}', '${name}')`,
  nameOf: (column) => column.source,
};

/** Tests of the tables that are built. */
export const modelUsage: Usage = {
  kind: 'model',
  relation: ({ name }) => `ref('${name}')`,
  nameOf: (column) => column.model,
};

/** dbt puts names between quotation marks as they are; names of sources cannot be changed. */
export function isQuotable(usage: Usage, column: DbtColumn): boolean {
  return !/["'`[\]\\\p{C}\p{Zl}\p{Zp}]/u.test(usage.nameOf(column).name);
}
