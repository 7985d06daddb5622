import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { coreAttributes, findExtension, findTarget } from '../schemas/resource-types.ts';
import type { ResourceType, Target } from '../schemas/resource-types.ts';

/** The attributes that a client asks for; names that the schema does not have select nothing. */
export type Selection = { attributes: readonly string[]; excluded: readonly string[] };

/** A place in a resource: an extension or an attribute, or one part of it. */
type Place = { extension: string | undefined; name: string; sub: string | undefined };

/** The resource with the selected attributes; those that are always returned stay (RFC 7644 §3.9). */
export function selectAttributes(
  type: ResourceType,
  resource: JsonObject,
  { attributes, excluded }: Selection,
): JsonObject {
  if (attributes.length > 0) {
    const kept = attributes.flatMap((path) => placeOf(type, path));
    return keepOnly(type, resource, kept);
  }
  const result = structuredClone(resource);
  for (const place of excluded.flatMap((path) => placeOf(type, path))) remove(type, result, place);
  return result;
}

/** True if answers with this selection contain the attribute of the core schema. */
export function selects(type: ResourceType, selection: Selection, name: string): boolean {
  const marker = { [name]: [{ value: '' }] };
  return selectAttributes(type, marker, selection)[name] !== undefined;
}

function placeOf(type: ResourceType, path: string): Place[] {
  const extension = findExtension(type, path)?.id;
  if (extension) return [{ extension: undefined, name: extension, sub: undefined }];
  const target: Target | undefined = findTarget(type, path);
  if (!target) return [];
  return [{ extension: target.extension, name: target.attribute.name, sub: target.sub?.name }];
}

function isAlways(type: ResourceType, name: string): boolean {
  return coreAttributes(type).some((each) => each.name === name && each.returned === 'always');
}

function keepOnly(type: ResourceType, resource: JsonObject, places: readonly Place[]): JsonObject {
  const members = Object.entries(resource).filter(([name]) => isAlways(type, name));
  const result: JsonObject = Object.fromEntries(members);
  for (const { extension, name, sub } of places) {
    const value = containerOf(resource, extension)?.[name];
    if (value === undefined) continue;
    const to = extension === undefined ? result : ((result[extension] ??= {}) as JsonObject);
    to[name] = sub === undefined ? value : withPart(value, to[name], sub);
  }
  return result;
}

function containerOf(resource: JsonObject, extension: string | undefined): JsonObject | undefined {
  return extension === undefined ? resource : (resource[extension] as JsonObject | undefined);
}

/** The parts of a value that were kept before, and one more. */
function withPart(value: Json, before: Json | undefined, sub: string): Json {
  if (Array.isArray(value)) {
    return value.map((each, at) =>
      withPart(each, Array.isArray(before) ? before[at] : undefined, sub),
    );
  }
  if (!isObject(value)) return value;
  const part = value[sub];
  return {
    ...(isObject(before) ? before : {}),
    ...(part !== undefined && { [sub]: part }),
  };
}

function remove(type: ResourceType, resource: JsonObject, { extension, name, sub }: Place): void {
  const from = containerOf(resource, extension);
  if (!from || (extension === undefined && isAlways(type, name))) return;
  if (sub === undefined) {
    delete from[name];
    return;
  }
  const value = from[name];
  for (const each of Array.isArray(value) ? value : [value]) {
    if (isObject(each)) delete each[sub];
  }
}
