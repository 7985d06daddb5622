import { canonicalJson, isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { matchesElement, subAttribute } from '../filter/match-filter.ts';
import type { Filter } from '../filter/parse-filter.ts';
import { refuseScim } from '../protocol/refuse-scim.ts';
import { readValue } from '../resource/read-resource.ts';
import type { Attribute } from '../schemas/attribute.ts';
import type { Step } from './change-single.ts';
import type { PatchTarget } from './read-patch.ts';

/** Adds, replaces or removes values of a list, or a part of them. */
export function changeList(container: JsonObject, target: PatchTarget, step: Step): void {
  const { attribute, filter, sub } = target;
  const { name } = attribute;
  const before = Array.isArray(container[name]) ? container[name] : [];
  const after =
    filter || sub ? changeSelected(before, target, step) : changeAll(attribute, before, step);
  if (after.length > 0) container[name] = after;
  else delete container[name];
}

function changeAll(attribute: Attribute, before: Json[], { op, value }: Step): Json[] {
  const { name } = attribute;
  if (op === 'remove' && (value === undefined || value === null)) return [];
  // A single value instead of a list is understood, too.
  const list = Array.isArray(value) ? value : [value ?? null];
  const given = (readValue(attribute, list, name) ?? []) as Json[];
  if (op === 'remove') return without(before, given);
  return op === 'replace' ? given : withAdded(before, given);
}

/** Microsoft Entra names the values to remove; `value` identifies them. */
function without(before: readonly Json[], given: readonly Json[]): Json[] {
  const removed = new Set(given.map(identifying));
  return before.filter((each) => !removed.has(identifying(each)));
}

function identifying(each: Json): string {
  const value = isObject(each) ? each['value'] : each;
  return canonicalJson(value ?? each);
}

/** Values that the list has are not added again; a new primary value replaces the former one. */
function withAdded(before: readonly Json[], given: readonly Json[]): Json[] {
  const known = new Set(before.map((each) => canonicalJson(each)));
  const added = given.filter((each) => !known.has(canonicalJson(each)));
  return [...(added.some(isPrimary) ? before.map(withoutPrimary) : before), ...added];
}

const isPrimary = (each: Json): boolean => isObject(each) && each['primary'] === true;
const withoutPrimary = (each: Json): Json =>
  isPrimary(each) ? { ...(each as JsonObject), primary: false } : each;

function changeSelected(before: Json[], target: PatchTarget, step: Step): Json[] {
  const { attribute, filter, sub } = target;
  const matches = (each: Json): boolean => !filter || matchesElement(attribute, each, filter);
  if (step.op === 'remove' && !sub) return before.filter((each) => !matches(each));
  if (before.some(matches)) {
    const changed = before.map((each) =>
      matches(each) ? changeElement(each, target, step) : each,
    );
    return keepOnePrimary(before, changed);
  }
  if (step.op === 'remove') return before;
  if (step.op === 'replace' && filter) {
    refuseScim('noTarget', `No value of '${attribute.name}' matches the filter of the path.`);
  }
  const begun = filter ? equalities(attribute, filter) : {};
  return keepOnePrimary(before, [...before, changeElement(begun, target, step)]);
}

function changeElement(element: Json, { attribute, sub }: PatchTarget, { op, value }: Step): Json {
  const parts = isObject(element) ? { ...element } : {};
  const path = `${attribute.name}[]`;
  const single = { ...attribute, multiValued: false };
  const read = sub
    ? {
        [sub.name]:
          op === 'remove' ? undefined : readValue(sub, value ?? null, `${path}.${sub.name}`),
      }
    : ((readValue(single, value ?? null, path) ?? {}) as JsonObject);
  for (const [name, part] of Object.entries(read)) {
    assertMutable(attribute, parts[name], name, part);
    if (part === undefined) delete parts[name];
    else parts[name] = part;
  }
  return parts;
}

function assertMutable(
  attribute: Attribute,
  before: Json | undefined,
  name: string,
  after: Json | undefined,
): void {
  const { mutability } = subAttribute(attribute, name);
  if (mutability !== 'immutable' || before === undefined || before === after) return;
  refuseScim(
    'mutability',
    `'${attribute.name}.${name}' cannot be changed: remove the value and add another.`,
  );
}

/** The value that a filter such as `type eq "work"` describes, for an `add` that finds none. */
function equalities(attribute: Attribute, filter: Filter): JsonObject {
  if (filter.op === 'and') {
    const parts = filter.filters.map((each) => equalities(attribute, each));
    return Object.assign({}, ...parts) as JsonObject;
  }
  if (filter.op !== 'eq') {
    return refuseScim(
      'noTarget',
      `No value of '${attribute.name}' matches the filter of the path.`,
    );
  }
  const sub = subAttribute(attribute, filter.path);
  const value = readValue(sub, filter.value, sub.name);
  return value === undefined ? {} : { [sub.name]: value };
}

/** A value that becomes the primary one takes that from the others. */
function keepOnePrimary(before: readonly Json[], after: Json[]): Json[] {
  const fresh = after.findIndex((each, at) => isPrimary(each) && !isPrimary(before[at] ?? null));
  return fresh < 0 ? after : after.map((each, at) => (at === fresh ? each : withoutPrimary(each)));
}
