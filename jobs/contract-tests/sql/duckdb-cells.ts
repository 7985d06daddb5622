import type { LogicalType } from '../../../domain/standards/odcs/contract-model.ts';
import type { SqlDialect, SqlValue } from './sql-dialect.ts';

const textTypes = /^(varchar|char|bpchar|text|string)\b/i;

/** The value as text; a JSON value without its quotes. */
export function duckdbText(value: SqlValue): string {
  if (value.cells === 'json') return `(${value.sql} ->> '$')`;
  return textTypes.test(value.type) ? value.sql : `cast(${value.sql} as varchar)`;
}

/** Types in which texts of CSV and JSON files are compared; DuckDB rounds '1.5' when cast to an integer. */
const castTypes: Partial<Record<LogicalType, string>> = {
  integer: 'double',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamptz',
};

/** The type that texts of this logical type are read as; undefined when they are compared as they stand. */
export function duckdbCastType(logicalType: LogicalType | undefined): string | undefined {
  return logicalType === undefined ? undefined : castTypes[logicalType];
}

/** A cell read as a type; NULL where it cannot be. */
export const readCell: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return value.sql;
  const text = duckdbText(value);
  const type = duckdbCastType(logicalType);
  return type === undefined ? text : `try_cast(${text} as ${type})`;
};

const wholeNumber = String.raw`\s*[+-]?[0-9]+(\.0*)?\s*`;

/** True for texts that spell a whole number; a cast would not do, because it rounds. */
const isWholeNumber = (text: string): string => `regexp_full_match(${text}, '${wholeNumber}')`;

/** The whole number that a text spells, NULL for other texts: a double would round it beyond 2^53. */
export const readWholeCell = (value: SqlValue): string => {
  const text = duckdbText(value);
  return `case when ${isWholeNumber(text)} then try_cast(${text} as hugeint) end`;
};

type Conditions = Record<LogicalType, (value: SqlValue) => string>;

const wholeJson = "'BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT'";

const jsonType = ({ sql }: SqlValue): string => `json_type(${sql})`;

const jsonIs =
  (name: string) =>
  (value: SqlValue): string =>
    `${jsonType(value)} = '${name}'`;

const readable =
  (logicalType: LogicalType) =>
  (value: SqlValue): string =>
    `${readCell(value, logicalType)} is not null`;

const jsonText =
  (logicalType: LogicalType) =>
  (value: SqlValue): string =>
    `${jsonType(value)} = 'VARCHAR' and ${readable(logicalType)(value)}`;

/** JSON values say their own type, so that "12" is no number; dates and times are texts that can be read as such. */
const fitsAsJson: Conditions = {
  integer: (value) =>
    `${jsonType(value)} in (${wholeJson}) or ` +
    `(${jsonType(value)} = 'DOUBLE' and ${isWholeNumber(duckdbText(value))})`,
  number: (value) => `${jsonType(value)} in (${wholeJson}, 'DOUBLE')`,
  boolean: jsonIs('BOOLEAN'),
  string: jsonIs('VARCHAR'),
  object: jsonIs('OBJECT'),
  map: jsonIs('OBJECT'),
  array: jsonIs('ARRAY'),
  vector: jsonIs('ARRAY'),
  date: jsonText('date'),
  time: jsonText('time'),
  timestamp: jsonText('timestamp'),
};

const holdsJson =
  (name: string) =>
  (value: SqlValue): string => {
    const text = duckdbText(value);
    return `case when json_valid(${text}) then json_type(${text}) = '${name}' end`;
  };

const fitsAsText: Conditions = {
  integer: (value) => isWholeNumber(duckdbText(value)),
  number: readable('number'),
  boolean: readable('boolean'),
  string: () => '1 = 1',
  object: holdsJson('OBJECT'),
  map: holdsJson('OBJECT'),
  array: holdsJson('ARRAY'),
  vector: holdsJson('ARRAY'),
  date: readable('date'),
  time: readable('time'),
  timestamp: readable('timestamp'),
};

/** Condition: a cell of a file can be read as the type. */
export const fitsCell: SqlDialect['fits'] = (value, logicalType) =>
  (value.cells === 'json' ? fitsAsJson : fitsAsText)[logicalType](value);

/** The value as grouped by uniqueness checks: texts of files that spell the same value are the same. */
export function duckdbGroupKey(value: SqlValue): string {
  if (value.cells === 'typed') return value.sql;
  const text = duckdbText(value);
  const castType = duckdbCastType(value.logicalType);
  if (castType === undefined) return text;
  // A moment is slow to write as a text; the letters keep its number apart from texts that are no moment.
  if (castType === 'timestamptz')
    return `coalesce('t' || epoch_us(try_cast(${text} as timestamptz)), 'x' || ${text})`;
  const cast =
    value.logicalType === 'integer' ? readWholeCell(value) : `try_cast(${text} as ${castType})`;
  return `coalesce(cast(${cast} as varchar), ${text})`;
}
