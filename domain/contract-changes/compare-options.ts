import type { ContractProperty, LogicalTypeOptions } from '../standards/odcs/contract-model.ts';
import { numberOf, objectOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { compareIntervals } from './compare-intervals.ts';
import type { Bound, Interval, Movement } from './compare-intervals.ts';
import { note } from './contract-change.ts';
import type { ContractChange } from './contract-change.ts';
import type { RuleName } from './rules.ts';
import { differingMembers, isSame } from './same-content.ts';

/** A property on one side: as written, and as parsed into the model. */
export type PropertySide = { raw: JsonObject; model: ContractProperty };
type Sides = { from: PropertySide; to: PropertySide };

/** Records changes of the values that a property allows: enum and `logicalTypeOptions`. */
export function compareOptions(sides: Sides, path: string, changes: ContractChange[]): void {
  compareEnums(sides, path, changes);
  const at = `${path}.logicalTypeOptions`;
  compareRange(sides, at, changes);
  const from = optionsOf(sides.from);
  const to = optionsOf(sides.to);
  for (const [low, high] of lengths) compareLength({ from, to }, at, [low, high], changes);
  comparePattern(sides, at, changes);
  compareRequired({ from, to }, at, changes);
  compareMultiple({ from, to }, at, changes);
  compareFlag({ from, to }, at, changes);
  for (const name of differingMembers(from, to)) {
    if (!judged.has(name)) noteOption({ from: from[name], to: to[name] }, `${at}.${name}`, changes);
  }
}

function optionsOf({ raw }: PropertySide): JsonObject {
  return objectOf(raw['logicalTypeOptions']) ?? {};
}

const lengths = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Options with a separate rule; every other option is added, removed or changed as a whole. */
const judged: ReadonlySet<string> = new Set([
  ...lengths.flat(),
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'required',
  'multipleOf',
  'uniqueItems',
  'enum',
]);

function compareEnums({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  const [before, after] = [from.model.enumValues, to.model.enumValues];
  const at = `${path}.enum`;
  if (!before && !after) return;
  if (!before) return note(changes, 'enum-narrowed', at, { to: after });
  if (!after) return note(changes, 'enum-widened', at, { from: before });
  const [old, current] = [new Set(before), new Set(after)];
  const removed = before.filter((value) => !current.has(value));
  const come = after.filter((value) => !old.has(value));
  if (removed.length > 0) note(changes, 'enum-narrowed', at, { from: removed });
  if (come.length > 0) note(changes, 'enum-widened', at, { to: come });
  if (removed.length + come.length === 0) compareEnumWords({ from, to }, at, changes);
}

/** Records changes of labels or order while the values stay the same. */
function compareEnumWords({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  const written = { from: from.raw['enum'], to: to.raw['enum'] };
  if (!Array.isArray(written.from) || !Array.isArray(written.to)) return;
  if (!isSame(written.from, written.to)) note(changes, 'annotation-changed', path, written);
}

function compareRange({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  const [before, after] = [from.model.options, to.model.options];
  const rulesOf: Record<Exclude<Movement, 'same'>, RuleName> = {
    tightened: 'range-tightened',
    loosened: 'range-loosened',
    changed: 'range-changed',
  };
  for (const [name, end] of [
    ['minimum', lowOf],
    ['maximum', highOf],
  ] as const) {
    const movement = compareIntervals(end(before), end(after));
    if (movement === 'same') continue;
    const side = name === 'minimum' ? 'low' : 'high';
    const values = { from: end(before)[side]?.value, to: end(after)[side]?.value };
    note(changes, rulesOf[movement], `${path}.${name}`, values);
  }
}

function lowOf({ minimum, exclusiveMinimum }: LogicalTypeOptions): Interval {
  return { low: stricter(minimum, exclusiveMinimum, 'low'), high: undefined };
}

function highOf({ maximum, exclusiveMaximum }: LogicalTypeOptions): Interval {
  return { low: undefined, high: stricter(maximum, exclusiveMaximum, 'high') };
}

/** Returns the stricter of an inclusive and an exclusive bound. */
function stricter(
  inclusive: number | string | undefined,
  exclusive: number | string | undefined,
  side: 'low' | 'high',
): Bound {
  const one: Bound = inclusive === undefined ? undefined : { value: inclusive, inclusive: true };
  const other: Bound = exclusive === undefined ? undefined : { value: exclusive, inclusive: false };
  if (!one || !other) return one ?? other;
  const open = { low: undefined, high: undefined };
  const move = compareIntervals({ ...open, [side]: one }, { ...open, [side]: other });
  return move === 'loosened' ? one : other;
}

function compareLength(
  { from, to }: { from: JsonObject; to: JsonObject },
  path: string,
  [low, high]: readonly [string, string],
  changes: ContractChange[],
): void {
  const open = { low: undefined, high: undefined };
  for (const [name, side] of [
    [low, 'low'],
    [high, 'high'],
  ] as const) {
    const [before, after] = [numberOf(from[name]), numberOf(to[name])];
    const bound = (value: number | undefined): Bound =>
      value === undefined ? undefined : { value, inclusive: true };
    const movement = compareIntervals(
      { ...open, [side]: bound(before) },
      { ...open, [side]: bound(after) },
    );
    if (movement === 'same') continue;
    const rule = movement === 'loosened' ? 'length-loosened' : 'length-tightened';
    note(changes, rule, `${path}.${name}`, { from: before, to: after });
  }
}

function comparePattern({ from, to }: Sides, path: string, changes: ContractChange[]): void {
  const [before, after] = [from.model.options.pattern, to.model.options.pattern];
  if (before === after) return;
  const rule = !before ? 'pattern-added' : !after ? 'pattern-removed' : 'pattern-changed';
  note(changes, rule, `${path}.pattern`, { from: before, to: after });
}

type Options = { from: JsonObject; to: JsonObject };

/** Compares the names of required members of an object. */
function compareRequired({ from, to }: Options, path: string, changes: ContractChange[]): void {
  const [before, after] = [namesOf(from['required']), namesOf(to['required'])];
  const removed = before.filter((name) => !after.includes(name));
  const come = after.filter((name) => !before.includes(name));
  const at = `${path}.required`;
  if (come.length > 0) note(changes, 'required-added', at, { to: come });
  if (removed.length > 0) note(changes, 'required-removed', at, { from: removed });
}

function namesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function compareMultiple({ from, to }: Options, path: string, changes: ContractChange[]): void {
  const [before, after] = [numberOf(from['multipleOf']), numberOf(to['multipleOf'])];
  if (before === after) return;
  note(changes, multipleRule(before, after), `${path}.multipleOf`, { from: before, to: after });
}

function multipleRule(before: number | undefined, after: number | undefined): RuleName {
  if (before === undefined) return 'multiple-tightened';
  if (after === undefined) return 'multiple-loosened';
  if (isMultiple(after, before)) return 'multiple-tightened';
  return isMultiple(before, after) ? 'multiple-loosened' : 'multiple-changed';
}

/** Tolerates rounding: 0.3 / 0.1 is not exactly 3. */
function isMultiple(one: number, of: number): boolean {
  const times = one / of;
  return Math.round(times) !== 0 && Math.abs(times - Math.round(times)) < 1e-9 * Math.abs(times);
}

function compareFlag({ from, to }: Options, path: string, changes: ContractChange[]): void {
  const [before, after] = [from['uniqueItems'] === true, to['uniqueItems'] === true];
  if (before === after) return;
  note(changes, after ? 'unique-added' : 'unique-removed', `${path}.uniqueItems`);
}

function noteOption(
  values: { from: unknown; to: unknown },
  path: string,
  changes: ContractChange[],
): void {
  const isAbsent = (value: unknown): boolean => value === undefined || value === null;
  const rule = isAbsent(values.from)
    ? 'option-added'
    : isAbsent(values.to)
      ? 'option-removed'
      : 'option-changed';
  note(changes, rule, path, values);
}
