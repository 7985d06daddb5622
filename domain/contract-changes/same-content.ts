import { isObject } from '../../lib/json/json.ts';

/** True if two JSON values are equal, ignoring the order of members and null members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isAbsent(one) || isAbsent(other)) return isAbsent(one) && isAbsent(other);
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other);
  return isObject(one) && isObject(other) && isSameObject(one, other);
}

type Members = Record<string, unknown>;

function isSameObject(one: Members, other: Members): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)];
  // Fast path: documents from the same client have their members in the same order.
  if (names.length === others.length && names.every((name, index) => name === others[index]))
    return names.every((name) => isSame(one[name], other[name]));
  return (
    names.every((name) => isSame(one[name], memberOf(other, name))) &&
    others.every((name) => Object.hasOwn(one, name) || isAbsent(other[name]))
  );
}

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((entry, index) => isSame(entry, other[index]));
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Names of the members that differ between two objects. */
export function differingMembers(one: Members, other: Members): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isSame(memberOf(one, name), memberOf(other, name)));
}

function memberOf(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
