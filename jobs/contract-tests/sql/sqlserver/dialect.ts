import { literalOf } from '../../../../domain/dialects/literals/literal.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import type { LogicalType } from '../../../../domain/standards/odcs/contract-model.ts';
import {
  ansiDialect,
  boundText,
  clausesOf,
  columnsOf,
  countCase,
  numberLiteral,
  wasKept,
} from '../ansi.ts';
import type { AggregateExpression, SqlDialect, SqlValue } from '../sql-dialect.ts';
import { formatCondition } from './formats.ts';
import { likeCondition } from './like.ts';
import { sqlserverNested } from './nested.ts';
import { isTextType, sqlserverText, typeOf } from './text.ts';

const identifier = (name: string): string => quoteIdentifier(name, 'sqlserver');
const literal = (text: string): string => literalOf('sqlserver', text);

/** LEN ignores trailing spaces, and counts supplementary characters twice without this collation. */
const length = (text: string): string =>
  `len(replace(${text}, N' ', N'.') collate Latin1_General_100_CI_AS_SC)`;

const castTypes: Partial<Record<LogicalType, string>> = {
  date: 'date',
  time: 'time',
  timestamp: 'datetimeoffset',
};

const bound: SqlDialect['bound'] = (value, _of, readAs) => {
  if (readAs === 'string') return literal(boundText(value));
  if (typeof value === 'boolean' || readAs === 'boolean')
    return { true: '1', false: '0' }[boundText(value)] ?? literal(boundText(value));
  if (typeof value === 'number') return numberLiteral(value);
  const type = readAs === undefined ? undefined : castTypes[readAs];
  return type === undefined ? literal(value) : `cast(${literal(value)} as ${type})`;
};

const flag = (index: number): string => identifier(`concordat_flag_${index}`);

/**
 * An aggregate cannot contain a subquery, which access to JSON items needs: such conditions become columns of a
 * derived table, and are counted there.
 */
function aggregate(relation: string, expressions: readonly AggregateExpression[]): string {
  const flags: string[] = [];
  const write = (expression: AggregateExpression): string => {
    if ('aggregate' in expression) return expression.aggregate;
    const { countWhere } = expression;
    if (!countWhere.includes('openjson(')) return countCase(countWhere);
    flags.push(`case when ${countWhere} then 1 end as ${flag(flags.length)}`);
    return `count(${flag(flags.length - 1)})`;
  };
  const columns = expressions
    .map((one) => `${write(one)} as ${identifier(one.name)}`)
    .join(',\n  ');
  if (flags.length === 0) return `select ${columns}\nfrom ${relation}`;
  return `select ${columns}\nfrom (select *, ${flags.join(',\n  ')}\nfrom ${relation}) flagged_rows`;
}

const select: SqlDialect['select'] = (query) => {
  const top = query.limit === undefined ? '' : `top (${query.limit}) `;
  return `select ${top}${columnsOf(query, identifier)}\n${clausesOf(query)}`;
};

/** Types without equality. */
const ungroupable = /^(?:xml|json|geography|geometry|image|sql_variant)\b/i;

function groupKey(value: SqlValue): string {
  if (value.cells !== 'typed' || isTextType(value)) return sqlserverText(value);
  return ungroupable.test(typeOf(value)) ? sqlserverText(value) : value.sql;
}

function epochSeconds(value: SqlValue): string {
  const isText = value.cells !== 'typed' || isTextType(value);
  const timestamp = isText
    ? `try_cast(${sqlserverText(value)} as datetimeoffset)`
    : `cast(${value.sql} as datetimeoffset)`;
  const start = `cast(N'1970-01-01T00:00:00+00:00' as datetimeoffset)`;
  return `datediff_big(millisecond, ${start}, ${timestamp}) / 1000.0`;
}

const decimal = (number: string): string => `try_cast(${number} as decimal(38, 10))`;

/**
 * SQL Server 2016 and later, and Azure SQL. Texts are compared exactly, whatever the collation of the column
 * does with case and accents; regular expressions are limited to those that LIKE can express.
 */
export const sqlserver: SqlDialect = ansiDialect('sqlserver', {
  identifier,
  literal,
  aggregate,
  select,
  text: sqlserverText,
  start: (text, characters) => `left(${text}, ${characters})`,
  length,
  matches: (text, pattern) => formatCondition(text, pattern) ?? likeCondition(text, pattern),
  bound,
  // DECIMAL makes 0.3 a multiple of 0.1; larger numbers are a multiple of nothing.
  isMultipleOf: (number, divisor) =>
    `(case when (${wasKept(decimal(number), number, 'float')} and ${decimal(number)} % ${numberLiteral(divisor)} = 0) or ${number} is null then 1 else 0 end = 1)`,
  groupKey,
  epochSeconds,
  ...sqlserverNested,
});
