import { numberOf, objectOf, objectsOf, scalarOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { QualityRule, Scalar, Threshold } from './contract-model.ts';
import { scalarsOf, textsOf } from './normalise-options.ts';

type Comparison = Exclude<Threshold['operator'], 'between' | 'not between'>;

/** In the order in which the first one present wins; the last two spellings are those of DCS, seen in 3.0 files. */
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

/** What a rule compares with; only SQL rules may ask for a text or a boolean. */
function valueOf(value: unknown, type: QualityRule['type']): Scalar | undefined {
  const number = numberOf(value);
  return number === undefined && type === 'sql' ? scalarOf(value) : number;
}

/** Every comparison that a rule asks for: ODCS 3.0 lets several stand side by side, later versions one. */
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

/** Without a type a rule belongs to the library, unless it can only be meant as another (a query, an engine). */
function typeOf(rule: JsonObject): QualityRule['type'] {
  const type = textOf(rule['type'])?.toLowerCase() ?? '';
  if (Object.hasOwn(types, type)) return types[type] ?? 'library';
  if (metricOf(rule) !== undefined) return 'library';
  if (textOf(rule['query']) !== undefined) return 'sql';
  return textOf(rule['engine']) === undefined ? 'library' : 'custom';
}

/** ODCS 3.1 has `arguments`; 3.0 wrote the same members into the rule itself. */
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
 * The rules of one `quality` member (ODCS 2.2–3.2), in their order; entries that are no objects are left out, and one with
 * several comparisons is as many rules.
 */
export function normaliseQuality(quality: unknown): QualityRule[] {
  return objectsOf(quality).flatMap((rule) => {
    const [first, ...others] = thresholdsOf(rule, typeOf(rule));
    return [first, ...others].map((threshold) => ruleOf(rule, threshold));
  });
}
