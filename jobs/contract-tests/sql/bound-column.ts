import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { quoteIdentifier } from '../../../domain/dialects/quote.ts';
import type { LogicalType } from '../../../domain/standards/odcs/contract-model.ts';

/** A column of the source together with what the contract says of it; what SQL expressions are built from. */
export type BoundColumn = {
  dialect: Dialect;
  /** What the column holds: values of its type, texts that stand for values (CSV), or JSON values. */
  cells: 'typed' | 'text' | 'json';
  name: string;
  /** Type in the words of the source's catalogue. */
  type: string;
  /** The built-in type that it behaves like when its own is user-defined. */
  baseType?: string | undefined;
  logicalType: LogicalType | undefined;
};

/** The column itself; NULL exactly where a value is missing. */
export function columnExpression(column: BoundColumn): string {
  return quoteIdentifier(column.name);
}

const textTypes = /^(text|character varying|character|bpchar|varchar)\b/i;

/** The value as text: what lengths and patterns look at. */
export function textExpression(column: BoundColumn): string {
  const expression = columnExpression(column);
  if (column.cells === 'json') return `(${expression} ->> '$')`;
  return textTypes.test(column.type) ? expression : `cast(${expression} as varchar)`;
}

/** DuckDB types in which texts of CSV and JSON files are compared; DuckDB rounds '1.5' when cast to an integer. */
const castTypes: Partial<Record<LogicalType, string>> = {
  integer: 'double',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamptz',
};

/** The type that texts of this logical type are read as; undefined when they are compared as they stand. */
export function castTypeOf(logicalType: LogicalType | undefined): string | undefined {
  return logicalType === undefined ? undefined : castTypes[logicalType];
}

/** The value to compare with a bound; NULL when a text of a file cannot be read as the wanted type. */
export function valueExpression(column: BoundColumn, castType: string | undefined): string {
  if (column.cells === 'typed') return columnExpression(column);
  const text = textExpression(column);
  return castType === undefined ? text : `try_cast(${text} as ${castType})`;
}

const wholeNumber = String.raw`\s*[+-]?[0-9]+(\.0*)?\s*`;

/** True for texts that spell a whole number; a cast would not do, because it rounds. */
export function isWholeNumber(text: string): string {
  return `regexp_full_match(${text}, '${wholeNumber}')`;
}

/** The value as grouped by uniqueness checks: texts of files that spell the same value are the same. */
export function groupingExpression(column: BoundColumn): string {
  if (column.cells === 'typed') return columnExpression(column);
  const text = textExpression(column);
  const castType = castTypeOf(column.logicalType);
  if (castType === undefined) return text;
  // Doubles would merge different integers beyond 2^53.
  const cast =
    column.logicalType === 'integer'
      ? `case when ${isWholeNumber(text)} then try_cast(${text} as hugeint) end`
      : `try_cast(${text} as ${castType})`;
  return `coalesce(cast(${cast} as varchar), ${text})`;
}
