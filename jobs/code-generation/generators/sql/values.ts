import {
  numberLiteral,
  writtenNumber,
} from '../../../../domain/dialects/literals/float-literal.ts';
import { timestampLiteral } from '../../../../domain/dialects/literals/timestamp-literal.ts';
import { parseNativeType } from '../../../../domain/dialects/types/native-type.ts';
import { sqlText, unicodeText } from '../../../../domain/dialects/names/sql-text.ts';
import { numberOf } from '../../../../domain/standards/json-value.ts';
import type { Scalar } from '../../../../domain/standards/odcs/contract-model.ts';
import { allowedValues, openQuality } from '../../shapes/allowed-values.ts';
import type { boundNames } from '../../shapes/limits.ts';
import { boundOfText } from '../../shapes/timestamps-in-text.ts';
import type { DdlColumn, Script } from './tables.ts';

type BoundName = (typeof boundNames)[number];

type Value = 'number' | 'text' | 'date' | 'time' | 'timestamp' | undefined;

/** The kind of value that a column is compared with. */
export function valueOf({ type, logical }: DdlColumn): Value {
  if (/money|^bit|^enum|\]$/i.test(type)) return undefined;
  if (logical === 'integer' || logical === 'number') return 'number';
  if (logical === 'date' || logical === 'timestamp') return logical;
  if (logical === 'time' && /^time(?:\(\d\))?$/i.test(type)) return logical;
  const isText = logical === 'string' && !/uuid|uniqueidentifier|inet|^ip|rowid|json/i.test(type);
  return isText ? 'text' : undefined;
}

/** A value of the contract as SQL; empty if the column cannot have it. */
export function literalOf(script: Script, column: DdlColumn, value: Scalar): string {
  const kind = valueOf(column);
  if (typeof value === 'number')
    return kind === 'number' ? numberOfColumn(script, column, value) : '';
  if (typeof value !== 'string' || kind === 'number') return '';
  if (kind === 'text') return textLiteral(script, value);
  if (kind === 'time') return timeOf(script, value);
  return kind === undefined ? '' : timestampOf(script, column, value);
}

/** True if a 64-bit type enforces a bound, so that no check is needed; JSON rounds such bounds to values beyond the type. */
export function isKeptByType({ type }: DdlColumn, name: BoundName, bound: Scalar): boolean {
  const number = /^(?:bigint|int64)$/i.test(type) ? numberOf(bound) : undefined;
  if (number === undefined) return false;
  return (name === 'minimum' && number <= -(2 ** 63)) || (name === 'maximum' && number >= 2 ** 63);
}

/** A bound as the column is compared with it; empty if the comparison would not find values beyond the bound. */
export function boundLiteral(script: Script, column: DdlColumn, bound: Scalar): string {
  if (valueOf(column) !== 'text') return literalOf(script, column, bound);
  const text = boundOfText(column.property, bound);
  return text === undefined ? '' : textLiteral(script, text);
}

function textLiteral({ dialect, grammar }: Script, text: string): string {
  const isCut = text.includes('\0') || (grammar.oneLine === true && /[\n\r]/.test(text));
  return isCut ? '' : unicodeText(dialect, text);
}

const numberOfColumn = ({ dialect }: Script, { type }: DdlColumn, value: number): string =>
  numberLiteral(dialect, type, plainNumber(value)) ?? '';

/** The number without an exponent: some platforms read a number with an exponent as a float. */
export function plainNumber(value: number): string {
  const text = writtenNumber(value);
  return /^-?[\d.]+$/.test(text) ? text : '';
}

/** A time of a day without a zone. */
function timeOf({ dialect, grammar }: Script, text: string): string {
  const isTime = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/.test(text);
  return isTime && grammar.timeLiterals === true ? `TIME ${sqlText(dialect, text)}` : '';
}

function timestampOf({ dialect, notes }: Script, { type, where }: DdlColumn, text: string): string {
  const { sql = '', note } = timestampLiteral(dialect, type, text) ?? {};
  if (note !== undefined) notes.warn(where, `moments that it is checked against are ${note}`);
  return sql;
}

const allowedOf = ({ dialect }: Script, { property }: DdlColumn): readonly Scalar[] | undefined =>
  allowedValues(property, parseNativeType(dialect, property.physicalType ?? ''));

/** An allowed value as a literal of the column's type; contracts may write it as another type. */
function typedLiteral(script: Script, column: DdlColumn, value: Scalar): string {
  const kind = valueOf(column);
  if (kind === 'text') return literalOf(script, column, String(value));
  if (kind === 'number') return literalOf(script, column, numberOf(value) ?? '');
  if (kind !== undefined) return literalOf(script, column, value);
  const isBoolean = column.logical === 'boolean' && !/^bit/i.test(column.type);
  const text = String(value).toLowerCase();
  return isBoolean && /^(?:true|false)$/.test(text) ? text : '';
}

/** The condition that a text has no trailing blanks, where the comparison with allowed values ignores them. */
function endOf({ grammar, notes }: Script, column: DdlColumn, values: readonly Scalar[]): string {
  if (grammar.ignoresTrailingBlanks !== true || valueOf(column) !== 'text') return '';
  const isBlank = values.some((value) => String(value).endsWith(' '));
  if (!isBlank) return ` AND ${column.sql} NOT LIKE '% '`;
  notes.warn(column.where, 'blanks at the ends of its allowed values do not count');
  return '';
}

/** The condition that a column has an allowed value: empty if SQL cannot express it, undefined if all values are allowed. */
export function allowedValuesSql(script: Script, column: DdlColumn): string | undefined {
  const values = allowedOf(script, column);
  if (values === undefined || /^(?:enum|set)/i.test(column.type)) return undefined;
  const literals = [...new Set(values.map((value) => typedLiteral(script, column, value)))];
  if (literals.includes('')) return '';
  return `${column.sql} IN (${literals.join(', ')})${endOf(script, column, values)}`;
}

/** The number of quality rules that the table enforces: rules that allow only the allowed values. */
export function countKeptRules(script: Script, column: DdlColumn): number {
  const isChecked = allowedValuesSql(script, column) !== '' && script.grammar.check !== undefined;
  if (!isChecked) return 0;
  const { quality } = column.property;
  return quality.length - openQuality(column.property, allowedOf(script, column)).length;
}
