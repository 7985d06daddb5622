import type { Json } from '../../../lib/json/json.ts';
import { isObject } from '../../../lib/json/json.ts';
import { refuseScim } from '../protocol/refuse-scim.ts';
import type { Attribute } from '../schemas/attribute.ts';
import { findAttribute } from '../schemas/resource-types.ts';
import { readOperand } from './judge-comparison.ts';
import type { Operand } from './judge-comparison.ts';
import type { Comparison, Filter } from './parse-filter.ts';

type Compared = Filter & { path: string; op: Comparison };

/** True if one value of a list, such as an e-mail address, matches the filter in the brackets of a value path. */
export function matchesElement(list: Attribute, element: Json, filter: Filter): boolean {
  if ('value' in filter) return compares(subAttribute(list, filter.path), element, filter);
  switch (filter.op) {
    case 'and':
      return filter.filters.every((each) => matchesElement(list, element, each));
    case 'or':
      return filter.filters.some((each) => matchesElement(list, element, each));
    case 'not':
      return !matchesElement(list, element, filter.filter);
    case '[]':
      return refuseScim('invalidFilter', `'${filter.path}' has no values of its own.`);
    case 'pr': {
      const value = valueOf(element, subAttribute(list, filter.path));
      return value !== undefined && value !== null && value !== '';
    }
  }
}

/** The part of the values of a list that a filter in brackets names; refuses unknown ones with `invalidFilter`. */
export function subAttribute(list: Attribute, path: string): Attribute {
  const found = findAttribute(list.subAttributes ?? [], path);
  return (
    found ?? refuseScim('invalidFilter', `'${list.name}' has no part '${path.slice(0, 100)}'.`)
  );
}

function valueOf(element: Json, { name }: Attribute): Json | undefined {
  return isObject(element) ? element[name] : undefined;
}

function compares(attribute: Attribute, element: Json, { op, value }: Compared): boolean {
  const operand = readOperand(attribute, op, value);
  const found = valueOf(element, attribute);
  const isAbsent = found === undefined || found === null;
  if (operand === undefined || isAbsent) {
    const isSame = operand === undefined && isAbsent;
    return op === 'eq' ? isSame : op === 'ne' && !isSame;
  }
  return holds(op, comparable(found, attribute), comparable(operand, attribute));
}

type Comparable = string | boolean;

function comparable(
  value: Json | Exclude<Operand, undefined>,
  { caseExact }: Attribute,
): Comparable {
  if (typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return caseExact ? text : text.toLowerCase();
}

const tests: Record<Comparison, (found: string, wanted: string) => boolean> = {
  eq: (found, wanted) => found === wanted,
  ne: (found, wanted) => found !== wanted,
  co: (found, wanted) => found.includes(wanted),
  sw: (found, wanted) => found.startsWith(wanted),
  ew: (found, wanted) => found.endsWith(wanted),
  gt: (found, wanted) => inBytes(found, wanted) > 0,
  ge: (found, wanted) => inBytes(found, wanted) >= 0,
  lt: (found, wanted) => inBytes(found, wanted) < 0,
  le: (found, wanted) => inBytes(found, wanted) <= 0,
};

function holds(op: Comparison, found: Comparable, wanted: Comparable): boolean {
  return tests[op](String(found), String(wanted));
}

/** Postgres compares in the same order. */
function inBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
