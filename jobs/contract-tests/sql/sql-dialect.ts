import type { Dialect } from '../../../domain/dialects/dialect.ts';
import type { LogicalType, Scalar } from '../../../domain/standards/odcs/contract-model.ts';

/** A JSON document and the names of the members on the way to one inside of it. */
export type JsonPath = { document: string; names: readonly string[] };

/** A value in a row of the source: a column, or what is inside of one, together with what is known of it. */
export type SqlValue = {
  /** The expression; NULL exactly where the value is missing. */
  sql: string;
  /** What it holds: a value of its type, a text that stands for a value (CSV), or a JSON value. */
  cells: 'typed' | 'text' | 'json';
  /** Type in the words of the source's catalogue; empty inside of JSON, and where it is not known. */
  type: string;
  /** The built-in type that it behaves like when its own is user-defined. */
  baseType?: string | undefined;
  /** What the contract declares. */
  logicalType: LogicalType | undefined;
  /** How many arrays it is inside of, 0 when left out; keeps the names of items of arrays in arrays apart. */
  depth?: number;
  /**
   * Where a member of JSON is, so that a member of it is reached from the document in one step: every test for JSON's null
   * on the way would write what is before it twice.
   */
  path?: JsonPath | undefined;
};

/** Where a member of a value is that is, or stands for, this JSON. */
export function pathInto({ path }: SqlValue, json: string, name: string): JsonPath {
  return path === undefined
    ? { document: json, names: [name] }
    : { document: path.document, names: [...path.names, name] };
}

/** Thrown while SQL is written: this dialect has nothing for what a rule asks; the check becomes an `error` that says so. */
export class NotExpressible extends Error {}

/** A column of an answer: its name as it is (not quoted), and the expression. */
export type SelectedColumn = { name: string; sql: string };

/** One SELECT in parts; every text but the names of columns is SQL of the same dialect. */
export type SelectQuery = {
  columns: readonly SelectedColumn[];
  /** What stands behind FROM: a relation, or `(…) as alias`. */
  from: string;
  where?: string;
  groupBy?: readonly string[];
  having?: string;
  orderBy?: string;
  /** At most so many rows. */
  most?: number;
};

/** Rows for which a condition holds, or an aggregate as it stands (`max(…)`). */
export type AggregateExpression =
  { name: string; countWhere: string } | { name: string; aggregate: string };

/**
 * How one dialect writes what checks need. Everything takes and gives SQL text and does no I/O; a condition may be
 * NULL, which counts as not true. `ansiDialect` has what most dialects share.
 */
export type SqlDialect = {
  name: Dialect;
  /** A name, quoted: of a column, or of a column of an answer. */
  identifier: (name: string) => string;
  /** A string literal that no text can break out of. */
  literal: (text: string) => string;
  /**
   * One statement that reads `relation` once and answers one row: `expressions` by their names. Conditions are counted
   * (`count(*) filter (where …)` or what the dialect has for it), other texts are aggregates as they stand. Both may
   * hold subqueries over items of arrays where `someItem` writes such.
   */
  aggregate: (relation: string, expressions: readonly AggregateExpression[]) => string;
  /** The most expressions that one `aggregate` may have. */
  mostExpressions: number;
  /** The text of a SELECT; with `most` it ends early (`limit`, `top`). */
  select: (query: SelectQuery) => string;
  /** The value as text, as lengths, patterns and samples look at it. */
  text: (value: SqlValue) => string;
  /** The first characters of a text expression. */
  start: (text: string, characters: number) => string;
  /** Length of a text expression in characters. */
  length: (text: string) => string;
  /** Condition: the regular expression is found somewhere in the text; it is read as the source reads it. */
  matches: (text: string, pattern: string) => string;
  /**
   * Condition: the text is one that a pattern of ours describes, from `^` to `$`. Where `$` is found before a last line
   * break, too, this is written otherwise.
   */
  matchesWhole: (text: string, pattern: string) => string;
  /** The value of a text or JSON cell read as this type, NULL where it cannot be; a typed value as it is. */
  read: (value: SqlValue, logicalType: LogicalType) => string;
  /** A cell that spells a whole number as an integer of any size, else NULL; where `read` would round it. */
  readWhole?: (value: SqlValue) => string;
  /** Condition on a text or JSON cell: it can be read as this type (JSON "12" is no number). */
  fits: (value: SqlValue, logicalType: LogicalType) => string;
  /**
   * A literal to compare with `read(value, readAs)` (`date '2026-01-01'`). Of typed values `readAs` is the logical type
   * that theirs stands for, undefined where that is not known.
   */
  bound: (bound: Scalar, value: SqlValue, readAs: LogicalType | undefined) => string;
  /** Condition: the number is a multiple of the divisor; exact for decimals. `number` is already read as a number. */
  isMultipleOf: (number: string, divisor: number) => string;
  /** What a member of an object (struct or JSON) holds. */
  member: (value: SqlValue, name: string, logicalType: LogicalType | undefined) => SqlValue;
  /** Condition: for some item of an array the condition that is made of it holds. */
  someItem: (
    value: SqlValue,
    logicalType: LogicalType | undefined,
    condition: (item: SqlValue) => string,
  ) => string;
  /** How many items an array has; NULL for what is no array. */
  itemCount: (value: SqlValue) => string;
  distinctItemCount: (value: SqlValue) => string;
  /** How many members an object has; NULL for what is no object. */
  memberCount: (value: SqlValue) => string;
  /** Condition: the object has a member of that name (a struct always has its own), null or not. */
  hasMember: (value: SqlValue, name: string) => string;
  /**
   * What duplicates are grouped by: texts that spell the same value are the same. NULL exactly for missing values. With a second
   * value what it is compared with in a foreign key.
   */
  groupKey: (value: SqlValue, comparedWith?: SqlValue) => string;
  /** An aggregate that shows a group of texts or JSON values to people, where its key is not for them to read. */
  shownKey?: (value: SqlValue) => string;
  /** A date or timestamp as seconds since 1970 UTC; without a zone it is UTC. */
  epochSeconds: (value: SqlValue) => string;
};

/** How a dialect looks into values: arrays, structs, maps and JSON. */
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
