import { canonicalJson, isObject } from '../../lib/json/json.ts';
import type { Json } from '../../lib/json/json.ts';

/** Members that identify an entry of a list in a contract; the first one that every entry has is the key. */
const keyNames = ['id', 'name', 'server', 'property', 'role', 'username', 'url'] as const;

type KeyOf = (entry: Json) => string;

/** The key of entries that all lists share; undefined if entries can only be compared by their position. */
export function keyFor(lists: readonly (readonly Json[])[]): KeyOf | undefined {
  const isScalar = lists.every((list) => list.every((entry) => typeof entry !== 'object'));
  const keys = isScalar
    ? [canonicalJson]
    : keyNames.map((name) => (entry: Json) => textIn(entry, name));
  return keys.find((keyOf) => lists.every((list) => isUnique(list.map(keyOf)))) as
    | KeyOf
    | undefined;
}

function textIn(entry: Json, name: string): string | undefined {
  const value = isObject(entry) ? entry[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

const isUnique = (keys: readonly (string | undefined)[]): boolean =>
  !keys.includes(undefined) && new Set(keys).size === keys.length;

/** The keys of the branch in their order, with each new key of the contract after its predecessor there. */
export function mergedOrder(target: readonly string[], branch: readonly string[]): string[] {
  const order = [...branch];
  const known = new Set(branch);
  for (const [index, key] of target.entries()) {
    if (known.has(key)) continue;
    const before = target[index - 1];
    const at = before === undefined ? 0 : order.indexOf(before) + 1;
    order.splice(at, 0, key);
    known.add(key);
  }
  return order;
}
