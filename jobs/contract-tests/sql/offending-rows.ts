import { logicalTypeOf } from '../../../domain/dialects/column-types.ts';
import { quoteLiteral } from '../../../domain/dialects/quote.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import type { RowRule } from '../plan/planned-check.ts';
import {
  castTypeOf,
  columnExpression,
  isWholeNumber,
  textExpression,
  valueExpression,
} from './bound-column.ts';
import type { BoundColumn } from './bound-column.ts';

/** Numbers are written out only for columns that are not texts: `text = 5` is an error in Postgres. */
function literalOf(value: Scalar, column: BoundColumn): string {
  const asText =
    column.cells === 'typed' &&
    logicalTypeOf(column.dialect, column.baseType ?? column.type) === 'string';
  if (typeof value === 'string' || asText) return quoteLiteral(String(value));
  return String(value);
}

function comparison(
  column: BoundColumn,
  operator: '<' | '>' | '=',
  bound: number | string,
): string {
  if (column.cells === 'typed') {
    const literal = typeof bound === 'number' ? String(bound) : quoteLiteral(bound);
    return `${columnExpression(column)} ${operator} ${literal}`;
  }
  if (typeof bound === 'number') return `${valueExpression(column, 'double')} ${operator} ${bound}`;
  const castType = castTypeOf(column.logicalType);
  const literal =
    castType === undefined ? quoteLiteral(bound) : `cast(${quoteLiteral(bound)} as ${castType})`;
  return `${valueExpression(column, castType)} ${operator} ${literal}`;
}

function notOneOf(column: BoundColumn, values: readonly Scalar[]): string {
  const numeric = values.every((value) => typeof value === 'number');
  const logicalType = column.logicalType ?? (numeric ? 'number' : undefined);
  const castType = column.cells === 'typed' ? undefined : castTypeOf(logicalType);
  const literals = values.map((value) => {
    if (column.cells === 'typed') return literalOf(value, column);
    const text = quoteLiteral(String(value));
    return castType === undefined ? text : `cast(${text} as ${castType})`;
  });
  const value = valueExpression(column, castType);
  const unreadable =
    castType === undefined
      ? ''
      : ` or (${columnExpression(column)} is not null and ${value} is null)`;
  return `${value} not in (${literals.join(', ')})${unreadable}`;
}

type Conditions = Record<LogicalType, (column: BoundColumn) => string>;

const wholeJson = "'BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT'";

const jsonType = (column: BoundColumn): string => `json_type(${columnExpression(column)})`;

const jsonIs =
  (name: string) =>
  (column: BoundColumn): string =>
    `${jsonType(column)} = '${name}'`;

const canBeRead = (column: BoundColumn, logicalType: LogicalType): string =>
  `${valueExpression(column, castTypeOf(logicalType))} is not null`;

const jsonText =
  (logicalType: LogicalType) =>
  (column: BoundColumn): string =>
    `${jsonType(column)} = 'VARCHAR' and ${canBeRead(column, logicalType)}`;

/** JSON values say their own type, so that "12" is no number; dates and times are texts that can be read as such. */
const fitsAsJson: Conditions = {
  integer: (column) =>
    `${jsonType(column)} in (${wholeJson}) or ` +
    `(${jsonType(column)} = 'DOUBLE' and ${isWholeNumber(textExpression(column))})`,
  number: (column) => `${jsonType(column)} in (${wholeJson}, 'DOUBLE')`,
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
  (column: BoundColumn): string => {
    const text = textExpression(column);
    return `case when json_valid(${text}) then json_type(${text}) = '${name}' end`;
  };

const readable =
  (logicalType: LogicalType) =>
  (column: BoundColumn): string =>
    canBeRead(column, logicalType);

const fitsAsText: Conditions = {
  integer: (column) => isWholeNumber(textExpression(column)),
  number: readable('number'),
  boolean: readable('boolean'),
  string: () => 'true',
  object: holdsJson('OBJECT'),
  map: holdsJson('OBJECT'),
  array: holdsJson('ARRAY'),
  vector: holdsJson('ARRAY'),
  date: readable('date'),
  time: readable('time'),
  timestamp: readable('timestamp'),
};

function notCastable(logicalType: LogicalType, column: BoundColumn): string {
  const fits = (column.cells === 'json' ? fitsAsJson : fitsAsText)[logicalType](column);
  return `${columnExpression(column)} is not null and (${fits}) is not true`;
}

function notMatching(pattern: string, column: BoundColumn): string {
  const text = textExpression(column);
  const literal = quoteLiteral(pattern);
  return column.dialect === 'postgres'
    ? `${text} !~ ${literal}`
    : `not regexp_matches(${text}, ${literal})`;
}

type RuleOf<Kind extends RowRule['kind']> = Extract<RowRule, { kind: Kind }>;

/** One entry per kind of rule; a new kind does not compile before it stands here. */
const conditions: {
  [Kind in RowRule['kind']]?: (rule: RuleOf<Kind>, column: BoundColumn) => string;
} = {
  'not-missing': (_rule, column) => `${columnExpression(column)} is null`,
  castable: (rule, column) => notCastable(rule.logicalType, column),
  'min-length': (rule, column) => `length(${textExpression(column)}) < ${rule.length}`,
  'max-length': (rule, column) => `length(${textExpression(column)}) > ${rule.length}`,
  pattern: (rule, column) => notMatching(rule.pattern, column),
  minimum: (rule, column) => comparison(column, '<', rule.bound),
  maximum: (rule, column) => comparison(column, '>', rule.bound),
  'not-equal': (rule, column) => comparison(column, '=', rule.value),
  'one-of': (rule, column) => notOneOf(column, rule.values),
};

/**
 * The condition that is true for the rows that break a rule: missing values break only `not-missing`, every value
 * that is there is looked at ('' has length 0). Patterns are searched anywhere, in the regular expressions of the source.
 */
export function offendingRows(rule: RowRule, column: BoundColumn): string {
  const condition = conditions[rule.kind] as (rule: RowRule, column: BoundColumn) => string;
  return condition(rule, column);
}
