import type { QualityRule, Threshold } from '../../../domain/standards/odcs/contract-model.ts';
import { faultOfPattern } from './bounds.ts';
import { columnLocation, isNested } from './locations.ts';
import type { Location } from './locations.ts';
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

/** Library metrics: the type of their checks without `field_` or `model_`, and the name of the measured count. */
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

function ofLocation(rule: QualityRule, location: Location, limit: RowLimit): Expectation {
  const { column } = location;
  if (rule.metric !== 'duplicateValues') {
    const rowRule = rowRuleOf(rule);
    return rowRule.kind === 'impossible' || rowRule.kind === 'not-evaluated'
      ? rowRule
      : { kind: 'rows', column, rule: rowRule, limit };
  }
  return isNested(location)
    ? notEvaluated('Duplicates among values inside of objects and arrays are not counted')
    : { kind: 'unique', columns: [column], limit };
}

/** A column by the name in a rule; the data may have columns that the contract does not declare. */
function columnNamed({ table, references }: Subject, name: string): ColumnReference {
  const property = references.propertyNamed(table.properties, name);
  return property === undefined
    ? { name, logicalType: undefined }
    : columnLocation(property).column;
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

/** Adds the threshold that every rule needs: an operator that some number satisfies. */
function withThreshold(
  { threshold }: QualityRule,
  expect: (threshold: Threshold) => Expectation,
): Expectation {
  if (threshold === undefined) return notEvaluated(noOperator);
  const fault = faultOfThreshold(threshold);
  return fault === undefined ? expect(threshold) : impossible(fault);
}

function rowCountCheck(rule: QualityRule, { model, location }: Subject): CheckDraft {
  return {
    type: 'row_count',
    name: `Check that model ${model} has row_count${shown(rule.threshold)}`,
    expectation:
      location === undefined
        ? withThreshold(rule, (threshold) => ({ kind: 'row-count', threshold }))
        : notEvaluated("The metric 'rowCount' belongs to a table, not to a property"),
  };
}

function unknownCheck(rule: QualityRule, { location }: Subject): CheckDraft {
  const reason =
    rule.metric === undefined
      ? 'The rule names no metric'
      : `The metric '${rule.metric}' is not one of the standard, so it was not checked`;
  return {
    type: location === undefined ? 'model_quality' : 'field_quality',
    name: rule.description ?? 'Quality Check',
    expectation: notEvaluated(reason),
  };
}

/**
 * The check of a rule with a metric of the standard. `unit: percent` applies to every metric but `rowCount`,
 * which is a number of rows.
 */
export function libraryCheck(rule: QualityRule, subject: Subject): CheckDraft {
  const { metric = '' } = rule;
  if (metric === 'rowCount') return rowCountCheck(rule, subject);
  const known = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
  if (known === undefined) return unknownCheck(rule, subject);
  const { location, model } = subject;
  const says = location === undefined ? `model ${model}` : `field ${location.field}`;
  const isOfColumns = location === undefined && rule.columns.length > 0;
  const columns = isOfColumns ? ` for columns ${rule.columns.join(', ')}` : '';
  return {
    type: `${location === undefined ? 'model' : 'field'}_${known.type}`,
    name: `Check that ${says} has ${known.counts}${shown(rule.threshold)}${columns}`,
    dimension: known.dimension,
    expectation: withThreshold(rule, (threshold) => {
      const limit = { threshold, unit: rule.unit };
      return location === undefined
        ? ofTable(rule, subject, limit)
        : ofLocation(rule, location, limit);
    }),
  };
}
