import type { ContractProperty, QualityRule, Threshold } from '../standards/odcs/contract-model.ts';

/** Something that a contract promises about a field or a table. */
export type Promised = {
  /** `required`, `unique`, `enum`, an option of the type such as `pattern`, or `quality`. */
  type: string;
  /** The bound, pattern or list of values; null for promises without a value. */
  value: unknown;
  /** The rule, for `quality` only. */
  rule: RulePromise | null;
};

/** The known part of a quality rule. */
export type RulePromise = {
  name: string | null;
  kind: QualityRule['type'];
  metric: string | null;
  threshold: Threshold | null;
  unit: QualityRule['unit'];
  severity: string | null;
  dimension: string | null;
  description: string | null;
  query: string | null;
};

const promise = (type: string, value: unknown = null): Promised => ({ type, value, rule: null });

/** All promises about a field, in a fixed order. */
export function promisesOf(property: ContractProperty): Promised[] {
  const { required, unique, primaryKey, enumValues, options, quality } = property;
  return [
    ...(required ? [promise('required')] : []),
    ...(primaryKey ? [promise('primaryKey')] : []),
    ...(unique ? [promise('unique')] : []),
    ...(enumValues ? [promise('enum', enumValues)] : []),
    ...Object.entries(options).map(([type, value]) => promise(type, value)),
    ...promisesOfRules(quality),
  ];
}

/** One promise for each quality rule. */
export function promisesOfRules(rules: readonly QualityRule[]): Promised[] {
  return rules.map((rule) => ({ type: 'quality', value: null, rule: describeRule(rule) }));
}

function describeRule(rule: QualityRule): RulePromise {
  const { type: kind, unit } = rule;
  return {
    name: rule.name ?? rule.id ?? null,
    kind,
    metric: rule.metric ?? null,
    threshold: rule.threshold ?? null,
    unit,
    severity: rule.severity ?? null,
    dimension: rule.dimension ?? null,
    description: rule.description ?? null,
    query: rule.query ?? null,
  };
}
