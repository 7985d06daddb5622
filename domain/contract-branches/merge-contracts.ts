import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { isSame } from '../contract-changes/same-content.ts';
import { isHigher } from '../contract-changes/raised-version.ts';
import { keyFor, mergedOrder } from './merge-lists.ts';

/** A part that the contract and its branch have both changed since the branch was cut, each in another way. */
export type BranchConflict = { path: string; base?: Json; target?: Json; branch?: Json };

/** The side whose value a conflict takes, by path. */
export type BranchChoices = Readonly<Record<string, 'target' | 'branch'>>;

type Merge = { conflicts: BranchConflict[]; choices: BranchChoices };
type Sides = { base: Json | undefined; target: Json | undefined; branch: Json | undefined };

/**
 * Merges the changes of a contract and of its branch since `base`, element by element: schemas, properties, servers and other
 * entries of lists are matched by id or name. Where both sides disagree, a conflict is noted and the branch's value is taken.
 */
export function mergeContracts(
  { base, target, branch }: Record<'base' | 'target' | 'branch', JsonObject>,
  choices: BranchChoices = {},
): { merged: JsonObject; conflicts: BranchConflict[] } {
  const merge: Merge = { conflicts: [], choices };
  const merged = mergeValue(merge, '', { base, target, branch });
  return { merged: merged as JsonObject, conflicts: merge.conflicts };
}

/** The merged value; undefined if it was removed. */
function mergeValue(merge: Merge, path: string, sides: Sides): Json | undefined {
  const { base, target, branch } = sides;
  if (isSame(base, target) || isSame(target, branch)) return branch;
  if (isSame(base, branch)) return target;
  if (isObject(target) && isObject(branch)) return mergeMembers(merge, path, sides);
  if (Array.isArray(target) && Array.isArray(branch)) {
    const merged = mergeList(merge, path, { ...sides, target, branch });
    if (merged) return merged;
  }
  return settle(merge, path, sides);
}

/** The higher version wins; other disagreements are conflicts. */
function settle({ conflicts, choices }: Merge, path: string, sides: Sides): Json | undefined {
  const { base, target, branch } = sides;
  if (path === 'version' || path === 'info.version') {
    return isHigher(textOf(target), textOf(branch)) ? target : branch;
  }
  const choice = Object.hasOwn(choices, path) ? choices[path] : undefined;
  if (choice) return sides[choice];
  conflicts.push({
    path,
    ...(base !== undefined && { base }),
    ...(target !== undefined && { target }),
    ...(branch !== undefined && { branch }),
  });
  return branch;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const memberOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function mergeMembers(merge: Merge, path: string, sides: Sides): JsonObject {
  const [base, target, branch] = [sides.base, sides.target, sides.branch].map(objectOf) as [
    JsonObject,
    JsonObject,
    JsonObject,
  ];
  const names = mergedOrder(Object.keys(target), Object.keys(branch));
  const members = names.flatMap((name) => {
    const value = mergeValue(merge, path === '' ? name : `${path}.${name}`, {
      base: memberOf(base, name),
      target: memberOf(target, name),
      branch: memberOf(branch, name),
    });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

/** Undefined if the entries cannot be matched. */
function mergeList(
  merge: Merge,
  path: string,
  { base, target, branch }: { base: Json | undefined; target: Json[]; branch: Json[] },
): Json[] | undefined {
  const before = Array.isArray(base) ? base : [];
  const keyOf = keyFor([before, target, branch]);
  if (!keyOf) return undefined;
  const byKey = (list: readonly Json[]) => new Map(list.map((entry) => [keyOf(entry), entry]));
  const [from, to, own] = [byKey(before), byKey(target), byKey(branch)];
  return mergedOrder([...to.keys()], [...own.keys()]).flatMap((key) => {
    const entry = { base: from.get(key), target: to.get(key), branch: own.get(key) };
    const value = mergeValue(merge, `${path}[${key}]`, entry);
    return value === undefined ? [] : [value];
  });
}
