import type { QualityRule } from '../../../domain/standards/odcs/contract-model.ts';
import { libraryCheck } from './library-checks.ts';
import type { CheckDraft } from './planned-check.ts';
import { queryCheck } from './query-checks.ts';
import type { Subject } from './subject.ts';
import { notEvaluated } from './verdicts.ts';

function textCheck({ description, name }: QualityRule): CheckDraft {
  const text = description ?? name;
  return {
    type: 'quality_text',
    name: text ?? 'Quality Check',
    expectation: notEvaluated(
      text === undefined
        ? 'The rule is written for people, and is empty'
        : `The rule is written for people: ${text}`,
    ),
  };
}

/** `greatExpectations` → `quality_custom_greatexpectations`. */
function engineKey(engine: string): string {
  return engine
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_')
    .slice(0, 60);
}

function customCheck(rule: QualityRule, index: number): CheckDraft {
  const { engine, description } = rule;
  const type = engine === undefined ? 'quality_custom' : `quality_custom_${engineKey(engine)}`;
  const who = engine === undefined ? 'an unnamed engine' : `the engine '${engine}'`;
  const isSoda = engine?.toLowerCase() === 'soda';
  return {
    type,
    keySuffix: `quality_custom_${index}`,
    name: description ?? (isSoda ? 'Custom SodaCL Check' : 'Quality Check'),
    expectation: notEvaluated(
      `The rule is written for ${who}, which is not part of this test; write it with quality.type: sql to have it checked`,
    ),
  };
}

function draftOf(rule: QualityRule, index: number, subject: Subject): CheckDraft {
  if (rule.type === 'text') return textCheck(rule);
  if (rule.type === 'custom') return customCheck(rule, index);
  return rule.type === 'sql' ? queryCheck(rule, index, subject) : libraryCheck(rule, subject);
}

function withRule(draft: CheckDraft, rule: QualityRule, { location }: Subject): CheckDraft {
  return {
    type: draft.type,
    keySuffix: draft.keySuffix,
    name: draft.name,
    field: location?.field,
    category: 'quality',
    expectation: draft.expectation,
    severity: rule.severity,
    dimension: rule.dimension ?? draft.dimension,
    qualityReference: rule.id ?? rule.name,
    tags: rule.tags,
  };
}

/** Checks of the quality rules of a property or of a table; each rule gives exactly one, evaluated or not. */
export function qualityChecks(rules: readonly QualityRule[], subject: Subject): CheckDraft[] {
  return rules.map((rule, index) => withRule(draftOf(rule, index, subject), rule, subject));
}
