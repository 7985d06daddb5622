import type { Dialect } from '../../../domain/dialects/dialect.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';

/** A JSON document and the names of the members on the path to a nested one. */
export type JsonPath = { document: string; names: readonly string[] };

/** A value in a row of the source: a column or a nested value, with the known facts about it. */
export type SqlValue = {
  /** The expression; NULL exactly where the value is missing. */
  sql: string;
  /** The form of its content: a value of its type, the text of a value (CSV), or a JSON value. */
  cells: 'typed' | 'text' | 'json';
  /** Type as in the source's catalog; empty inside of JSON, and where unknown. */
  type: string;
  /** The underlying built-in type of a user-defined type. */
  baseType?: string | undefined;
  /** The type declared by the contract. */
  logicalType: LogicalType | undefined;
  /** Number of enclosing arrays, 0 by default; distinguishes the names of items in nested arrays. */
  depth?: number;
  /**
   * The path of a JSON member, so that nested members are reached from the document in one step: otherwise each
   * test for JSON null on the way would duplicate the expression before it.
   */
  path?: JsonPath | undefined;
};

/** The path of a member of a value that is, or contains, this JSON. */
export function pathInto({ path }: SqlValue, json: string, name: string): JsonPath {
  return path === undefined
    ? { document: json, names: [name] }
    : { document: path.document, names: [...path.names, name] };
}

/**
 * Thrown while SQL is generated: the dialect lacks a feature that a rule needs; the check becomes an `error`
 * with this message.
 */
export class NotExpressible extends Error {}

/** Thrown while SQL is generated: the type of a struct has no such member. */
export class MemberMissing extends Error {
  readonly member: string;
  constructor(member: string) {
    super(`Member '${member}' not found`);
    this.member = member;
  }
}

/** A column of a result: its unquoted name, and the expression. */
export type SelectedColumn = { name: string; sql: string };

/** One SELECT in parts; every text but the names of columns is SQL of the same dialect. */
export type SelectQuery = {
  columns: readonly SelectedColumn[];
  /** The FROM clause: a relation, or `(…) as alias`. */
  from: string;
  where?: string;
  groupBy?: readonly string[];
  having?: string;
  orderBy?: string;
  /** The maximum number of rows. */
  limit?: number;
};

/** Rows for which a condition holds, or an aggregate (`max(…)`). */
export type AggregateExpression =
  | { name: string; countWhere: string }
  | { name: string; aggregate: string };

/**
 * The syntax of one dialect for checks. Pure functions from and to SQL text; a condition may be NULL, which
 * counts as false. `ansiDialect` has the common syntax.
 */
export type SqlDialect = {
  name: Dialect;
  /** The quoted name of a column, or of a column of a result. */
  identifier: (name: string) => string;
  /** A string literal that is safe for every text. */
  literal: (text: string) => string;
  /**
   * One statement that reads `relation` once and returns one row: `expressions` by their names. Conditions are
   * counted (`count(*) filter (where …)` or its equivalent), other texts are aggregates. Both may contain
   * subqueries over items of arrays if `someItem` generates these.
   */
  aggregate: (relation: string, expressions: readonly AggregateExpression[]) => string;
  /** The most expressions that one `aggregate` may have. */
  maxExpressions: number;
  /** The text of a SELECT; with `most` it ends early (`limit`, `top`). */
  select: (query: SelectQuery) => string;
  /** The value as text, for lengths, patterns and samples. */
  text: (value: SqlValue) => string;
  /** The first characters of a text expression. */
  start: (text: string, characters: number) => string;
  /** Length of a text expression in characters. */
  length: (text: string) => string;
  /** Condition: the regular expression matches somewhere in the text, with the source's syntax. */
  matches: (text: string, pattern: string) => string;
  /**
   * Condition: the text matches one of Concordat's own patterns from `^` to `$`. Overridden where `$` also
   * matches before a final line break.
   */
  matchesWhole: (text: string, pattern: string) => string;
  /** A text or JSON cell read as this type, NULL if impossible; a typed value unchanged. */
  read: (value: SqlValue, logicalType: LogicalType) => string;
  /** The whole number in a cell as an integer of any size, else NULL; for dialects where `read` would round. */
  readWhole?: (value: SqlValue) => string;
  /** Condition on a text or JSON cell: it can be read as this type (JSON "12" is no number). */
  fits: (value: SqlValue, logicalType: LogicalType) => string;
  /**
   * A literal to compare with `read(value, readAs)` (`date '2026-01-01'`). For typed values, `readAs` is the
   * logical type of their type, undefined if unknown.
   */
  bound: (bound: Scalar, value: SqlValue, readAs: LogicalType | undefined) => string;
  /**
   * Condition: the number is a multiple of the divisor; exact for decimals. `number` is already read as a
   * number.
   */
  isMultipleOf: (number: string, divisor: number) => string;
  /** The value of a member of an object (struct or JSON). */
  member: (value: SqlValue, name: string, logicalType: LogicalType | undefined) => SqlValue;
  /** Condition: the given condition holds for at least one item of an array. */
  someItem: (
    value: SqlValue,
    logicalType: LogicalType | undefined,
    condition: (item: SqlValue) => string,
  ) => string;
  /** Number of items of an array; NULL for other values. */
  itemCount: (value: SqlValue) => string;
  distinctItemCount: (value: SqlValue) => string;
  /** Number of members of an object; NULL for other values. */
  memberCount: (value: SqlValue) => string;
  /** Condition: the object has a member of that name (a struct always has its own), null or not. */
  hasMember: (value: SqlValue, name: string) => string;
  /**
   * The key that duplicates are grouped by: texts with the same value are equal. NULL exactly for missing
   * values. In a foreign key, the second value is the other side.
   */
  groupKey: (value: SqlValue, comparedWith?: SqlValue) => string;
  /** An aggregate that shows a group of texts or JSON values to people, where its key is not readable. */
  shownKey?: (value: SqlValue) => string;
  /** A date or timestamp as seconds since 1970 UTC; without a time zone it is UTC. */
  epochSeconds: (value: SqlValue) => string;
};

/** Access to nested values of a dialect: arrays, structs, maps and JSON. */
export type NestedParts = Pick<
  SqlDialect,
  | 'read'
  | 'fits'
  | 'member'
  | 'someItem'
  | 'itemCount'
  | 'distinctItemCount'
  | 'memberCount'
  | 'hasMember'
>;
