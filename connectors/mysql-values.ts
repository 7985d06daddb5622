import type { QueryOptions } from 'mysql2/promise';
import { isObject } from '../lib/json.ts';

type TypeCast = Extract<QueryOptions['typeCast'], (...given: never[]) => unknown>;

const isMoment = (type: string): boolean => /^(DATE|DATETIME|TIMESTAMP|NEWDATE)2?$/.test(type);

/** Integers beyond 2^53 as bigint; dates as texts, because `0000-00-00` is none of JavaScript's. */
export function valueOf(field: Parameters<TypeCast>[0], next: () => unknown): unknown {
  if (field.type === 'LONGLONG') {
    const text = field.string();
    if (text === null) return null;
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  }
  return isMoment(field.type) ? field.string() : next();
}

const isDateTime = (type: string): boolean => /^(DATETIME|TIMESTAMP)2?$/.test(type);

/** A moment in UTC as every other source gives it; as it is where it is none. */
function isoOf(text: string): string {
  const moment = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

/** The same for what a rule answers, which people compare with texts of their own: moments as ISO 8601 has them. */
export function ruleValueOf(field: Parameters<TypeCast>[0], next: () => unknown): unknown {
  const value = valueOf(field, next);
  return isDateTime(field.type) && typeof value === 'string' ? isoOf(value) : value;
}

/** The number by which MySQL and MariaDB know an error; 0 for what is none of theirs. */
export const errorNumberOf = (error: unknown): number =>
  isObject(error) ? Number(error['errno']) : 0;

/** The number of a statement that the server cannot read. */
export const syntaxError = 1064;
