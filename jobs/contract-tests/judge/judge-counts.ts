import type { Scalar, Threshold } from '../../../domain/standards/odcs/contract-model.ts';
import type { ExpectationOf, FindingOf, Judgement } from './finding.ts';
import type { PlannedCheck, RowLimit, RowRule } from '../plan/planned-check.ts';
import { describeThreshold, satisfies } from '../plan/thresholds.ts';

const none: RowLimit = { threshold: { operator: '=', value: 0 }, unit: 'rows' };

type Constraint = Record<string, unknown> | undefined;

/** The text of a rule under `constraint` in datacontract-cli; Concordat's own text where it has none. */
const constraints: {
  [Kind in RowRule['kind']]: (rule: Extract<RowRule, { kind: Kind }>) => Constraint;
} = {
  'not-missing': () => undefined,
  'not-missing-values': () => undefined,
  castable: () => undefined,
  'min-length': (rule) => ({ min_length: rule.length }),
  'max-length': (rule) => ({ max_length: rule.length }),
  pattern: (rule) => ({ pattern: rule.pattern }),
  format: (rule) => ({ format: rule.format }),
  'date-format': (rule) => ({ format: rule.format }),
  minimum: (rule) => ({ minimum: rule.bound }),
  maximum: (rule) => ({ maximum: rule.bound }),
  'not-equal': (rule) => ({ invalid_values: [rule.value] }),
  'one-of': (rule) => few('valid_values', rule.values),
  valid: (rule) => withoutGaps({ ...few('valid_values', rule.values), pattern: rule.pattern }),
  'multiple-of': (rule) => ({ multiple_of: rule.divisor }),
  'min-items': (rule) => ({ min_items: rule.count }),
  'max-items': (rule) => ({ max_items: rule.count }),
  'unique-items': () => ({ unique_items: true }),
  'min-properties': (rule) => ({ min_properties: rule.count }),
  'max-properties': (rule) => ({ max_properties: rule.count }),
  'has-member': (rule) => ({ required: [rule.member] }),
};

/** Results are kept for each run, so that long lists of a contract are not written out again. */
const maxValues = 100;

function few(name: string, values: readonly Scalar[] | undefined): Record<string, unknown> {
  if (values === undefined || values.length <= maxValues) return { [name]: values };
  return { [name]: values.slice(0, maxValues), [`${name}_total`]: values.length };
}

