import { refuseScim } from '../protocol/refuse-scim.ts';
import type { Attribute } from '../schemas/attribute.ts';
import type { Comparison, FilterValue } from './parse-filter.ts';

/** The value of a comparison in the type of its attribute; undefined stands for null. */
export type Operand = string | boolean | Date | undefined;

const equalities = new Set<Comparison>(['eq', 'ne']);
const searches = new Set<Comparison>(['co', 'sw', 'ew']);

/** Converts the value of a comparison; refuses with `invalidFilter` what the type of the attribute does not allow. */
export function readOperand(
  { name, type }: Attribute,
  op: Comparison,
  value: FilterValue,
): Operand {
  if (value === null) {
    return equalities.has(op) ? undefined : refuseFilter(`'${name} ${op} null' is never true.`);
  }
  switch (type) {
    case 'boolean':
      return readFlag(name, op, value);
    case 'dateTime':
      return readMoment(name, op, value);
    case 'complex':
    case 'integer':
      return refuseFilter(`'${name}' has parts: name one of them, or use pr.`);
    case 'string':
    case 'reference':
    case 'binary':
      return readText(name, value);
  }
}

function refuseFilter(message: string): never {
  return refuseScim('invalidFilter', message);
}

function readFlag(name: string, op: Comparison, value: FilterValue): boolean {
  if (!equalities.has(op)) refuseFilter(`'${name}' is true or false: compare it with eq or ne.`);
  return readBoolean(value) ?? refuseFilter(`'${name}' is true or false.`);
}

function readMoment(name: string, op: Comparison, value: FilterValue): Date {
  if (searches.has(op))
    refuseFilter(`'${name}' is a time: compare it with eq, ne, gt, ge, lt or le.`);
  return readTime(value) ?? refuseFilter(`'${name}' is a time such as "2026-01-31T12:00:00Z".`);
}

function readText(name: string, value: FilterValue): string {
  if (typeof value !== 'string')
    return refuseFilter(`'${name}' is a text: write the value in quotes.`);
  if (value.includes('\u0000'))
    refuseFilter(`The value of '${name}' contains a character that is not stored.`);
  return value;
}

/** True or false, also as the text that some clients send. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

const timePattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i;

function readTime(value: FilterValue): Date | undefined {
  if (typeof value !== 'string' || !timePattern.test(value)) return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
