import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import type { SqlDialect, SqlValue } from '../sql-dialect.ts';

const textTypes = /^(varchar|char|bpchar|text|string)\b/i;

/** The value as text; a JSON value without its quotes. */
export function duckdbText(value: SqlValue): string {
  if (value.cells === 'json') return `(${value.sql} ->> '$')`;
  return textTypes.test(value.type) ? value.sql : `cast(${value.sql} as varchar)`;
}

/** Types for comparing texts of CSV and JSON files; DuckDB rounds '1.5' when cast to an integer. */
const castTypes: Partial<Record<LogicalType, string>> = {
  integer: 'double',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamptz',
};

/** The type for reading texts of this logical type; undefined when texts are compared unchanged. */
export function duckdbCastType(logicalType: LogicalType | undefined): string | undefined {
  return logicalType === undefined ? undefined : castTypes[logicalType];
}

/** A cell read as a type; NULL if impossible. */
export const readCell: SqlDialect['read'] = (value, logicalType) => {
  if (value.cells === 'typed') return value.sql;
  const text = duckdbText(value);
  const type = duckdbCastType(logicalType);
  return type === undefined ? text : `try_cast(${text} as ${type})`;
};

const wholeNumber = String.raw`\s*[+-]?[0-9]+(\.0*)?\s*`;

/** True for texts of whole numbers; a cast would round instead. */
const isWholeNumber = (text: string): string => `regexp_full_match(${text}, '${wholeNumber}')`;

/**
 * The whole number in a text, NULL for other texts: a double would be rounded above 2^53. A text that is written like its number needs
 * no regular expression, which takes most of the time.
 */
export const readWholeCell = (value: SqlValue): string => {
  const text = duckdbText(value);
  const short = `try_cast(${text} as bigint)`;
  return `case when cast(${short} as varchar) = ${text} then ${short} when ${isWholeNumber(text)} then try_cast(${text} as hugeint) end`;
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

/** JSON values have their own type, so "12" is no number; dates and times are texts that can be parsed. */
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
  // Shares the reading of the number with the checks of its bounds; numbers beyond 128 bits are whole, too.
  integer: (value) =>
    `(${readWholeCell(value)} is not null or ${isWholeNumber(duckdbText(value))})`,
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

/** The value as grouped by uniqueness checks: texts of files with the same value are equal. */
export function duckdbGroupKey(value: SqlValue): string {
  if (value.cells === 'typed') return value.sql;
  const text = duckdbText(value);
  const castType = duckdbCastType(value.logicalType);
  if (castType === undefined) return text;
  // Formatting a timestamp as text is slow; the letters keep its number distinct from other texts.
  if (castType === 'timestamptz')
    return `coalesce('t' || epoch_us(try_cast(${text} as timestamptz)), 'x' || ${text})`;
  const cast =
    value.logicalType === 'integer' ? readWholeCell(value) : `try_cast(${text} as ${castType})`;
  return `coalesce(cast(${cast} as varchar), ${text})`;
}
