import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import { isNullable } from './sql-ddl-tables.ts';
import type { DdlColumn, Script } from './sql-ddl-tables.ts';
import { isVectorColumn, openDimensions } from './sql-ddl-vectors.ts';

type Check = { rule: string; of: string; sql: string };

/** What a list is to the checks of a platform; `type` says which columns they are for. */
type ListGrammar = {
  type: RegExp;
  count: (sql: string) => string;
  /** That no item is null. */
  full?: (sql: string) => string;
};

const lists: Partial<Record<TypeDialect, readonly ListGrammar[]>> = {
  postgres: [
    {
      type: /\[\]$/,
      count: (sql) => `cardinality(${sql})`,
      full: (sql) => `array_position(${sql}, NULL) IS NULL`,
    },
    {
      type: /^jsonb$/,
      count: (sql) =>
        `CASE WHEN jsonb_typeof(${sql}) = 'array' THEN jsonb_array_length(${sql}) END`,
    },
  ],
  mysql: [
    {
      type: /^json$/,
      count: (sql) => `json_length(${sql})`,
      full: (sql) => `json_contains(${sql}, 'null') = 0`,
    },
  ],
  duckdb: [
    {
      type: /\[\d*\]$/,
      count: (sql) => `len(${sql})`,
      full: (sql) => `list_count(${sql}) = len(${sql})`,
    },
  ],
  databricks: [{ type: /^ARRAY</, count: (sql) => `array_size(${sql})` }],
  clickhouse: [{ type: /^Array\(/, count: (sql) => `length(${sql})` }],
};

const grammarOf = ({ dialect }: Script, { type }: DdlColumn): ListGrammar | undefined =>
  lists[dialect]?.find((one) => one.type.test(type));

/** Whether the native type is one of arrays of arrays. */
const isDeepType = /\]\s*\[/;

const isList = ({ logicalType, physicalType = '' }: ContractProperty): boolean =>
  logicalType === 'array' || logicalType === 'vector' || physicalType.endsWith(']');

/** Whether a column of Postgres has arrays as items, all of one length: its type does not tell. */
function holdsArrays({ dialect }: Script, { type, property }: DdlColumn): boolean {
  const { physicalType = '', items } = property;
  if (dialect !== 'postgres' || !type.endsWith(']')) return false;
  return isDeepType.test(physicalType) || (items !== undefined && isList(items));
}

/** What is absent is kept as an empty array, where arrays are never null. */
function orEmpty(script: Script, column: DdlColumn, sql: string): string {
  const isOpen = sql !== '' && !column.isRequired && !isNullable(script, column);
  return isOpen ? `empty(${column.sql}) OR ${sql}` : sql;
}

/** The conditions on how many items a column has, and on what they have in common. */
export function itemsOf(script: Script, column: DdlColumn): Check[] {
  const { minItems = 0, maxItems } = column.property.options;
  const areArrays = holdsArrays(script, column);
  if (areArrays) script.notes.add(column.where, 'its arrays have to be of one length');
  const count = countOf(script, column, areArrays);
  const sql = (operator: string, bound: number): string =>
    count === undefined ? '' : `${count} ${operator} ${bound}`;
  const least = orEmpty(script, column, sql('>=', minItems));
  return [
    ...(minItems <= 0 ? [] : [{ rule: 'min_items', of: 'minItems', sql: least }]),
    ...(maxItems === undefined
      ? []
      : [{ rule: 'max_items', of: 'maxItems', sql: sql('<=', maxItems) }]),
    ...dimensionsOf(script, column, count),
    ...numbersOf(script, column),
  ];
}

/** Cardinality is that of all levels together, and nothing is as long as an empty array. */
function countOf(script: Script, column: DdlColumn, areArrays: boolean): string | undefined {
  const { sql } = column;
  if (!areArrays) return grammarOf(script, column)?.count(sql);
  return `CASE WHEN cardinality(${sql}) = 0 THEN 0 ELSE array_length(${sql}, 1) END`;
}

function dimensionsOf(script: Script, column: DdlColumn, count: string | undefined): Check[] {
  const dimensions = openDimensions(script, column);
  if (dimensions === undefined) return [];
  const sql = count === undefined ? '' : orEmpty(script, column, `${count} = ${dimensions}`);
  return [{ rule: 'dimensions', of: `${dimensions} dimensions`, sql }];
}

/** Vectors of a type that is one hold no nulls; neither do arrays of BigQuery and ClickHouse. */
function numbersOf(script: Script, column: DdlColumn): Check[] {
  const isSure =
    script.dialect === 'bigquery' ||
    script.dialect === 'clickhouse' ||
    /^vector\b/i.test(column.type);
  if (isSure || !isVectorColumn(column)) return [];
  const sql = grammarOf(script, column)?.full?.(column.sql) ?? '';
  return [{ rule: 'numbers', of: 'nulls among its numbers', sql }];
}
