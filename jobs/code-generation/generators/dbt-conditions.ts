import { logicalTypeOf } from '../../../domain/dialects/column-types.ts';
import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { numberLiteral, writtenNumber } from '../../../domain/dialects/float-literal.ts';
import { momentLiteral } from '../../../domain/dialects/moment-literal.ts';
import { sqlText } from '../../../domain/dialects/sql-text.ts';
import type {
  ContractProperty,
  LogicalTypeOptions,
  Scalar,
} from '../../../domain/standards/odcs/contract-model.ts';
import { comparedBounds } from '../shapes/limits.ts';
import { boundOfText } from '../shapes/moments-in-text.ts';

/** A column as rules are written about it. */
export type RuleColumn = {
  dialect: TypeDialect;
  sql: string;
  type: string;
  /** Takes what a condition on it depends on besides. */
  tell: (clause: string) => void;
};

/** What values of a column are compared as; undefined where they cannot be. */
export function comparedAs({
  dialect,
  type,
}: Pick<RuleColumn, 'dialect' | 'type'>):
  'number' | 'text' | 'boolean' | 'date' | 'timestamp' | undefined {
  const inner = /^Nullable\((.*)\)$/.exec(type)?.[1] ?? type;
  const logical = logicalTypeOf(dialect, inner);
  if (logical === 'integer' || logical === 'number') return 'number';
  if (logical === 'string') return /uuid|uniqueidentifier/i.test(inner) ? undefined : 'text';
  if (logical === 'boolean' && !hasBooleans(dialect)) return undefined;
  return others.find((kind) => kind === logical);
}

const others = ['boolean', 'date', 'timestamp'] as const;

const hasBooleans = (dialect: TypeDialect): boolean =>
  dialect !== 'sqlserver' && dialect !== 'oracle';

/** A value of the contract as SQL that the column can be compared with; undefined where it is none of the column. */
export function literalFor(column: RuleColumn, value: Scalar): string | undefined {
  const kind = comparedAs(column);
  if (kind === 'number') return numberOfColumn(column, value);
  if (kind === 'boolean') return typeof value === 'boolean' ? String(value) : undefined;
  if (kind === 'text') return textLiteral(column.dialect, String(value));
  if (kind === undefined || typeof value !== 'string') return undefined;
  return momentOf(column, value);
}

function numberOfColumn({ dialect, type }: RuleColumn, value: Scalar): string | undefined {
  const text = numberText(value);
  return text && numberLiteral(dialect, type, text);
}

function momentOf({ dialect, type, tell }: RuleColumn, text: string): string | undefined {
  const moment = momentLiteral(dialect, type, text);
  if (moment?.note !== undefined) tell(`moments that it is tested against are ${moment.note}`);
  return moment?.sql;
}

/** A text of SQL on one line. */
export function textLiteral(dialect: TypeDialect, text: string): string {
  return `${dialect === 'sqlserver' ? 'N' : ''}${sqlText(dialect, text)}`;
}

/** Without an exponent, which not every platform reads as the same number. */
export function numberText(value: Scalar): string | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const text = isNumber ? writtenNumber(Number(value)) : '';
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}

/** A condition, or undefined in `sql` where the platform or the column has no way to say it. */
export type Condition = { of: string; sql: string | undefined };

const joined = (conditions: readonly (string | undefined)[]): string | undefined =>
  conditions.includes(undefined) ? undefined : conditions.join(' and ');

/** A bound as the column is compared with it; undefined where that would not tell what is beyond it. */
function boundFor(
  column: RuleColumn,
  property: ContractProperty,
  bound: Scalar,
): string | undefined {
  if (comparedAs(column) !== 'text') return literalFor(column, bound);
  const text = boundOfText(property, bound);
  return text === undefined ? undefined : textLiteral(column.dialect, text);
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

const lengths: Partial<Record<TypeDialect, (sql: string) => string>> = {
  postgres: (sql) => `char_length(${sql})`,
  mysql: (sql) => `char_length(${sql})`,
  databricks: (sql) => `char_length(${sql})`,
  clickhouse: (sql) => `lengthUTF8(${sql})`,
  // LEN leaves out blanks at the end.
  sqlserver: (sql) => `len(${sql} + N'.') - 1`,
};

function lengthOf(column: RuleColumn, options: LogicalTypeOptions): Condition[] {
  const { minLength = 0, maxLength } = options;
  if (minLength === 0 && maxLength === undefined) return [];
  const length = lengths[column.dialect]?.(column.sql) ?? `length(${column.sql})`;
  const conditions = [
    ...(minLength > 0 ? [`${length} >= ${minLength}`] : []),
    ...(maxLength === undefined ? [] : [`${length} <= ${maxLength}`]),
  ];
  const isText = comparedAs(column) === 'text';
  return [{ of: 'the length', sql: isText ? conditions.join(' and ') : undefined }];
}

type Matcher = (sql: string, text: string) => string;
const byOperator: Matcher = (sql, text) => `${sql} ~ ${text}`;
const regexpLike: Matcher = (sql, text) => `regexp_like(${sql}, ${text})`;

/** Whether a pattern is found anywhere in a text. */
const matchers: Partial<Record<TypeDialect, Matcher>> = {
  postgres: byOperator,
  redshift: byOperator,
  duckdb: (sql, text) => `regexp_matches(${sql}, ${text})`,
  databricks: (sql, text) => `${sql} rlike ${text}`,
  bigquery: (sql, text) => `regexp_contains(${sql}, ${text})`,
  snowflake: (sql, text) => `regexp_instr(${sql}, ${text}) > 0`,
  trino: regexpLike,
  athena: regexpLike,
  oracle: regexpLike,
  mysql: regexpLike,
  clickhouse: (sql, text) => `match(${sql}, ${text})`,
};

/** Signs that mean the same in all dialects of regular expressions. */
const portable = /^(?:[^\\?]|\\[dwsDWS.\-+*?()[\]{}|^$/]|\?(?![=!<:>P]))*$/;

function isReadable(pattern: string): boolean {
  if (pattern.length > 1_000 || !portable.test(pattern) || /\p{C}/u.test(pattern)) return false;
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** That a pattern of ECMAScript is found in a text; undefined where the platform would read it otherwise. */
export function patternCondition(column: RuleColumn, pattern: string): string | undefined {
  const matcher = matchers[column.dialect];
  if (matcher === undefined || comparedAs(column) !== 'text' || !isReadable(pattern))
    return undefined;
  return matcher(column.sql, textLiteral(column.dialect, pattern));
}

/** That a value is one of a list; undefined where one of them is no value of the column. */
export function inCondition(column: RuleColumn, values: readonly Scalar[]): string | undefined {
  const literals = values.map((value) => literalFor(column, value));
  return literals.includes(undefined) ? undefined : `${column.sql} in (${literals.join(', ')})`;
}

function restOf({ dialect, sql }: RuleColumn, step: string): string {
  if (dialect === 'sqlserver') return `${sql} % ${step}`;
  return `mod(${dialect === 'mysql' ? `abs(${sql})` : sql}, ${step})`;
}

/** What the options of a column ask of its values. */
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
      : [{ of: 'multipleOf', sql: isNumber && step ? `${restOf(column, step)} = 0` : undefined }]),
  ];
}
