import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { quoteIdentifier, quoteLiteral } from '../../../domain/dialects/names/quote.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { NotExpressible } from './sql-dialect.ts';
import type { AggregateExpression, SelectQuery, SqlDialect, SqlValue } from './sql-dialect.ts';

/** Every platform accepts this many columns in an answer. */
const maxExpressions = 500;

/** Quoting of names and counting of rows, which the rest of a dialect uses. */
type Leaves = Pick<SqlDialect, 'identifier' | 'literal'> & {
  countWhere: (condition: string) => string;
};

/** A count of rows in any dialect; dialects with `count(*) filter (where …)` use that. */
export function countCase(condition: string): string {
  return `count(case when ${condition} then 1 end)`;
}

/** The number as SQL; refuses numbers without a SQL literal. */
export function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new NotExpressible(`${value} is not a number to compare with`);
  return String(value);
}

/** Reports that a dialect cannot express something. */
export function lacks(name: Dialect, what: string): () => never {
  return () => {
    throw new NotExpressible(`${what} cannot be checked on ${name}`);
  };
}

/** One row with the expressions of `SqlDialect.aggregate`, in one scan of the relation. */
function aggregate(leaves: Leaves): SqlDialect['aggregate'] {
  const write = (expression: AggregateExpression): string => {
    const sql =
      'countWhere' in expression ? leaves.countWhere(expression.countWhere) : expression.aggregate;
    return `${sql} as ${leaves.identifier(expression.name)}`;
  };
  return (relation, expressions) =>
    `select ${expressions.map(write).join(',\n  ')}\nfrom ${relation}`;
}

/** The clauses of a query after its columns, without the limit of rows. */
export function clausesOf({ from, where, groupBy, having, orderBy }: SelectQuery): string {
  return [
    `from ${from}`,
    where === undefined ? '' : `where ${where}`,
    groupBy === undefined ? '' : `group by ${groupBy.join(', ')}`,
    having === undefined ? '' : `having ${having}`,
    orderBy === undefined ? '' : `order by ${orderBy}`,
  ]
    .filter((clause) => clause !== '')
    .join('\n');
}

/** The columns of a query with their names. */
export function columnsOf({ columns }: SelectQuery, identifier: SqlDialect['identifier']): string {
  return columns.map(({ name, sql }) => `${sql} as ${identifier(name)}`).join(', ');
}

function select(identifier: SqlDialect['identifier']): SqlDialect['select'] {
  return (query) => {
    const text = `select ${columnsOf(query, identifier)}\n${clausesOf(query)}`;
    return query.limit === undefined ? text : `${text}\nlimit ${query.limit}`;
  };
}

const literalTypes: Partial<Record<LogicalType, string>> = {
  date: 'date',
  timestamp: 'timestamp',
  time: 'time',
};

function bound(literal: SqlDialect['literal']): SqlDialect['bound'] {
  return (value, _of, readAs) => {
    if (readAs === 'string') return literal(String(value));
    if (typeof value === 'number') return numberLiteral(value);
    if (typeof value === 'boolean') return String(value);
    const type = readAs === undefined ? undefined : literalTypes[readAs];
    return type === undefined ? literal(value) : `${type} ${literal(value)}`;
  };
}

/** Sources of this dialect have no text or JSON cells, so values are used as they are. */
const readTyped =
  (name: Dialect) =>
  (value: SqlValue): string =>
    value.cells === 'typed' ? value.sql : lacks(name, `${value.cells} values`)();

/** The members that each dialect must define; everything else has a default. */
type Own = Partial<SqlDialect> &
  Pick<SqlDialect, 'matches' | 'epochSeconds'> & { countWhere?: Leaves['countWhere'] };

/**
 * A dialect with the common syntax; `own` overrides it. Access to nested values (members, items) is
 * `NotExpressible` unless `own` has it.
 */
export function ansiDialect(name: Dialect, own: Own): SqlDialect {
  const { countWhere = countCase, ...members } = own;
  const identifier = own.identifier ?? ((text: string): string => quoteIdentifier(text, name));
  const literal = own.literal ?? quoteLiteral;
  return {
    name,
    identifier,
    literal,
    aggregate: aggregate({ identifier, literal, countWhere }),
    maxExpressions,
    select: select(identifier),
    text: ({ sql }) => `cast(${sql} as varchar)`,
    start: (text, characters) => `substr(${text}, 1, ${characters})`,
    length: (text) => `length(${text})`,
    matchesWhole: own.matches,
    read: readTyped(name),
    fits: lacks(name, 'Values of files'),
    bound: bound(literal),
    isMultipleOf: (number, divisor) => `mod(${number}, ${numberLiteral(divisor)}) = 0`,
    member: lacks(name, 'Members of objects'),
    someItem: lacks(name, 'Items of arrays'),
    itemCount: lacks(name, 'Items of arrays'),
    distinctItemCount: lacks(name, 'Items of arrays'),
    memberCount: lacks(name, 'Members of objects'),
    hasMember: lacks(name, 'Members of objects'),
    groupKey: readTyped(name),
    ...members,
  };
}

/** Condition: the number was not rounded by the conversion to a decimal, within its own precision. */
export function wasKept(decimal: string, number: string, double = 'double'): string {
  return `cast(${decimal} as ${double}) = cast(${number} as ${double})`;
}

/** Replaces a final `$` by the anchor for the very end of the text in PCRE, ICU, Java and RE2. */
export function toVeryEnd(pattern: string): string {
  return pattern.replace(/\$$/, String.raw`\z`);
}

/** Text of a bound for `SqlDialect.bound`, for dialects that compare with texts only. */
export function boundText(value: Scalar): string {
  return typeof value === 'number' ? numberLiteral(value) : String(value);
}
