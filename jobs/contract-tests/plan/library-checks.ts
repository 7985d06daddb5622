import type { QualityRule, Threshold } from '../../../domain/standards/odcs/contract-model.ts';
import { faultOfPattern } from './bounds.ts';
import { columnPlace, isNested } from './places.ts';
import type { Place } from './places.ts';
import type {
  CheckDraft,
  ColumnReference,
  Expectation,
  RowLimit,
  RowRule,
} from './planned-check.ts';
import type { Subject } from './subject.ts';
import { describeThreshold, faultOfThreshold, noOperator } from './thresholds.ts';
import { impossible, notEvaluated } from './verdicts.ts';
import type { Verdict } from './verdicts.ts';

/** Library metrics (ODCS §1.6): the type of their checks without `field_` or `model_`, and what they count. */
const metrics: Record<string, { type: string; counts: string; dimension: string }> = {
  nullValues: { type: 'null_values', counts: 'missing_count', dimension: 'completeness' },
  missingValues: { type: 'missing_values', counts: 'missing_count', dimension: 'completeness' },
  invalidValues: { type: 'invalid_values', counts: 'invalid_count', dimension: 'conformity' },
  duplicateValues: { type: 'duplicate_values', counts: 'duplicate_count', dimension: 'uniqueness' },
};

function rowRuleOf(rule: QualityRule): RowRule | Verdict {
  const { missingValues, validValues, pattern } = rule;
  if (rule.metric === 'nullValues') return { kind: 'not-missing' };
  if (rule.metric === 'missingValues') {
    return missingValues === undefined
      ? { kind: 'not-missing' }
      : { kind: 'not-missing-values', values: missingValues };
  }
  if (validValues === undefined && pattern === undefined) {
    return notEvaluated(
      'The rule does not say which values are valid; give it arguments.validValues or arguments.pattern',
    );
  }
  const fault = pattern === undefined ? undefined : faultOfPattern(pattern);
  return fault === undefined ? { kind: 'valid', values: validValues, pattern } : impossible(fault);
}

function ofPlace(rule: QualityRule, place: Place, limit: RowLimit): Expectation {
  const { column } = place;
  if (rule.metric !== 'duplicateValues') {
    const wish = rowRuleOf(rule);
    return wish.kind === 'impossible' || wish.kind === 'not-evaluated'
      ? wish
      : { kind: 'rows', column, rule: wish, limit };
  }
  return isNested(place)
    ? notEvaluated('Duplicates among values inside of objects and arrays are not counted')
    : { kind: 'unique', columns: [column], limit };
}

/** A column by the name that a rule gives it; one that the contract does not declare may be in the data all the same. */
function columnNamed({ table, references }: Subject, name: string): ColumnReference {
  const property = references.propertyNamed(table.properties, name);
  return property === undefined ? { name, logicalType: undefined } : columnPlace(property).column;
}

function ofTable(rule: QualityRule, subject: Subject, limit: RowLimit): Expectation {
  if (rule.metric !== 'duplicateValues')
    return notEvaluated(`The metric '${rule.metric}' belongs to a property, not to a table`);
  if (rule.columns.length === 0)
    return notEvaluated(
      'The rule does not say which columns make a row a duplicate; give it arguments.properties',
    );
  return {
    kind: 'unique',
    columns: rule.columns.map((name) => columnNamed(subject, name)),
    limit,
  };
}

const shown = (threshold: Threshold | undefined): string =>
  threshold === undefined ? '' : ` ${describeThreshold(threshold)}`;

/** What every rule needs: an operator that some number satisfies. */
function withThreshold(
  { threshold }: QualityRule,
  expect: (threshold: Threshold) => Expectation,
): Expectation {
  if (threshold === undefined) return notEvaluated(noOperator);
  const fault = faultOfThreshold(threshold);
  return fault === undefined ? expect(threshold) : impossible(fault);
}

function rowCountCheck(rule: QualityRule, { model, place }: Subject): CheckDraft {
  return {
    type: 'row_count',
    name: `Check that model ${model} has row_count${shown(rule.threshold)}`,
    expectation:
      place === undefined
        ? withThreshold(rule, (threshold) => ({ kind: 'row-count', threshold }))
        : notEvaluated("The metric 'rowCount' belongs to a table, not to a property"),
  };
}

function unknownCheck(rule: QualityRule, { place }: Subject): CheckDraft {
  const reason =
    rule.metric === undefined
      ? 'The rule names no metric'
      : `The metric '${rule.metric}' is not one of the standard, so it was not checked`;
  return {
    type: place === undefined ? 'model_quality' : 'field_quality',
    name: rule.description ?? 'Quality Check',
    expectation: notEvaluated(reason),
  };
}

/**
 * The check of a rule with a metric of the standard (ODCS §1.6). `unit: percent` counts for every metric but `rowCount`,
 * which is a number of rows.
 */
export function libraryCheck(rule: QualityRule, subject: Subject): CheckDraft {
  const { metric = '' } = rule;
  if (metric === 'rowCount') return rowCountCheck(rule, subject);
  const known = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
  if (known === undefined) return unknownCheck(rule, subject);
  const { place, model } = subject;
  const says = place === undefined ? `model ${model}` : `field ${place.field}`;
  const isOfColumns = place === undefined && rule.columns.length > 0;
  const columns = isOfColumns ? ` for columns ${rule.columns.join(', ')}` : '';
  return {
    type: `${place === undefined ? 'model' : 'field'}_${known.type}`,
    name: `Check that ${says} has ${known.counts}${shown(rule.threshold)}${columns}`,
    dimension: known.dimension,
    expectation: withThreshold(rule, (threshold) => {
      const limit = { threshold, unit: rule.unit };
      return place === undefined ? ofTable(rule, subject, limit) : ofPlace(rule, place, limit);
    }),
  };
}
