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
  if (op === 'remove' && !sub) {
    delete container[name];
    return;
  }
  if (sub) {
    const parts = isObject(container[name]) ? (container[name]) : {};
    const part = op === 'remove' ? undefined : readValue(sub, value ?? null, `${name}.${sub.name}`);
    if (part === undefined) delete parts[sub.name];
    else parts[sub.name] = part;
    if (Object.keys(parts).length > 0) container[name] = parts;
    else delete container[name];
    return;
  }
  const read = readValue(attribute, value ?? null, name);
  const before = container[name];
  if (read === undefined) delete container[name];
  else
    container[name] =
      isObject(read) && isObject(before)
        ? { ...(before), ...(read) }
        : read;
}
