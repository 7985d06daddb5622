import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';

/** The members without undefined, null, and empty texts, lists and objects. */
export function facts(members: Record<string, Json | undefined>): JsonObject {
  const known = Object.entries(members).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined && !isEmpty(entry[1]),
  );
  return Object.fromEntries(known);
}

function isEmpty(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A member of parsed JSON as an object; empty when it is none. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? (value as JsonObject) : {};
}

/** A member of parsed JSON as text; undefined when it is no text or blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The texts in a list of parsed JSON. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The objects in a list of parsed JSON. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((each): each is JsonObject => isObject(each)) : [];
}
