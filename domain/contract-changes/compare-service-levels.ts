import { numberOf, objectsOf, scalarOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { compareIntervals } from './compare-intervals.ts';
import { compareWords } from './compare-words.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import { pairUp } from './pair-up.ts';
import type { RuleName } from './rules.ts';
import { isSame } from './same-content.ts';
import { betterDirection, millisecondsOf } from './service-level-scales.ts';

const judged: ReadonlySet<string> = new Set([
  'id',
  'property',
  'element',
  'column',
  'value',
  'unit',
  'valueExt',
  'driver',
]);

/** Records changes of the service levels of two contracts. */
export function compareServiceLevels(
  from: JsonObject,
  to: JsonObject,
  changes: ContractChange[],
): void {
  const [before, after] = [objectsOf(from['slaProperties']), objectsOf(to['slaProperties'])];
  if (isSame(before, after)) return;
  const { pairs, removed, added } = pairUp(before, after, [
    (level) => textOf(level['id']),
    subjectOf,
    (level) => textOf(level['property']),
  ]);
  for (const level of removed)
    note(changes, 'service-level-removed', pathOf(level), { from: level['value'] });
  for (const level of added)
    note(changes, 'service-level-added', pathOf(level), { to: level['value'] });
  for (const pair of pairs) {
    if (!isSame(pair.from, pair.to)) compareLevel(pair.from, pair.to, changes);
  }
}

/** The subject of a level: property, element and driver. */
function subjectOf(level: JsonObject): string {
  return JSON.stringify([level['property'], elementOf(level), level['driver']]);
}

function elementOf(level: JsonObject): string | undefined {
  return textOf(level['element']) ?? textOf(level['column']);
}

function pathOf(level: JsonObject): string {
  return `slaProperties[${textOf(level['property']) ?? ''}]`;
}

function compareLevel(from: JsonObject, to: JsonObject, changes: ContractChange[]): void {
  const path = pathOf(from);
  const isOther = subjectOf(from) !== subjectOf(to) || !isSame(from['valueExt'], to['valueExt']);
  if (isOther) note(changes, 'service-level-changed', path, { from, to });
  const values = { from: valueText(from), to: valueText(to) };
  if (values.from !== values.to) {
    const rule = movementRule(from, to);
    if (rule) note(changes, rule, `${path}.value`, values);
    else note(changes, 'annotation-changed', `${path}.value`, values);
  }
  compareWords({ from, to }, path, judged, changes);
}

function valueText({ value, unit }: JsonObject): string {
  return [scalarOf(value), textOf(unit)].filter((part) => part !== undefined).join(' ');
}

/** Returns undefined when only the unit differs. */
function movementRule(from: JsonObject, to: JsonObject): RuleName | undefined {
  const direction = betterDirection(textOf(from['property']) ?? '');
  const [before, after] = [measureOf(from, to), measureOf(to, from)];
  if (before === undefined || after === undefined) return 'service-level-changed';
  const at = (value: number | string) => ({ low: { value, inclusive: true }, high: undefined });
  const movement = compareIntervals(at(before), at(after));
  if (movement === 'same') return undefined;
  if (direction === undefined || movement === 'changed') return 'service-level-changed';
  const isMore = movement === 'tightened';
  return isMore === (direction === 'more') ? 'service-level-improved' : 'service-level-worsened';
}

/** The value, in milliseconds when both are durations; undefined when the units cannot be compared. */
function measureOf(level: JsonObject, other: JsonObject): number | string | undefined {
  const [unit, otherUnit] = [unitOf(level), unitOf(other)];
  const value = numberOf(level['value']) ?? textOf(level['value']);
  if (unit === otherUnit || value === undefined) return value;
  const [factor, otherFactor] = [millisecondsOf(unit), millisecondsOf(otherUnit)];
  if (factor === undefined || otherFactor === undefined) return undefined;
  return typeof value === 'number' ? value * factor : undefined;
}

function unitOf(level: JsonObject): string {
  return textOf(level['unit'])?.toLowerCase().trim() ?? '';
}
