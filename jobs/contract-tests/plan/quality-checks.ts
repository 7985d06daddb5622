import type {
  ContractProperty,
  ContractTable,
  QualityRule,
  Threshold,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { CheckDraft, Expectation } from './planned-check.ts';
import { describeThreshold } from './thresholds.ts';

/** Library metrics (ODCS §1.6): the type of their checks without `field_` or `model_`, and what they count. */
const metrics: Record<string, { type: string; counts: string; dimension: string }> = {
  nullValues: { type: 'null_values', counts: 'missing_count', dimension: 'completeness' },
  missingValues: { type: 'missing_values', counts: 'missing_count', dimension: 'completeness' },
  invalidValues: { type: 'invalid_values', counts: 'invalid_count', dimension: 'conformity' },
  duplicateValues: { type: 'duplicate_values', counts: 'duplicate_count', dimension: 'uniqueness' },
};

type Subject = { level: 'field' | 'model'; says: string };

const notEvaluated = (what: string): Expectation => ({
  kind: 'not-evaluated',
  reason: `${what} are not evaluated by this version, so the rule was not checked`,
});

function shown(threshold: Threshold | undefined): string {
  return threshold === undefined ? '' : ` ${describeThreshold(threshold)}`;
}

function rowCount(rule: QualityRule, model: string): CheckDraft {
  const { threshold } = rule;
  const reason =
    'The rule has no operator (such as mustBe) with a number, so there is nothing to compare with';
  return {
    type: 'row_count',
    name: `Check that model ${model} has row_count${shown(threshold)}`,
    expectation:
      threshold === undefined
        ? { kind: 'not-evaluated', reason }
        : { kind: 'row-count', threshold },
  };
}

function libraryRule(rule: QualityRule, subject: Subject): CheckDraft {
  const known =
    rule.metric !== undefined && Object.hasOwn(metrics, rule.metric)
      ? metrics[rule.metric]
      : undefined;
  if (known === undefined) {
    const what =
      rule.metric === undefined
        ? 'Quality rules without a metric'
        : `Quality rules with metric '${rule.metric}'`;
    const name = rule.description ?? 'Quality Check';
    return { type: `${subject.level}_quality`, name, expectation: notEvaluated(what) };
  }
  const columns = rule.columns.length === 0 ? '' : ` for columns ${rule.columns.join(', ')}`;
  return {
    type: `${subject.level}_${known.type}`,
    name: `Check that ${subject.says} has ${known.counts}${shown(rule.threshold)}${columns}`,
    dimension: known.dimension,
    expectation: notEvaluated(`Quality rules with metric '${rule.metric}'`),
  };
}

const otherRules: Record<'text' | 'custom', { type: string; what: string }> = {
  text: { type: 'quality_text', what: 'Quality rules written as text' },
  custom: { type: 'quality_custom', what: 'Custom quality rules of other engines' },
};

function draftOf(rule: QualityRule, index: number, subject: Subject): CheckDraft {
  if (rule.type === 'library') return libraryRule(rule, subject);
  const name = rule.description ?? 'Quality Check';
  if (rule.type === 'sql') {
    const type = `${subject.level}_quality_sql`;
    return {
      type,
      keySuffix: `quality_sql_${index}`,
      name,
      expectation: notEvaluated('SQL quality rules'),
    };
  }
  const { type, what } = otherRules[rule.type];
  return { type, name, expectation: notEvaluated(what) };
}

function withRule(draft: CheckDraft, rule: QualityRule, field: string | undefined): CheckDraft {
  return {
    ...draft,
    ...(field === undefined ? {} : { field }),
    category: 'quality',
    severity: rule.severity,
    dimension: rule.dimension ?? draft.dimension,
  };
}

/** Checks of the quality rules of a property; each rule gives exactly one, evaluated or not. */
export function propertyQualityChecks(property: ContractProperty): CheckDraft[] {
  const field = property.physicalName;
  const subject: Subject = { level: 'field', says: `field ${field}` };
  return property.quality.map((rule, index) =>
    withRule(draftOf(rule, index, subject), rule, field),
  );
}

/** Checks of the quality rules of a table; `rowCount` is evaluated with every operator, its unit is ignored. */
export function tableQualityChecks(table: ContractTable): CheckDraft[] {
  const model = table.physicalName;
  const subject: Subject = { level: 'model', says: `model ${model}` };
  return table.quality.map((rule, index) => {
    const draft =
      rule.metric === 'rowCount' ? rowCount(rule, model) : draftOf(rule, index, subject);
    return withRule(draft, rule, undefined);
  });
}
