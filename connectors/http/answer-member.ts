import { isObject } from '../../lib/json/json.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';

/** An object of a platform's answer; its members are not validated yet. */
export type AnswerObject = Record<string, unknown>;

/** The text of a member; undefined when it is missing or empty. */
export function textOf(object: AnswerObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The number of a member; text of digits counts, because some platforms write 64-bit integers so. */
export function numberOf(object: AnswerObject | undefined, name: string): number | undefined {
  const value = object?.[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

export function flagOf(object: AnswerObject | undefined, name: string): boolean | undefined {
  const value = object?.[name];
  return typeof value === 'boolean' ? value : undefined;
}

export function objectOf(object: AnswerObject | undefined, name: string): AnswerObject | undefined {
  const value = object?.[name];
  return isObject(value) ? value : undefined;
}

/** The objects of a list member; empty when the member is no list. */
export function objectsOf(object: AnswerObject | undefined, name: string): AnswerObject[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts of a list member; empty when the member is no list. */
export function textsOf(object: AnswerObject | undefined, name: string): string[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

/**
 * The text or number of a member, as text, e.g. a name or an id. Throws when it is missing, because the answer is not as
 * documented.
 */
export function demandText(object: AnswerObject, name: string): string {
  const value = object[name];
  if (typeof value === 'number') return String(value);
  return textOf(object, name) ?? fail(`an object without '${name}'`);
}

/** The objects of a list member; throws when the member is no list, because it would look like an empty listing. */
export function demandObjects(object: AnswerObject, name: string): AnswerObject[] {
  if (!Array.isArray(object[name])) fail(`no list '${name}'`);
  return objectsOf(object, name);
}

/** Throws when the answer is no object. */
export function demandObject(value: unknown): AnswerObject {
  return isObject(value) ? value : fail('no object');
}

function fail(what: string): never {
  throw new Error(`The platform's answer is not as documented: ${what}`);
}

/** The members that are not empty; undefined when none is left. */
export function factsOf(facts: Record<string, unknown>): JsonObject | undefined {
  const known = Object.entries(facts).filter(([, value]) => !isEmpty(value));
  return known.length === 0 ? undefined : (Object.fromEntries(known) as Record<string, Json>);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
