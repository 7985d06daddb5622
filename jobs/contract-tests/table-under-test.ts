import type { Source, SourceColumn, SourceRow, SourceTable } from '../../connectors/connector.ts';
import { messageOf } from '../../connectors/source-error.ts';
import type { ContractTable } from '../../domain/standards/odcs/contract-model.ts';
import type { Finding } from './judge/finding.ts';
import type { ColumnReference, PlannedCheck, Step } from './plan/planned-check.ts';
import { MemberMissing, NotExpressible } from './sql/sql-dialect.ts';
import type { SqlDialect, SqlValue } from './sql/sql-dialect.ts';

/**
 * Generates the statement that reads some of the rows that break a rule, with its sensitive columns; only
 * called for failed checks.
 */
export type Sampler = () => { sql: string; masked: ReadonlySet<string> };

/** Called as soon as a check has a finding; samples are read only if it failed. */
export type Report = (check: PlannedCheck, finding: Finding, sampler?: Sampler) => void;

/** One table of a contract that exists in the source. */
export type TableUnderTest = {
  source: Source;
  dialect: SqlDialect;
  table: SourceTable;
  contract: ContractTable;
  /** Another table of the contract, for foreign keys; `table` is undefined if the source lacks it. */
  otherTable: (tableIndex: number) => { name: string; table: SourceTable | undefined };
  report: Report;
  signal: AbortSignal;
  /** Seconds since 1970, for the age of data. */
  now: () => number;
};

/** One statement, or a few dependent ones; rejects only when aborted. */
export type Task = () => Promise<void>;

/** The column of that name: an exact match, else a match ignoring case. Throws when there are several. */
export function findColumn(table: SourceTable, name: string): SourceColumn | undefined {
  const exact = table.columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  const [alike, ...others] = table.columns.filter((column) => column.name.toLowerCase() === lower);
  if (others.length === 0) return alike;
  const found = [alike, ...others].map((column) => `'${column?.name}'`).join(' and ');
  throw new Error(`the table has ${found}, so it is unclear which one '${name}' means`);
}

/** Thrown while statements are generated: the source's table has no such column. */
export class ColumnMissing extends Error {
  readonly column: string;
  constructor(column: string) {
    super(`Column '${column}' not found`);
    this.column = column;
  }
}

/** JSON records have no columns: a member that no record has is missing in each. */
const absentMember = { sql: 'cast(null as json)', cells: 'json', type: 'JSON' } as const;

/** The column as SQL of the source, with its declaration in the contract; throws `ColumnMissing`. */
export function bindColumn(
  dialect: SqlDialect,
  table: SourceTable,
  { name, logicalType }: ColumnReference,
): SqlValue {
  const column = findColumn(table, name);
  if (column === undefined && table.cells === 'json') return { ...absentMember, logicalType };
  if (column === undefined) throw new ColumnMissing(name);
  const { type, baseType } = column;
  return { sql: dialect.identifier(column.name), cells: table.cells, type, baseType, logicalType };
}

/** The single value at the end of steps; a step into items of an array leads to many. */
export function memberOf(
  dialect: SqlDialect,
  value: SqlValue,
  steps: readonly Step[] | undefined,
): SqlValue {
  return (steps ?? []).reduce((outer, step) => {
    if ('member' in step) return dialect.member(outer, step.member, step.logicalType);
    throw new NotExpressible('Items of arrays can be checked one by one, not with each other');
  }, value);
}

const maxReasonLength = 500;

/** The first line of a driver's error; further lines quote SQL and local paths. */
export function shortMessage(error: unknown): string {
  const firstLine = messageOf(error).split('\n')[0] ?? '';
  return firstLine.length > maxReasonLength ? `${firstLine.slice(0, maxReasonLength)}…` : firstLine;
}

/**
 * The finding of a check that cannot be measured: its column is missing, or the source or the dialect refuses
 * it.
 */
export function broken(error: unknown): Finding {
  if (error instanceof MemberMissing) return { kind: 'column-missing', column: error.member };
  if (error instanceof ColumnMissing) return { kind: 'column-missing', column: error.column };
  return { kind: 'broken', reason: `Error evaluating check: ${shortMessage(error)}` };
}

/** Milliseconds since a reading of `performance.now()`. */
export function since(started: number): number {
  return Math.round(performance.now() - started);
}

/** Thrown when a result has an unexpected form: repeating the statement would not help. */
export class UnusableAnswer extends Error {}

/** The one row of a statement of counts; throws for any other number of rows. */
export function onlyRow(rows: readonly SourceRow[]): SourceRow {
  const [row, ...others] = rows;
  if (row !== undefined && others.length === 0) return row;
  throw new UnusableAnswer(
    `the source returned ${rows.length} rows instead of one for a statement of counts`,
  );
}

/** A count in a result; sums over no rows are NULL. Throws when the column is missing, or is not a number. */
export function countIn(row: SourceRow, name: string): number {
  const value = row[name];
  const count = value === null ? 0 : Number(value);
  if (Number.isFinite(count)) return count;
  throw new UnusableAnswer(
    `the source returned no number for a count, but ${JSON.stringify(value) ?? 'nothing'}`,
  );
}

/** A number in a result; undefined for NULL. Drivers return decimals and large integers as texts or bigints. */
export function numberIn(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}
