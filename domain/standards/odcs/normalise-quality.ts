import { numberOf, objectOf, objectsOf, scalarOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { QualityRule, Scalar, Threshold } from './contract-model.ts';
import { scalarsOf, textsOf } from './normalise-options.ts';

type Comparison = Exclude<Threshold['operator'], 'between' | 'not between'>;

/** Operators in order of precedence; the last two are DCS spellings, seen in 3.0 files. */
const comparisons: readonly (readonly [string, Comparison])[] = [
  ['mustBe', '='],
  ['mustNotBe', '!='],
  ['mustBeGreaterThan', '>'],
  ['mustBeGreaterOrEqualTo', '>='],
  ['mustBeGreaterThanOrEqualTo', '>='],
  ['mustBeLessThan', '<'],
  ['mustBeLessOrEqualTo', '<='],
  ['mustBeLessThanOrEqualTo', '<='],
];

const ranges = [
  ['mustBeBetween', 'between'],
  ['mustNotBeBetween', 'not between'],
] as const;

/** ODCS 3.0 `rule` texts (2.2: `code`) → 3.1 `metric`. */
const metricsOfRules: Record<string, string> = {
  countCheck: 'rowCount',
  duplicateCount: 'duplicateValues',
  nullCheck: 'nullValues',
  not_null: 'nullValues',
  validValues: 'invalidValues',
};

const types: Readonly<Record<string, QualityRule['type']>> = {
  library: 'library',
  sql: 'sql',
  text: 'text',
  custom: 'custom',
};

/** The comparison value of a rule; only SQL rules compare texts and booleans. */
function valueOf(value: unknown, type: QualityRule['type']): Scalar | undefined {
  const number = numberOf(value);
  return number === undefined && type === 'sql' ? scalarOf(value) : number;
}

/** All comparisons of a rule: ODCS 3.0 allows several, later versions one. */
function thresholdsOf(rule: JsonObject, type: QualityRule['type']): Threshold[] {
  const found: Threshold[] = [];
  for (const [member, operator] of comparisons) {
    const value = valueOf(rule[member], type);
    if (value === undefined) continue;
    if (operator === '=' || operator === '!=') found.push({ operator, value });
    else if (typeof value === 'number') found.push({ operator, value });
  }
  for (const [member, operator] of ranges) {
    const bounds = rule[member];
    if (!Array.isArray(bounds)) continue;
    const [low, high] = [numberOf(bounds[0]), numberOf(bounds[1])];
    if (low !== undefined && high !== undefined) found.push({ operator, low, high });
  }
  return found;
}

function metricOf(rule: JsonObject): string | undefined {
  const metric = textOf(rule['metric']);
  if (metric !== undefined) return metric;
  const old = textOf(rule['rule']) ?? textOf(rule['code']);
  if (old === undefined) return undefined;
  return Object.hasOwn(metricsOfRules, old) ? metricsOfRules[old] : old;
}

/** The type of a rule; without one, library, unless a query or an engine implies another. */
function typeOf(rule: JsonObject): QualityRule['type'] {
  const type = textOf(rule['type'])?.toLowerCase() ?? '';
  if (Object.hasOwn(types, type)) return types[type] ?? 'library';
  if (metricOf(rule) !== undefined) return 'library';
  if (textOf(rule['query']) !== undefined) return 'sql';
  return textOf(rule['engine']) === undefined ? 'library' : 'custom';
}

/** ODCS 3.1 has `arguments`; 3.0 has the same members in the rule itself. */
function argumentsOf(
  rule: JsonObject,
): Pick<QualityRule, 'columns' | 'validValues' | 'pattern' | 'missingValues'> {
  const given = objectOf(rule['arguments']) ?? {};
  const named = (member: string): unknown => given[member] ?? rule[member];
  const pattern = named('pattern');
  return {
    columns: textsOf(named('properties')),
    validValues: scalarsOf(named('validValues')),
    pattern: typeof pattern === 'string' ? pattern : undefined,
    missingValues: scalarsOf(named('missingValues')),
  };
}

const percents: ReadonlySet<string> = new Set(['percent', 'percentage', '%']);

function unitOf(unit: unknown): QualityRule['unit'] {
  return percents.has(textOf(unit)?.trim().toLowerCase() ?? '') ? 'percent' : 'rows';
}

function ruleOf(rule: JsonObject, threshold: Threshold | undefined): QualityRule {
  const type = typeOf(rule);
  return {
    id: textOf(rule['id']),
    name: textOf(rule['name']),
    metric: type === 'library' ? metricOf(rule) : undefined,
    type,
    threshold,
    unit: unitOf(rule['unit']),
    severity: textOf(rule['severity']),
    dimension: textOf(rule['dimension']),
    description: textOf(rule['description']),
    ...argumentsOf(rule),
    query: textOf(rule['query']),
    engine: textOf(rule['engine']),
    implementation: rule['implementation'] ?? undefined,
    tags: textsOf(rule['tags']),
  };
}

/**
 * The rules of one `quality` member (ODCS 2.2–3.2), in their order, without entries that are no objects; a rule
 * with several comparisons becomes several rules.
 */
export function normaliseQuality(quality: unknown): QualityRule[] {
  return objectsOf(quality).flatMap((rule) => {
    const [first, ...others] = thresholdsOf(rule, typeOf(rule));
    return [first, ...others].map((threshold) => ruleOf(rule, threshold));
  });
}
