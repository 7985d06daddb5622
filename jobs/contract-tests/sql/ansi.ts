import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { quoteIdentifier, quoteLiteral } from '../../../domain/dialects/quote.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import { NotExpressible } from './sql-dialect.ts';
import type { AggregateExpression, SelectQuery, SqlDialect, SqlValue } from './sql-dialect.ts';

/** Every platform takes so many columns in an answer. */
const mostExpressions = 500;

/** How names are quoted and rows that satisfy a condition are counted; what the rest of a dialect is built on. */
type Leaves = Pick<SqlDialect, 'identifier' | 'literal'> & {
  countWhere: (condition: string) => string;
};

/** A count of rows that every dialect understands; `count(*) filter (where …)` where there is one. */
export function countCase(condition: string): string {
  return `count(case when ${condition} then 1 end)`;
}

/** The number as SQL; refuses those that SQL has no literal for. */
export function numberLiteral(value: number): string {
  if (!Number.isFinite(value)) throw new NotExpressible(`${value} is no number to compare with`);
  return String(value);
}

/** Says that a dialect cannot express something; for members of a dialect that are never to be called. */
export function lacks(name: Dialect, what: string): () => never {
  return () => {
    throw new NotExpressible(`${what} cannot be checked on ${name}`);
  };
}

/** One row with the expressions of `SqlDialect.aggregate`, in one pass over the relation. */
function aggregate(leaves: Leaves): SqlDialect['aggregate'] {
  const write = (expression: AggregateExpression): string => {
    const sql =
      'countWhere' in expression ? leaves.countWhere(expression.countWhere) : expression.aggregate;
    return `${sql} as ${leaves.identifier(expression.name)}`;
  };
  return (relation, expressions) =>
    `select ${expressions.map(write).join(',\n  ')}\nfrom ${relation}`;
}

/** The clauses of a query behind its columns, but for how many rows it gives. */
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
    return query.most === undefined ? text : `${text}\nlimit ${query.most}`;
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

/** Sources of this dialect have no cells of texts or JSON, so a value is read as it is. */
const readTyped =
  (name: Dialect) =>
  (value: SqlValue): string =>
    value.cells === 'typed' ? value.sql : lacks(name, `${value.cells} values`)();

/** What has to be known of a dialect; everything else has a usual way of being written. */
type Own = Partial<SqlDialect> &
  Pick<SqlDialect, 'matches' | 'epochSeconds'> & { countWhere?: Leaves['countWhere'] };

/**
 * A dialect as far as it writes like most do; `own` has what it writes differently. What is inside of values
 * (members, items) is `NotExpressible` unless `own` has it.
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
    mostExpressions,
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

/** Condition: the number was not rounded when it became a decimal, as far as its own precision goes. */
export function wasKept(decimal: string, number: string, double = 'double'): string {
  return `cast(${decimal} as ${double}) = cast(${number} as ${double})`;
}

/** A pattern that ends in `$` with the mark of the very end that PCRE, ICU, Java and RE2 have instead. */
export function toVeryEnd(pattern: string): string {
  return pattern.replace(/\$$/, String.raw`\z`);
}

/** Text of a bound as `SqlDialect.bound` gets it, for dialects that compare with texts alone. */
export function boundText(value: Scalar): string {
  return typeof value === 'number' ? numberLiteral(value) : String(value);
}
