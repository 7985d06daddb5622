import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import { isNullable } from './tables.ts';
import type { DdlColumn, Script } from './tables.ts';
import { isVectorColumn, openDimensions } from './vectors.ts';

type Check = { rule: string; of: string; sql: string };

/** SQL for checks of lists on a platform; `type` matches the types of the columns. */
type ListGrammar = {
  type: RegExp;
  count: (sql: string) => string;
  /** The condition that no item is null. */
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

/** Matches native types of arrays of arrays. */
const isDeepType = /\]\s*\[/;

const isList = ({ logicalType, physicalType = '' }: ContractProperty): boolean =>
  logicalType === 'array' || logicalType === 'vector' || physicalType.endsWith(']');

/** Platforms where the type of an array of arrays is that of an array, and the inner arrays have one length. */
const arraysOfArrays: Partial<Record<TypeDialect, Pick<ListGrammar, 'type' | 'count'>>> = {
  postgres: {
    type: /\]$/,
    // cardinality() counts the items of all levels, and array_length() is null for an empty array.
    count: (sql) => `CASE WHEN cardinality(${sql}) = 0 THEN 0 ELSE array_length(${sql}, 1) END`,
  },
};

/** True for a column of arrays of arrays whose type does not show it. */
function holdsArrays({ dialect }: Script, { type, property }: DdlColumn): boolean {
  const { physicalType = '', items } = property;
  if (arraysOfArrays[dialect]?.type.test(type) !== true) return false;
  return isDeepType.test(physicalType) || (items !== undefined && isList(items));
}

/** Allows empty arrays for optional columns on platforms where arrays are never null. */
function orEmpty(script: Script, column: DdlColumn, sql: string): string {
  const isOpen = sql !== '' && !column.isRequired && !isNullable(script, column);
  return isOpen ? `empty(${column.sql}) OR ${sql}` : sql;
}

/** The conditions on the number of items of a column, and on all items together. */
export function itemsOf(script: Script, column: DdlColumn): Check[] {
  const { minItems = 0, maxItems } = column.property.options;
  const areArrays = holdsArrays(script, column);
  if (areArrays) script.notes.warn(column.where, 'its arrays have to be of one length');
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

function countOf(script: Script, column: DdlColumn, areArrays: boolean): string | undefined {
  const grammar = areArrays ? arraysOfArrays[script.dialect] : grammarOf(script, column);
  return grammar?.count(column.sql);
}

function dimensionsOf(script: Script, column: DdlColumn, count: string | undefined): Check[] {
  const dimensions = openDimensions(script, column);
  if (dimensions === undefined) return [];
  const sql = count === undefined ? '' : orEmpty(script, column, `${count} = ${dimensions}`);
  return [{ rule: 'dimensions', of: `${dimensions} dimensions`, sql }];
}

/** The check that no element of a vector is null, unless its type ensures it. */
function numbersOf(script: Script, column: DdlColumn): Check[] {
  const isSure = script.grammar.itemsAreNeverNull === true || /^vector\b/i.test(column.type);
  if (isSure || !isVectorColumn(column)) return [];
  const sql = grammarOf(script, column)?.full?.(column.sql) ?? '';
  return [{ rule: 'numbers', of: 'nulls among its numbers', sql }];
}
