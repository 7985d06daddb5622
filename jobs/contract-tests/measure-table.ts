import type { SourceColumn, SourceTable } from '../../connectors/connector.ts';
import { broken, countIn, measureRows } from './measure-rows.ts';
import type { Measured, RowCheck } from './measure-rows.ts';
import type { ColumnReference, PlannedCheck } from './plan/planned-check.ts';
import type { BoundColumn } from './sql/bound-column.ts';
import { duplicatesQuery } from './sql/table-queries.ts';

/** The column of that name: exactly so written, else the first that differs only in case. */
function findColumn(table: SourceTable, name: string): SourceColumn | undefined {
  const lower = name.toLowerCase();
  return (
    table.columns.find((column) => column.name === name) ??
    table.columns.find((column) => column.name.toLowerCase() === lower)
  );
}

function bind({ source, table }: Measured, reference: ColumnReference): BoundColumn | undefined {
  const column = findColumn(table, reference.name);
  if (column === undefined) return undefined;
  const { name, type, baseType } = column;
  const { logicalType } = reference;
  return { dialect: source.dialect, cells: table.cells, name, type, baseType, logicalType };
}

async function measureDuplicates(
  measured: Measured,
  check: PlannedCheck,
  columns: readonly BoundColumn[],
): Promise<void> {
  const started = performance.now();
  try {
    const [row] = await measured.source.query(duplicatesQuery(measured.table.relation, columns));
    const durationMs = Math.round(performance.now() - started);
    const value = countIn(row, 'duplicate_count');
    measured.report(check, { kind: 'counted', value, rowCount: undefined, durationMs });
  } catch (error) {
    measured.signal.throwIfAborted();
    measured.report(check, broken(error));
  }
}

type Work = {
  rows: RowCheck[];
  counts: PlannedCheck[];
  duplicates: { check: PlannedCheck; columns: BoundColumn[] }[];
};

/** Settles what the catalogue alone answers, and puts the rest where its query is. */
function sort(measured: Measured, check: PlannedCheck, work: Work): void {
  const { source, table, report } = measured;
  const { expectation } = check;
  switch (expectation.kind) {
    case 'table-present':
      return report(check, { kind: 'table-found' });
    case 'not-evaluated':
      return report(check, { kind: 'not-evaluated', reason: expectation.reason });
    case 'present':
    case 'logical-type':
    case 'physical-type': {
      const column = findColumn(table, expectation.column.name);
      return report(check, { kind: 'column', column, dialect: source.dialect });
    }
    case 'row-count':
      work.counts.push(check);
      return;
    case 'rows': {
      const column = bind(measured, expectation.column);
      if (column !== undefined) work.rows.push({ check, rule: { rule: expectation.rule, column } });
      else report(check, { kind: 'column-missing', column: expectation.column.name });
      return;
    }
    case 'unique':
      return sortUnique(measured, check, { columns: expectation.columns, work });
  }
}

function sortUnique(
  measured: Measured,
  check: PlannedCheck,
  { columns, work }: { columns: readonly ColumnReference[]; work: Work },
): void {
  const bound = columns.map((reference) => ({ reference, column: bind(measured, reference) }));
  const missing = bound.find(({ column }) => column === undefined);
  if (missing !== undefined) {
    return measured.report(check, { kind: 'column-missing', column: missing.reference.name });
  }
  const found = bound.map(({ column }) => column).filter((column) => column !== undefined);
  work.duplicates.push({ check, columns: found });
}

/**
 * Reports a finding for each check of one table: those of the catalogue at once, the row rules from one statement,
 * one more statement per uniqueness check. An expression that the source refuses breaks only its own check. Rejects
 * only when `signal` is aborted.
 */
export async function measureTable(
  measured: Measured,
  checks: readonly PlannedCheck[],
): Promise<void> {
  const work: Work = { rows: [], counts: [], duplicates: [] };
  for (const check of checks) sort(measured, check, work);
  if (work.rows.length > 0 || work.counts.length > 0)
    await measureRows(measured, work.rows, work.counts);
  for (const { check, columns } of work.duplicates) {
    measured.signal.throwIfAborted();
    await measureDuplicates(measured, check, columns);
  }
}
