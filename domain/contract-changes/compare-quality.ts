import { canonicalJson } from '../../lib/json/json.ts';
import type { QualityRule, Threshold } from '../standards/odcs/contract-model.ts';
import { objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { normaliseQuality } from '../standards/odcs/normalise-quality.ts';
import { compareIntervals } from './compare-intervals.ts';
import type { Interval } from './compare-intervals.ts';
import { compareWords } from './compare-words.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import { pairUp } from './pair-up.ts';
import { isSame } from './same-content.ts';

type Entry = { raw: JsonObject; rule: QualityRule };

/** Members that only describe a rule, or its schedule. */
const words: ReadonlySet<string> = new Set([
  'id',
  'name',
  'description',
  'businessImpact',
  'dimension',
  'tags',
  'method',
  'schedule',
  'scheduler',
  'customProperties',
  'authoritativeDefinitions',
]);

const subjectMembers = ['query', 'implementation', 'engine', 'arguments', 'validValues', 'unit'];

/** Records changes of the quality rules of an object or a property. */
export function compareQuality(
  from: unknown,
  to: unknown,
  path: string,
  changes: ContractChange[],
): void {
  if (isSame(from, to)) return;
  const pairing = pairUp(entriesOf(from), entriesOf(to), [
    ({ raw }) => textOf(raw['id']),
    ({ raw }) => textOf(raw['name']),
    subjectOf,
    ({ rule }) => rule.metric,
    ({ rule }) => (rule.type === 'library' ? undefined : rule.type),
  ]);
  for (const entry of pairing.removed) note(changes, 'quality-removed', pathOf(path, entry));
  for (const entry of pairing.added) note(changes, 'quality-added', pathOf(path, entry));
  for (const pair of pairing.pairs) {
    if (!isSame(pair.from.raw, pair.to.raw)) compareRule(pair.from, pair.to, path, changes);
  }
}

function entriesOf(quality: unknown): Entry[] {
  const rules = normaliseQuality(quality);
  return objectsOf(quality).flatMap((raw, index) => {
    const rule = rules[index];
    return rule ? [{ raw, rule }] : [];
  });
}

/** The measured subject of a rule, without threshold and description. */
function subjectOf({ raw, rule }: Entry): string {
  return canonicalJson([
    rule.type,
    rule.metric ?? null,
    ...subjectMembers.map((member) => raw[member] ?? null),
    rule.type === 'text' ? (rule.description ?? null) : null,
  ]);
}

function pathOf(path: string, { raw, rule }: Entry): string {
  const name = textOf(raw['id']) ?? textOf(raw['name']) ?? rule.metric ?? rule.type;
  return `${path}.quality[${name}]`;
}

function compareRule(from: Entry, to: Entry, path: string, changes: ContractChange[]): void {
  const at = pathOf(path, from);
  const [before, after] = [thresholdMembers(from.raw), thresholdMembers(to.raw)];
  const values = { from: before, to: after };
  const movement = isSame(before, after) ? undefined : movementRule(from.rule, to.rule);
  if (movement) note(changes, movement, at, values);
  // Up to ODCS 3.0 the metric is called `rule`.
  const isSameMetric = from.rule.metric !== undefined && from.rule.metric === to.rule.metric;
  const rest = (raw: JsonObject): JsonObject =>
    withoutMembers(raw, (name) => isWordOrThreshold(name) || (isSameMetric && isMetric(name)));
  if (!isSame(rest(from.raw), rest(to.raw)))
    note(changes, 'quality-changed', at, { from: rest(from.raw), to: rest(to.raw) });
  const isOther = (name: string): boolean => !words.has(name);
  const sides = { from: withoutMembers(from.raw, isOther), to: withoutMembers(to.raw, isOther) };
  compareWords(sides, at, new Set(), changes);
}

const isThreshold = (name: string): boolean => name.startsWith('must');
const isMetric = (name: string): boolean => name === 'metric' || name === 'rule';
const isWordOrThreshold = (name: string): boolean => words.has(name) || isThreshold(name);

function thresholdMembers(raw: JsonObject): JsonObject {
  return withoutMembers(raw, (name) => !isThreshold(name));
}

function withoutMembers(raw: JsonObject, drop: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !drop(name)));
}

function movementRule(
  from: QualityRule,
  to: QualityRule,
): 'quality-tightened' | 'quality-loosened' | 'quality-changed' | undefined {
  const [before, after] = [intervalOf(from.threshold), intervalOf(to.threshold)];
  if (!before || !after) return 'quality-changed';
  const movement = compareIntervals(before, after);
  // Equal thresholds with a different spelling, such as `mustBeGreaterOrEqualTo`, are no change.
  return movement === 'same' ? undefined : `quality-${movement}`;
}

/** Texts and booleans, which only query results are compared with, have no interval. */
function pointOf(value: string | number | boolean): Interval | undefined {
  if (typeof value !== 'number') return undefined;
  const only = { value, inclusive: true };
  return { low: only, high: only };
}

/** The values allowed by a threshold, if they form one interval. */
function intervalOf(threshold: Threshold | undefined): Interval | undefined {
  const open = { low: undefined, high: undefined };
  if (!threshold) return open;
  switch (threshold.operator) {
    case 'between':
      return {
        low: { value: threshold.low, inclusive: true },
        high: { value: threshold.high, inclusive: true },
      };
    case '=':
      return pointOf(threshold.value);
    case '<':
    case '<=':
      return { ...open, high: { value: threshold.value, inclusive: threshold.operator === '<=' } };
    case '>':
    case '>=':
      return { ...open, low: { value: threshold.value, inclusive: threshold.operator === '>=' } };
    case '!=':
    case 'not between':
      return undefined;
  }
}
