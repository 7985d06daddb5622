import { isObject } from '../lib/json.ts';
import type { Json, JsonObject } from '../lib/json.ts';

/** An object in what a platform answered; nothing about its members is known yet. */
export type AnswerObject = Record<string, unknown>;

/** The text in a member; undefined when there is none or it is empty. */
export function textOf(object: AnswerObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The number in a member; a text of digits counts, as some platforms write 64-bit integers so. */
export function numberOf(object: AnswerObject | undefined, name: string): number | undefined {
  const value = object?.[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** The boolean in a member. */
export function flagOf(object: AnswerObject | undefined, name: string): boolean | undefined {
  const value = object?.[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** The object in a member. */
export function objectOf(object: AnswerObject | undefined, name: string): AnswerObject | undefined {
  const value = object?.[name];
  return isObject(value) ? value : undefined;
}

/** The objects of a list in a member; none when there is no list. */
export function objectsOf(object: AnswerObject | undefined, name: string): AnswerObject[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts of a list in a member; none when there is no list. */
export function textsOf(object: AnswerObject | undefined, name: string): string[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

/** The text or number in a member, as text: what a thing is called, or its id. Throws when there is none, as the answer is not what was documented. */
export function demandText(object: AnswerObject, name: string): string {
  const value = object[name];
  if (typeof value === 'number') return String(value);
  return textOf(object, name) ?? fail(`an object without '${name}'`);
}

/** The objects of a list in a member; throws when there is no list, as nobody could tell an empty listing from a broken one. */
export function demandObjects(object: AnswerObject, name: string): AnswerObject[] {
  if (!Array.isArray(object[name])) fail(`no list '${name}'`);
  return objectsOf(object, name);
}

/** An answer that has to be an object. */
export function demandObject(value: unknown): AnswerObject {
  return isObject(value) ? value : fail('no object');
}

function fail(what: string): never {
  throw new Error(`The platform's answer is not as documented: ${what}`);
}

/** The facts that there are: without members that are undefined or empty; undefined when none is left. */
export function factsOf(facts: Record<string, unknown>): JsonObject | undefined {
  const told = Object.entries(facts).filter(([, value]) => !isEmpty(value));
  return told.length === 0 ? undefined : (Object.fromEntries(told) as Record<string, Json>);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
