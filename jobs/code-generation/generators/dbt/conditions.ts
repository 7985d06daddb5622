import { logicalTypeOf } from '../../../../domain/dialects/types/column-types.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import {
  numberLiteral,
  writtenNumber,
} from '../../../../domain/dialects/literals/float-literal.ts';
import { timestampLiteral } from '../../../../domain/dialects/literals/timestamp-literal.ts';
import { unicodeText } from '../../../../domain/dialects/names/sql-text.ts';
import type {
  ContractProperty,
  LogicalTypeOptions,
  Scalar,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { comparedBounds } from '../../shapes/limits.ts';
import { boundOfText } from '../../shapes/timestamps-in-text.ts';
import { remainderOf } from '../sql/checks.ts';
import { ddlDialects } from '../sql/dialects.ts';
import { dbtPlatforms } from './platforms.ts';

/** A column as rules are written about it. */
export type RuleColumn = {
  dialect: TypeDialect;
  sql: string;
  type: string;
  /** Receives notes about restrictions of a condition on the column. */
  addWarning: (clause: string) => void;
};

/** The kind of value that a column is compared as; undefined if its values cannot be compared. */
export function comparedAs({
  dialect,
  type,
}: Pick<RuleColumn, 'dialect' | 'type'>):
  | 'number'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | undefined {
  const inner = /^Nullable\((.*)\)$/.exec(type)?.[1] ?? type;
  const logical = logicalTypeOf(dialect, inner);
  if (logical === 'integer' || logical === 'number') return 'number';
  if (logical === 'string') return /uuid|uniqueidentifier/i.test(inner) ? undefined : 'text';
  if (logical === 'boolean' && dbtPlatforms[dialect].withoutBooleans === true) return undefined;
  return others.find((kind) => kind === logical);
}

const others = ['boolean', 'date', 'timestamp'] as const;

/** A value of the contract as SQL, for comparisons with the column; undefined if it is not a value of the column. */
export function literalFor(column: RuleColumn, value: Scalar): string | undefined {
  const kind = comparedAs(column);
  if (kind === 'number') return numberOfColumn(column, value);
  if (kind === 'boolean') return typeof value === 'boolean' ? String(value) : undefined;
  if (kind === 'text') return unicodeText(column.dialect, String(value));
  if (kind === undefined || typeof value !== 'string') return undefined;
  return timestampOf(column, value);
}

function numberOfColumn({ dialect, type }: RuleColumn, value: Scalar): string | undefined {
  const text = numberText(value);
  return text && numberLiteral(dialect, type, text);
}

function timestampOf({ dialect, type, addWarning }: RuleColumn, text: string): string | undefined {
  const literal = timestampLiteral(dialect, type, text);
  if (literal?.note !== undefined)
    addWarning(`moments that it is tested against are ${literal.note}`);
  return literal?.sql;
}

/** The number without an exponent: some platforms read a number with an exponent as a float. */
export function numberText(value: Scalar): string | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const text = isNumber ? writtenNumber(Number(value)) : '';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}

/** A condition; `sql` is undefined if the platform cannot express it. */
export type Condition = { of: string; sql: string | undefined };

const joined = (conditions: readonly (string | undefined)[]): string | undefined =>
  conditions.includes(undefined) ? undefined : conditions.join(' and ');

/** A bound as the column is compared with it; undefined if the comparison would not find values beyond the bound. */
function boundFor(
  column: RuleColumn,
  property: ContractProperty,
  bound: Scalar,
): string | undefined {
  if (comparedAs(column) !== 'text') return literalFor(column, bound);
  const text = boundOfText(property, bound);
  return text === undefined ? undefined : unicodeText(column.dialect, text);
}

function boundsOf(column: RuleColumn, property: ContractProperty): Condition[] {
  const { options } = property;
  const given = comparedBounds.filter(([name]) => options[name] !== undefined);
  if (given.length === 0) return [];
  const sql = joined(
    given.map(([name, operator]) => {
      const literal = boundFor(column, property, options[name] ?? '');
      return literal && `${column.sql} ${operator} ${literal}`;
    }),
  );
  return [{ of: given.map(([name]) => name).join(', '), sql }];
}

function lengthOf(column: RuleColumn, options: LogicalTypeOptions): Condition[] {
  const { minLength = 0, maxLength } = options;
  if (minLength === 0 && maxLength === undefined) return [];
  const length = dbtPlatforms[column.dialect].length?.(column.sql) ?? `length(${column.sql})`;
  const conditions = [
    ...(minLength > 0 ? [`${length} >= ${minLength}`] : []),
    ...(maxLength === undefined ? [] : [`${length} <= ${maxLength}`]),
  ];
  const isText = comparedAs(column) === 'text';
  return [{ of: 'the length', sql: isText ? conditions.join(' and ') : undefined }];
}

/** Expressions that mean the same in all dialects of regular expressions. */
const portable = /^(?:[^\\?]|\\[dwsDWS.\-+*?()[\]{}|^$/]|\?(?![=!<:>P]))*$/;

function isReadable(pattern: string): boolean {
  if (pattern.length > 1_000 || !portable.test(pattern) || /\p{C}/u.test(pattern)) return false;
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** The condition that a text contains a match of an ECMAScript pattern; undefined if the platform would read the pattern differently. */
export function patternCondition(column: RuleColumn, pattern: string): string | undefined {
  const { match } = dbtPlatforms[column.dialect];
  if (match === undefined || comparedAs(column) !== 'text' || !isReadable(pattern))
    return undefined;
  return match(column.sql, unicodeText(column.dialect, pattern));
}

/** The condition that a value is in a list; undefined if an entry of the list is not a value of the column. */
export function inCondition(column: RuleColumn, values: readonly Scalar[]): string | undefined {
  const literals = values.map((value) => literalFor(column, value));
  return literals.includes(undefined) ? undefined : `${column.sql} in (${literals.join(', ')})`;
}

/** The conditions that the options of a column set for its values. */
export function conditionsOf(column: RuleColumn, property: ContractProperty): Condition[] {
  const { options } = property;
  const { pattern, multipleOf } = options;
  const isNumber = comparedAs(column) === 'number';
  const step = multipleOf === undefined ? undefined : numberText(multipleOf);
  return [
    ...boundsOf(column, property),
    ...lengthOf(column, options),
    ...(pattern === undefined
      ? []
      : [{ of: 'the pattern', sql: patternCondition(column, pattern) }]),
    ...(multipleOf === undefined
      ? []
      : [
          {
            of: 'multipleOf',
            sql:
              isNumber && step
                ? `${remainderOf(ddlDialects[column.dialect], column.sql, step)} = 0`
                : undefined,
          },
        ]),
  ];
}
