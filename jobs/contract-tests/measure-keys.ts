import type { SourceRow } from '../../connectors/connector.ts';
import { isTimeoutError } from '../../connectors/source-error.ts';
import type { ExpectationOf, Finding } from './judge/finding.ts';
import type { ColumnReference, PlannedCheck } from './plan/planned-check.ts';
import { isSensitive, isSensitiveTable } from './plan/sensitive.ts';
import { withRealNames } from './real-names.ts';
import { sampleDuplicates, sampleOrphans } from './samples.ts';
import {
  answers,
  duplicatesStatement,
  frequencyStatement,
  orphansStatement,
} from './sql/statements.ts';
import type { SqlValue } from './sql/sql-dialect.ts';
import {
  bindColumn,
  broken,
  countIn,
  findColumn,
  memberOf,
  numberIn,
  onlyRow,
  since,
} from './table-under-test.ts';
import type { Sampler, TableUnderTest, Task } from './table-under-test.ts';

function bindAll(
  { dialect, table }: Pick<TableUnderTest, 'dialect' | 'table'>,
  references: readonly ColumnReference[],
): SqlValue[] {
  return references.map((reference) =>
    memberOf(dialect, bindColumn(dialect, table, reference), reference.steps),
  );
}

/** True when neither nulls nor values can repeat: a unique key of the source is a subset of the columns. */
function isProvedUnique(under: TableUnderTest, references: readonly ColumnReference[]): boolean {
  const { table } = under;
  const names = new Set(
    references
      .filter(({ steps }) => steps === undefined || steps.length === 0)
      .map(({ name }) => findColumn(table, name)?.name),
  );
  return (table.uniqueKeys ?? []).some(
    (key) => key.length > 0 && key.every((name) => names.has(name)),
  );
}

type Statement = {
  sql: string;
  toFinding: (row: SourceRow, durationMs: number) => Finding;
  sampler?: Sampler;
};

/** The task of a check with its own statement. */
function taskOf(under: TableUnderTest, check: PlannedCheck, statement: Statement): Task {
  return async () => {
    const started = performance.now();
    try {
      const row = onlyRow(await under.source.query(statement.sql));
      under.report(check, statement.toFinding(row, since(started)), statement.sampler);
    } catch (error) {
      under.signal.throwIfAborted();
      under.report(check, broken(error));
    }
  };
}

/**
 * Searches for values that occur more than once; nothing is read when a constraint of the source excludes them.
 */
export function planUnique(
  under: TableUnderTest,
  check: PlannedCheck,
  { columns, limit }: ExpectationOf<'unique'>,
): Task | undefined {
  const { dialect, table, report } = under;
  const values = bindAll(under, columns);
  const withRowCount = limit?.unit === 'percent';
  if (!withRowCount && isProvedUnique(under, columns)) {
    report(check, { kind: 'counted', value: 0, rowCount: undefined, proved: true });
    return undefined;
  }
  const keys = values.map((value) => dialect.groupKey(value));
  return taskOf(under, check, {
    sql: duplicatesStatement(dialect, table.relation, { keys, withRowCount }),
    toFinding: (row, durationMs) => ({
      kind: 'counted',
      value: countIn(row, answers.duplicateCount),
      rowCount: withRowCount ? countIn(row, answers.rowCount) : undefined,
      durationMs,
    }),
    sampler: sampleDuplicates(under, columns, values),
  });
}

/** Compares texts of both sides in the same type, even if only one side declares it. */
function alike(child: readonly SqlValue[], parent: readonly SqlValue[]): SqlValue[] {
  return child.map((value, index) => ({
    ...value,
    logicalType: value.logicalType ?? parent[index]?.logicalType,
  }));
}

/** Counts the rows whose complete combination is not in the other table. */
export function planForeignKey(
  under: TableUnderTest,
  check: PlannedCheck,
  { columns, target }: ExpectationOf<'foreign-key'>,
): Task | undefined {
  const { dialect, report } = under;
  const other = under.otherTable(target.tableIndex);
  if (other.table === undefined || other.table.unreadable !== undefined) {
    const reason = `The referenced model '${other.name}' could not be read`;
    report(check, { kind: 'not-evaluated', reason });
    return undefined;
  }
  const from = bindAll(under, columns);
  const to = bindAll({ dialect, table: other.table }, target.columns);
  const keysOf = (values: readonly SqlValue[], others: readonly SqlValue[]): string[] =>
    values.map((value, index) => dialect.groupKey(value, others[index]));
  const sides = {
    child: { relation: under.table.relation, keys: keysOf(alike(from, to), to) },
    parent: { relation: other.table.relation, keys: keysOf(alike(to, from), from) },
  };
  return taskOf(under, check, {
    sql: orphansStatement(dialect, sides),
    toFinding: (row, durationMs) => ({
      kind: 'counted',
      value: countIn(row, answers.orphanCount),
      rowCount: undefined,
      durationMs,
    }),
    sampler: sampleOrphans(under, columns, sides),
  });
}

/** Searches for the longest time between two consecutive values. */
export function planFrequency(
  under: TableUnderTest,
  check: PlannedCheck,
  { column }: ExpectationOf<'frequency'>,
): Task {
  const { dialect, table } = under;
  const value = memberOf(dialect, bindColumn(dialect, table, column), column.steps);
  return taskOf(under, check, {
    sql: frequencyStatement(dialect, table.relation, dialect.epochSeconds(value)),
    toFinding: (row, durationMs) => ({
      kind: 'gaps',
      newest: numberIn(row[answers.newest]),
      largestGap: numberIn(row[answers.largestGap]),
      now: under.now(),
      durationMs,
    }),
  });
}

/**
 * True when the result or error of the query could contain sensitive values: it names a sensitive column, or
 * all columns.
 */
function isOfSensitive({ contract }: TableUnderTest, query: string): boolean {
  if (isSensitiveTable(contract)) return true;
  const text = query.toLowerCase();
  const sensitive = contract.properties.filter(isSensitive);
  const namesAll = /\bselect\s+\*/.test(text);
  return sensitive.some(
    ({ name, physicalName }) =>
      namesAll || text.includes(name.toLowerCase()) || text.includes(physicalName.toLowerCase()),
  );
}

const hiddenReason =
  'the source refused the query; its error is not shown, because the query reads sensitive values';

/** Runs a statement of the contract separately. */
export function planSqlRule(
  under: TableUnderTest,
  check: PlannedCheck,
  { query, pieces }: ExpectationOf<'sql'>,
): Task {
  const hidden = isOfSensitive(under, query) ? { isSensitive: true } : {};
  return async () => {
    const started = performance.now();
    try {
      const text = pieces === undefined ? query : withRealNames(under, pieces);
      const [row] = await under.source.queryRule(text, 1);
      const value = row === undefined ? undefined : Object.values(row)[0];
      under.report(check, { kind: 'answer', value, durationMs: since(started), ...hidden });
    } catch (error) {
      under.signal.throwIfAborted();
      const isShown = hidden.isSensitive !== true || isTimeoutError(error);
      under.report(check, broken(isShown ? error : hiddenReason));
    }
  };
}
