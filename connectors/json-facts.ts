import { isObject } from '../lib/json.ts';
import type { Json, JsonObject } from '../lib/json.ts';

/** The members that are there: neither undefined nor null, no empty text, list or object. */
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

/** The object that a member of parsed JSON is; an empty one when it is something else. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? (value as JsonObject) : {};
}

/** The text that a member of parsed JSON is; undefined when it is something else or blank. */
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
