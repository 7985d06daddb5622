import type { Threshold } from '../../domain/standards/odcs/contract-model.ts';
import type { ExpectationOf, FindingOf, Judgement } from './finding.ts';
import type { Expectation, PlannedCheck, RowRule } from './plan/planned-check.ts';
import { describeThreshold, satisfies } from './plan/thresholds.ts';

const none: Threshold = { operator: '=', value: 0 };

const constraints: {
  [Kind in RowRule['kind']]?: (rule: Extract<RowRule, { kind: Kind }>) => unknown;
} = {
  'not-missing': () => undefined,
  castable: () => undefined,
  'min-length': (rule) => ({ min_length: rule.length }),
  'max-length': (rule) => ({ max_length: rule.length }),
  pattern: (rule) => ({ pattern: rule.pattern }),
  minimum: (rule) => ({ minimum: rule.bound }),
  maximum: (rule) => ({ maximum: rule.bound }),
  'not-equal': (rule) => ({ invalid_values: [rule.value] }),
  'one-of': (rule) => ({ valid_values: rule.values }),
};

function withoutGaps(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

type Count = FindingOf<'counted'>;

/** Six decimals, as datacontract-cli gives them. */
function fractionOf(value: number, rowCount: number): number {
  return rowCount === 0 ? 0 : Math.round((value / rowCount) * 1e6) / 1e6;
}

function judgeRows(
  check: PlannedCheck,
  expectation: ExpectationOf<'rows'>,
  count: Count,
): Judgement {
  const { rule, column } = expectation;
  const rowCount = count.rowCount ?? 0;
  const numbers = {
    value: count.value,
    severity: check.severity,
    threshold: '= 0',
    row_count: rowCount,
  };
  const rows = {
    details: `${count.value} of ${rowCount} rows`,
    totalNumber: rowCount,
    failedNumber: count.value,
    result: count.value === 0 ? ('passed' as const) : ('failed' as const),
  };
  const failed_fraction = fractionOf(count.value, rowCount);
  if (rule.kind === 'castable') {
    const subject = { metric: 'field_type', field: column.name, expected: rule.logicalType };
    const values = count.value === 1 ? '1 value' : `${count.value} values`;
    return {
      ...rows,
      reason: `column: ${values} of ${rowCount} rows cannot be read as '${rule.logicalType}'`,
      diagnostics: withoutGaps({ ...subject, ...numbers, failed_fraction }),
    };
  }
  const metric = rule.kind === 'not-missing' ? 'missing_count' : 'invalid_count';
  const constraint = (constraints[rule.kind] as (rule: RowRule) => unknown)(rule);
  return {
    ...rows,
    reason: `Actual ${metric}(${column.name}) was ${count.value}, expected = 0`,
    diagnostics: withoutGaps({
      metric,
      field: column.name,
      ...numbers,
      failed_fraction,
      constraint,
    }),
  };
}

function judgeNumber(check: PlannedCheck, expectation: Expectation, count: Count): Judgement {
  const metric = expectation.kind === 'unique' ? 'duplicate_count' : 'row_count';
  const threshold = expectation.kind === 'row-count' ? expectation.threshold : none;
  const columns =
    expectation.kind === 'unique' ? expectation.columns.map((column) => column.name) : [];
  const shown = describeThreshold(threshold);
  const numbers = { value: count.value, severity: check.severity, threshold: shown };
  return {
    result: satisfies(threshold, count.value) ? 'passed' : 'failed',
    reason: `Actual ${metric}(${check.field ?? check.model}) was ${count.value}, expected ${shown}`,
    details:
      columns.length === 0
        ? plural(count.value, 'row')
        : `${plural(count.value, 'value')} more than once`,
    ...(expectation.kind === 'row-count'
      ? { totalNumber: count.value }
      : { failedNumber: count.value }),
    diagnostics: withoutGaps({
      metric,
      field: check.field,
      ...numbers,
      columns: columns.length > 1 ? columns : undefined,
    }),
  };
}

/** Judges checks by a count: of rows that break a rule, of duplicate values, of all rows. */
export function judgeCount(check: PlannedCheck, count: Count): Judgement {
  const { expectation } = check;
  const judgement =
    expectation.kind === 'rows'
      ? judgeRows(check, expectation, count)
      : judgeNumber(check, expectation, count);
  return {
    ...judgement,
    durationMs: count.durationMs,
    ...(judgement.result === 'passed' ? { reason: undefined } : {}),
  };
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
