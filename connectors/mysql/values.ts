import type { QueryOptions } from 'mysql2/promise';
import { isObject } from '../../lib/json/json.ts';

type TypeCast = Extract<QueryOptions['typeCast'], (...given: never[]) => unknown>;

const isTimestamp = (type: string): boolean => /^(DATE|DATETIME|TIMESTAMP|NEWDATE)2?$/.test(type);

/** Integers beyond 2^53 become bigint; dates become text, because JavaScript has no `0000-00-00`. */
export function valueOf(field: Parameters<TypeCast>[0], next: () => unknown): unknown {
  if (field.type === 'LONGLONG') {
    const text = field.string();
    if (text === null) return null;
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  }
  return isTimestamp(field.type) ? field.string() : next();
}

const isDateTime = (type: string): boolean => /^(DATETIME|TIMESTAMP)2?$/.test(type);

/** Writes a timestamp in UTC as the other sources do; an invalid one stays as it is. */
function isoOf(text: string): string {
  const timestamp = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(timestamp.getTime()) ? text : timestamp.toISOString();
}

/** Values of a rule, which users compare with their own text: timestamps in ISO 8601. */
export function ruleValueOf(field: Parameters<TypeCast>[0], next: () => unknown): unknown {
  const value = valueOf(field, next);
  return isDateTime(field.type) && typeof value === 'string' ? isoOf(value) : value;
}

/** The error number of MySQL or MariaDB; 0 for other errors. */
export const errorNumberOf = (error: unknown): number =>
  isObject(error) ? Number(error['errno']) : 0;

/** The error number of a syntax error. */
export const syntaxError = 1064;
