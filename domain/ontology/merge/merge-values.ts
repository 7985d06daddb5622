import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { entryPath, memberPath } from '../model/field-path.ts';
import { isSameValue, keyFunction, ownMember, shapeOf } from '../model/same-value.ts';
import type { ListShape } from '../model/same-value.ts';

/** The same part of three documents: the base of the branch, the current namespace, and the branch. */
export type Sides<Of> = { base: Of; namespace: Of; branch: Of };

export type Value = Json | undefined;

/**
 * Both sides changed the same part in different ways. `concept` is absent for members of the document itself;
 * `field` reads like `custom_properties.unit`, `relationships[id].multiplicity`, or `*` for the whole entry,
 * and identifies one location (`field-path.ts`). A side is absent where the part does not exist.
 */
export type Conflict = {
  concept?: string;
  field: string;
  base?: Json;
  namespace?: Json;
  branch?: Json;
};

/** Decides a conflict (or records it), and returns the value to continue with. */
export type Settle = (field: string, sides: Sides<Value>) => Value;

/** Merges one member of three sides; `name` is the member's name, `field` its path. */
export function mergeValue(
  settle: Settle,
  name: string,
  field: string,
  sides: Sides<Value>,
): Value {
  const { base, namespace, branch } = sides;
  if (isSameValue(name, namespace, branch)) return namespace;
  if (isSameValue(name, base, branch)) return namespace;
  if (isSameValue(name, base, namespace)) return branch;
  if (isObject(namespace) && isObject(branch) && isObjectOrAbsent(base)) {
    return mergeMembers(settle, field, { base: base ?? {}, namespace, branch });
  }
  return mergeLists(settle, name, field, sides) ?? settle(field, sides);
}

const isObjectOrAbsent = (value: Value): value is JsonObject | undefined | null =>
  value === undefined || value === null || isObject(value);

/** Merges objects member by member; `within` is the path of the object. */
export function mergeMembers(settle: Settle, within: string, sides: Sides<JsonObject>): JsonObject {
  const { base, namespace, branch } = sides;
  const merged: [string, Json][] = [];
  for (const name of namesOfBoth(Object.keys(namespace), Object.keys(branch))) {
    const value = mergeValue(settle, name, memberPath(within, name), {
      base: ownMember(base, name),
      namespace: ownMember(namespace, name),
      branch: ownMember(branch, name),
    });
    if (value !== undefined) merged.push([name, value]);
  }
  return Object.fromEntries(merged);
}

/** Names of the namespace in its order; each further name of the branch follows its predecessor there. */
function namesOfBoth(namespace: readonly string[], branch: readonly string[]): string[] {
  const known = new Set(namespace);
  const followers = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const name of branch) {
    if (known.has(name)) before = name;
    else
      followers
        .set(before, followers.get(before) ?? [])
        .get(before)
        ?.push(name);
  }
  if (followers.size === 0) return [...namespace];
  const placed = namespace.flatMap((name) => [name, ...(followers.get(name) ?? [])]);
  return [...placed, ...(followers.get(undefined) ?? [])];
}

/** The merged list, or undefined when these lists can only be merged as a whole. */
function mergeLists(settle: Settle, name: string, field: string, sides: Sides<Value>): Value {
  const base = sides.base ?? [];
  const { namespace, branch } = sides;
  if (!Array.isArray(base) || !Array.isArray(namespace) || !Array.isArray(branch)) return undefined;
  const lists = { base, namespace, branch };
  const shape = shapeOf(name, [base, namespace, branch]);
  if (shape.kind === 'set') return mergeSets(lists);
  if (shape.kind === 'keyed') return mergeKeyed(settle, field, shape, lists);
  // Roles that both sides added have no base; they may name the same concept by its id and by its name.
  const lengths = [branch.length, ...(sides.base === undefined ? [] : [base.length])];
  const isByPosition = name === 'roles' && lengths.every((length) => length === namespace.length);
  if (!isByPosition) return undefined;
  return namespace.map((_, position): Json => {
    const at = { base: base[position], namespace: namespace[position], branch: branch[position] };
    return mergeValue(settle, '', entryPath(field, position), at) ?? null;
  });
}

type Lists = Sides<readonly Json[]>;

/** Applies the additions and removals of both sides: sets never conflict. */
function mergeSets({ base, namespace, branch }: Lists): Json[] {
  const [before, left, right] = [new Set(base), new Set(namespace), new Set(branch)];
  return [
    ...namespace.filter((entry) => right.has(entry) || !before.has(entry)),
    ...branch.filter((entry) => !left.has(entry) && !before.has(entry)),
  ];
}

function mergeKeyed(settle: Settle, field: string, shape: ListShape, lists: Lists): Json[] {
  const keyOf = keyFunction(shape);
  const byKey = (list: readonly Json[]): Map<string, Json> =>
    new Map(list.map((entry) => [keyOf(entry), entry]));
  const [base, namespace, branch] = [
    byKey(lists.base),
    byKey(lists.namespace),
    byKey(lists.branch),
  ];
  const merged: Json[] = [];
  for (const key of new Set([...namespace.keys(), ...branch.keys()])) {
    const at = { base: base.get(key), namespace: namespace.get(key), branch: branch.get(key) };
    const value = mergeValue(settle, '', entryPath(field, key), at);
    if (value !== undefined) merged.push(value);
  }
  return merged;
}
