import type { QualityRule } from '../../../domain/standards/odcs/contract-model.ts';
import type { CheckDraft, Expectation } from './planned-check.ts';
import { fillPlaceholders } from './query/placeholders.ts';
import { checkRuleQuery } from './query/query-guard.ts';
import { dialectOf } from './server-kind.ts';
import type { Subject } from './subject.ts';
import { faultOfThreshold, noOperator } from './thresholds.ts';
import { impossible, notEvaluated } from './verdicts.ts';

function expectationOf(rule: QualityRule, { table, server, place }: Subject): Expectation {
  if (rule.query === undefined) return notEvaluated('The rule has no query');
  if (place !== undefined && place.field.includes('[]'))
    return notEvaluated('Queries about the items of an array are not evaluated');
  const dialect = dialectOf(server);
  const filled = fillPlaceholders(rule.query, {
    model: table.physicalName,
    field: place?.field,
    server,
    dialect,
  });
  if ('missing' in filled)
    return impossible(
      `The query has the placeholder ${filled.missing}, which only the rules of properties can fill in`,
    );
  const refusal = checkRuleQuery(filled.query, dialect);
  if (refusal !== undefined) return impossible(refusal);
  const { threshold } = rule;
  if (threshold === undefined) return notEvaluated(noOperator);
  const fault = faultOfThreshold(threshold);
  return fault === undefined ? { kind: 'sql', query: filled.query, threshold } : impossible(fault);
}

/** The check of a rule with a query of its own; a query that is not run says why. */
export function queryCheck(rule: QualityRule, index: number, subject: Subject): CheckDraft {
  return {
    type: subject.place === undefined ? 'model_quality_sql' : 'field_quality_sql',
    keySuffix: `quality_sql_${index}`,
    name: rule.description ?? 'Quality Check',
    expectation: expectationOf(rule, subject),
  };
}
