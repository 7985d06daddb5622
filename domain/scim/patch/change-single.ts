import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { readValue } from '../resource/read-resource.ts';
import type { PatchTarget } from './read-patch.ts';

/** One step of a PATCH; the value is undefined for `remove` without values. */
export type Step = { op: 'add' | 'replace' | 'remove'; value: Json | undefined };

/** Sets or removes an attribute with one value; the parts of a complex value that are not named stay. */
export function changeSingle(
  container: JsonObject,
  { attribute, sub }: Pick<PatchTarget, 'attribute' | 'sub'>,
  { op, value }: Step,
): void {
  const { name } = attribute;
  const given = op === 'remove' ? null : (value ?? null);
  const before = container[name];
  const after = sub
    ? withPart(before, sub.name, readValue(sub, given, `${name}.${sub.name}`))
    : merged(before, readValue(attribute, given, name));
  if (after === undefined) delete container[name];
  else container[name] = after;
}

function withPart(before: Json | undefined, name: string, part: Json | undefined) {
  const { [name]: _, ...others } = isObject(before) ? before : {};
  const parts: JsonObject = part === undefined ? others : { ...others, [name]: part };
  return Object.keys(parts).length > 0 ? parts : undefined;
}

function merged(before: Json | undefined, after: Json | undefined): Json | undefined {
  const isBoth = isObject(before) && isObject(after);
  return isBoth ? { ...before, ...after } : after;
}
