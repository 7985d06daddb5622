import type { QualityRule, Threshold } from './contract-model.ts';
import { numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';

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

/** ODCS 3.0 `rule` texts → 3.1 `metric`. */
const metricsOfRules: Record<string, string> = {
  countCheck: 'rowCount',
  duplicateCount: 'duplicateValues',
  nullCheck: 'nullValues',
  not_null: 'nullValues',
  validValues: 'invalidValues',
};

function thresholdOf(rule: JsonObject): Threshold | undefined {
  for (const [member, operator] of comparisons) {
    const value = numberOf(rule[member]);
    if (value !== undefined) return { operator, value };
  }
  for (const [member, operator] of ranges) {
    const bounds = rule[member];
    if (!Array.isArray(bounds)) continue;
    const [low, high] = [numberOf(bounds[0]), numberOf(bounds[1])];
    if (low !== undefined && high !== undefined) return { operator, low, high };
  }
  return undefined;
}

function metricOf(rule: JsonObject): string | undefined {
  const metric = textOf(rule['metric']);
  if (metric !== undefined) return metric;
  const old = textOf(rule['rule']);
  if (old === undefined) return undefined;
  return Object.hasOwn(metricsOfRules, old) ? metricsOfRules[old] : old;
}

function typeOf(rule: JsonObject): QualityRule['type'] {
  const type = rule['type'];
  if (type === 'sql' || type === 'text' || type === 'custom') return type;
  return 'library';
}

function columnsOf(rule: JsonObject): string[] {
  const named = objectOf(rule['arguments'])?.['properties'];
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : [];
}

/** The rules of one `quality` member (ODCS 2.2–3.2), in their order; entries that are no objects are left out. */
export function normaliseQuality(quality: unknown): QualityRule[] {
  return objectsOf(quality).map((rule) => {
    const type = typeOf(rule);
    return {
      id: textOf(rule['id']),
      metric: type === 'library' ? metricOf(rule) : undefined,
      type,
      threshold: thresholdOf(rule),
      severity: textOf(rule['severity']),
      dimension: textOf(rule['dimension']),
      description: textOf(rule['description']),
      columns: columnsOf(rule),
      name: textOf(rule['name']),
      unit: 'rows',
      validValues: undefined,
      pattern: undefined,
      missingValues: undefined,
      query: textOf(rule['query']),
      engine: textOf(rule['engine']),
      tags: [],
    };
  });
}
