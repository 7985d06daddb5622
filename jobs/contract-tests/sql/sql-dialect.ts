import type { Dialect } from '../../../domain/dialects/dialect.ts';
import type { LogicalType } from '../../../domain/standards/odcs/contract-model.ts';

/** A value in a row of the source: a column, or what is inside of one, together with what is known of it. */
export type SqlValue = {
  /** The expression; NULL exactly where the value is missing. */
  sql: string;
  /** What it holds: a value of its type, a text that stands for a value (CSV), or a JSON value. */
  cells: 'typed' | 'text' | 'json';
  /** Type in the words of the source's catalogue; empty inside of JSON. */
  type: string;
  /** The built-in type that it behaves like when its own is user-defined. */
  baseType?: string | undefined;
  /** What the contract declares. */
  logicalType: LogicalType | undefined;
};

/** Thrown while SQL is written: this dialect has nothing for what a rule asks; the check becomes an `error` that says so. */
export class NotExpressible extends Error {}

/**
 * How one dialect writes what checks need. Everything takes and gives SQL text and does no I/O; a condition may be
 * NULL, which counts as not true. `ansi.ts` has what most dialects share.
 */
export type SqlDialect = {
  name: Dialect;
  identifier: (name: string) => string;
  /** A string literal that no text can break out of. */
  literal: (text: string) => string;
  /**
   * One statement that reads `relation` once and answers one row: `expressions` by their names. Conditions are counted
   * (`count(*) filter (where …)` or what the dialect has for it), other texts are aggregates as they stand.
   */
  aggregate: (
    relation: string,
    expressions: readonly { name: string; countWhere?: string; aggregate?: string }[],
  ) => string;
  /** `columns` of the first `most` rows of `relation` for which the condition holds. */
  sample: (
    relation: string,
    query: { columns: readonly string[]; where: string; most: number },
  ) => string;
  /** The value as text, as lengths and patterns look at it. */
  text: (value: SqlValue) => string;
  /** Length of a text expression in characters. */
  length: (text: string) => string;
  /** Condition: the regular expression is found somewhere in the text; it is read as the source reads it. */
  matches: (text: string, pattern: string) => string;
  /** The value of a text or JSON cell read as this type, NULL where it cannot be; a typed value as it is. */
  read: (value: SqlValue, logicalType: LogicalType) => string;
  /** Condition on a text or JSON cell: it can be read as this type (JSON "12" is no number). */
  fits: (value: SqlValue, logicalType: LogicalType) => string;
  /** A literal to compare a value of the logical type with (`date '2026-01-01'`). */
  bound: (bound: string | number, value: SqlValue) => string;
  /** Condition: the number is a multiple of the divisor; exact for decimals. */
  isMultipleOf: (value: SqlValue, divisor: number) => string;
  /** What a member of an object (struct or JSON) holds. */
  member: (value: SqlValue, name: string, logicalType: LogicalType | undefined) => SqlValue;
  /** Condition: some item of an array breaks the given condition. */
  someItem: (
    value: SqlValue,
    logicalType: LogicalType | undefined,
    condition: (item: SqlValue) => string,
  ) => string;
  itemCount: (value: SqlValue) => string;
  distinctItemCount: (value: SqlValue) => string;
  /** How many members an object has. */
  memberCount: (value: SqlValue) => string;
  /** Condition: the object has a member of that name (a struct always has its own), null or not. */
  hasMember: (value: SqlValue, name: string) => string;
  /** What duplicates are grouped by: texts that spell the same value are the same. */
  groupKey: (value: SqlValue) => string;
  /** A date or timestamp as seconds since 1970 UTC; without a zone it is UTC. */
  epochSeconds: (value: SqlValue) => string;
};
