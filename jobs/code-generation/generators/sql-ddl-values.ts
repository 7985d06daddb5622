import { numberLiteral, writtenNumber } from '../../../domain/dialects/float-literal.ts';
import { momentLiteral } from '../../../domain/dialects/moment-literal.ts';
import { parseNativeType } from '../../../domain/dialects/native-type.ts';
import { sqlText } from '../../../domain/dialects/sql-text.ts';
import { numberOf } from '../../../domain/standards/json-value.ts';
import type { Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { allowedValues, openQuality } from '../shapes/allowed-values.ts';
import type { boundNames } from '../shapes/limits.ts';
import { boundOfText } from '../shapes/moments-in-text.ts';
import type { DdlColumn, Script } from './sql-ddl-tables.ts';

type BoundName = (typeof boundNames)[number];

type Value = 'number' | 'text' | 'date' | 'time' | 'timestamp' | undefined;

/** What a column is compared with. */
export function valueOf({ type, logical }: DdlColumn): Value {
  if (/money|^bit|^enum|\]$/i.test(type)) return undefined;
  if (logical === 'integer' || logical === 'number') return 'number';
  if (logical === 'date' || logical === 'timestamp') return logical;
  if (logical === 'time' && /^time(?:\(\d\))?$/i.test(type)) return logical;
  const isText = logical === 'string' && !/uuid|uniqueidentifier|inet|^ip|rowid|json/i.test(type);
  return isText ? 'text' : undefined;
}

/** Empty where a value of the contract is none of the column. */
export function literalOf(script: Script, column: DdlColumn, value: Scalar): string {
  const kind = valueOf(column);
  if (typeof value === 'number')
    return kind === 'number' ? numberOfColumn(script, column, value) : '';
  if (typeof value !== 'string' || kind === 'number') return '';
  if (kind === 'text') return textLiteral(script, value);
  if (kind === 'time') return timeOf(script, value);
  return kind === undefined ? '' : momentOf(script, column, value);
}

/** Whether a type of 64 bits keeps a bound, so that no check tells more; those are beyond it as JSON rounds them. */
export function isKeptByType({ type }: DdlColumn, name: BoundName, bound: Scalar): boolean {
  const number = /^(?:bigint|int64)$/i.test(type) ? numberOf(bound) : undefined;
  if (number === undefined) return false;
  return (name === 'minimum' && number <= -(2 ** 63)) || (name === 'maximum' && number >= 2 ** 63);
}

/** A bound as the column is compared with it; empty where that would not tell what is beyond it. */
export function boundLiteral(script: Script, column: DdlColumn, bound: Scalar): string {
  if (valueOf(column) !== 'text') return literalOf(script, column, bound);
  const text = boundOfText(column.property, bound);
  return text === undefined ? '' : textLiteral(script, text);
}

function textLiteral({ dialect, grammar }: Script, text: string): string {
  const isCut = text.includes('\0') || (grammar.texts === 'one line' && /[\n\r]/.test(text));
  if (isCut) return '';
  return `${dialect === 'sqlserver' ? 'N' : ''}${sqlText(dialect, text)}`;
}

const numberOfColumn = ({ dialect }: Script, { type }: DdlColumn, value: number): string =>
  numberLiteral(dialect, type, plainNumber(value)) ?? '';

/** Without an exponent, which not every platform reads as the same number. */
export function plainNumber(value: number): string {
  const text = writtenNumber(value);
  return /^-?[\d.]+$/.test(text) ? text : '';
}

const withTimes: ReadonlySet<string> = new Set(['postgres', 'mysql', 'duckdb']);

/** A time of a day without a zone. */
function timeOf({ dialect }: Script, text: string): string {
  const isTime = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/.test(text);
  return isTime && withTimes.has(dialect) ? `TIME ${sqlText(dialect, text)}` : '';
}

function momentOf({ dialect, notes }: Script, { type, where }: DdlColumn, text: string): string {
  const { sql = '', note } = momentLiteral(dialect, type, text) ?? {};
  if (note !== undefined) notes.add(where, `moments that it is checked against are ${note}`);
  return sql;
}

const allowedOf = ({ dialect }: Script, { property }: DdlColumn): readonly Scalar[] | undefined =>
  allowedValues(property, parseNativeType(dialect, property.physicalType ?? ''));

/** An allowed value as one of the column's type, which contracts do not always write as such. */
function typedLiteral(script: Script, column: DdlColumn, value: Scalar): string {
  const kind = valueOf(column);
  if (kind === 'text') return literalOf(script, column, String(value));
  if (kind === 'number') return literalOf(script, column, numberOf(value) ?? '');
  if (kind !== undefined) return literalOf(script, column, value);
  const isBoolean = column.logical === 'boolean' && !/^bit/i.test(column.type);
  const text = String(value).toLowerCase();
  return isBoolean && /^(?:true|false)$/.test(text) ? text : '';
}

/** MySQL leaves out blanks at the ends of texts when it compares them. */
function endOf({ dialect, notes }: Script, column: DdlColumn, values: readonly Scalar[]): string {
  if (dialect !== 'mysql' || valueOf(column) !== 'text') return '';
  const isBlank = values.some((value) => String(value).endsWith(' '));
  if (!isBlank) return ` AND ${column.sql} NOT LIKE '% '`;
  notes.add(column.where, 'blanks at the ends of its allowed values do not count');
  return '';
}

/** That a column has one of its allowed values: empty where that cannot be said, undefined where all are allowed. */
export function allowedValuesSql(script: Script, column: DdlColumn): string | undefined {
  const values = allowedOf(script, column);
  if (values === undefined || /^(?:enum|set)/i.test(column.type)) return undefined;
  const literals = [...new Set(values.map((value) => typedLiteral(script, column, value)))];
  if (literals.includes('')) return '';
  return `${column.sql} IN (${literals.join(', ')})${endOf(script, column, values)}`;
}

/** How many quality rules of a column its table keeps: those which let no value pass but the allowed ones. */
export function countKeptRules(script: Script, column: DdlColumn): number {
  const isChecked = allowedValuesSql(script, column) !== '' && script.grammar.check !== undefined;
  if (!isChecked) return 0;
  const { quality } = column.property;
  return quality.length - openQuality(column.property, allowedOf(script, column)).length;
}