function withoutGaps(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

type Count = FindingOf<'counted'>;

/** Six decimals, as in datacontract-cli. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

const partOf = (value: number, rowCount: number): number => (rowCount === 0 ? 0 : value / rowCount);

/** The compared value of a count, and its text: `2`, or `40.0% (2 of 5 rows)`. */
function compared(
  { value, rowCount = 0 }: Count,
  unit: RowLimit['unit'],
): { number: number; text: string; percent: number | undefined } {
  if (unit === 'rows') return { number: value, text: String(value), percent: undefined };
  // This order of operations keeps whole percentages exact.
  const exact = rowCount === 0 ? 0 : (100 * value) / rowCount;
  const percent = rounded(exact);
  const text = `${Number.isInteger(percent) ? percent.toFixed(1) : percent}%`;
  return { number: exact, text: `${text} (${value} of ${rowCount} rows)`, percent };
}

type Numbers = Pick<Judgement, 'result' | 'reason'> & { diagnostics: Record<string, unknown> };

/** Compares a count with its limit, with the wording of datacontract-cli. */
function judgeNumber(
  check: PlannedCheck,
  count: Count,
  { metric, limit }: { metric: string; limit: RowLimit },
): Numbers {
  const { threshold, unit } = limit;
  const { number, text, percent } = compared(count, unit);
  const shown = describeThreshold(threshold);
  const isPercent = unit === 'percent';
  return {
    result: satisfies(threshold, number) ? 'passed' : 'failed',
    reason: `Actual ${metric}(${check.field ?? check.model}) was ${text}, expected ${shown}${isPercent ? '%' : ''}`,
    diagnostics: {
      metric,
      field: check.field,
      value: count.value,
      unit: isPercent ? unit : undefined,
      severity: check.severity,
      threshold: shown,
      percent,
      proved_by: count.proved ? 'constraint' : undefined,
    },
  };
}

const provedDetails = 'proved by a constraint of the source, no scan';

function detailsOf({ proved, value, rowCount }: Count): string {
  if (proved) return provedDetails;
  return rowCount === undefined ? plural(value, 'row') : `${value} of ${plural(rowCount, 'row')}`;
}

function castableReason(value: number, rowCount: number, logicalType: string): string {
  const values = plural(value, 'value');
  return `column: ${values} of ${rowCount} rows cannot be read as '${logicalType}'`;
}

const missingRules: ReadonlySet<RowRule['kind']> = new Set(['not-missing', 'not-missing-values']);

function judgeRows(
  check: PlannedCheck,
  { rule, limit = none }: ExpectationOf<'rows'>,
  count: Count,
): Judgement {
  const { value, rowCount } = count;
  const isCast = rule.kind === 'castable';
  const metric = missingRules.has(rule.kind) ? 'missing_count' : 'invalid_count';
  const { result, reason, diagnostics } = judgeNumber(check, count, { metric, limit });
  const constraint = (constraints[rule.kind] as (rule: RowRule) => Constraint)(rule);
  return {
    result,
    reason: isCast ? castableReason(value, rowCount ?? 0, rule.logicalType) : reason,
    details: detailsOf(count),
    totalNumber: rowCount,
    failedNumber: value,
    diagnostics: withoutGaps({
      ...diagnostics,
      ...(isCast && { metric: 'field_type', expected: rule.logicalType }),
      row_count: rowCount,
      failed_fraction: rounded(partOf(value, rowCount ?? 0)),
      constraint,
      ...(rule.kind === 'not-missing-values' && few('missing_values', rule.values)),
    }),
  };
}

function judgeUnique(
  check: PlannedCheck,
  { columns, limit = none }: ExpectationOf<'unique'>,
  count: Count,
): Judgement {
  const judged = judgeNumber(check, count, { metric: 'duplicate_count', limit });
  return {
    result: judged.result,
    reason: judged.reason,
    details: count.proved ? provedDetails : `${plural(count.value, 'value')} more than once`,
    totalNumber: count.rowCount,
    failedNumber: count.value,
    diagnostics: withoutGaps({
      ...judged.diagnostics,
      row_count: count.rowCount,
      columns: check.field === undefined ? columns.map(({ name }) => name) : undefined,
    }),
  };
}

function judgeRowCount(
  check: PlannedCheck,
  { threshold }: { threshold: Threshold },
  count: Count,
): Judgement {
  const limit: RowLimit = { threshold, unit: 'rows' };
  const judged = judgeNumber(check, count, { metric: 'row_count', limit });
  return {
    result: judged.result,
    reason: judged.reason,
    details: plural(count.value, 'row'),
    totalNumber: count.value,
    diagnostics: withoutGaps(judged.diagnostics),
  };
}

function judgeForeignKey(
  check: PlannedCheck,
  { columns, target }: ExpectationOf<'foreign-key'>,
  count: Count,
): Judgement {
  const judged = judgeNumber(check, count, { metric: 'orphan_count', limit: none });
  return {
    result: judged.result,
    reason: judged.reason,
    details: `${plural(count.value, 'row')} without a match`,
    failedNumber: count.value,
    diagnostics: withoutGaps({
      ...judged.diagnostics,
      columns: columns.map(({ name }) => name),
      target_columns: target.columns.map(({ name }) => name),
    }),
  };
}

function judgeAny(check: PlannedCheck, count: Count): Judgement {
  const { expectation } = check;
  if (expectation.kind === 'rows') return judgeRows(check, expectation, count);
  if (expectation.kind === 'unique') return judgeUnique(check, expectation, count);
  if (expectation.kind === 'row-count') return judgeRowCount(check, expectation, count);
  if (expectation.kind === 'foreign-key') return judgeForeignKey(check, expectation, count);
  const reason = `A check of kind ${expectation.kind} cannot be judged by a count`;
  return { result: 'error', reason };
}

/**
 * Judges checks by a count: of rows that break a rule, of duplicate values, of rows without a match, of all
 * rows.
 */
export function judgeCount(check: PlannedCheck, count: Count): Judgement {
  const judgement = judgeAny(check, count);
  return {
    ...judgement,
    durationMs: count.durationMs,
    ...(judgement.result === 'passed' ? { reason: undefined } : {}),
  };
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
