import { readOperand } from '../../../domain/scim/filter/judge-comparison.ts';
import type { Comparison, Filter } from '../../../domain/scim/filter/parse-filter.ts';
import type { Attribute } from '../../../domain/scim/schemas/attribute.ts';

/** SQL with `?` for its bindings. Values of a client are only ever bindings; names are those of the schemas. */
export type Condition = { sql: string; bindings: readonly unknown[] };

/** A comparison of `op` with a value, or `pr`. */
export type Compared = (Filter & { op: Comparison }) | (Filter & { op: 'pr' });

/** Never null, so that `not` means the opposite. */
export function comparison(text: string, attribute: Attribute, filter: Compared): Condition {
  if (filter.op === 'pr') return presence(text, attribute);
  const { op } = filter;
  const operand = readOperand(attribute, op, filter.value);
  if (operand === undefined) {
    return { sql: `(${text}) is ${op === 'eq' ? '' : 'not '}null`, bindings: [] };
  }
  if (operand instanceof Date) {
    return { sql: times[op as keyof typeof times](text), bindings: [operand] };
  }
  if (typeof operand === 'boolean') {
    const sign = op === 'eq' ? 'is not distinct from' : 'is distinct from';
    return { sql: `(${text}) ${sign} ?::text`, bindings: [String(operand)] };
  }
  const exact = attribute.caseExact;
  const found = exact ? `(${text})` : `lower(${text})`;
  const wanted = exact ? '?::text' : 'lower(?::text)';
  return { sql: texts[op](found, wanted), bindings: op === 'ew' ? [operand, operand] : [operand] };
}

function presence(text: string, { type }: Attribute): Condition {
  const sql = type === 'dateTime' ? `(${text}) is not null` : `coalesce((${text}) <> '', false)`;
  return { sql, bindings: [] };
}

const inBytes = (sign: string) => (found: string, wanted: string) =>
  `coalesce(${found} collate "C" ${sign} ${wanted}, false)`;

const texts: Record<Comparison, (found: string, wanted: string) => string> = {
  eq: (found, wanted) => `coalesce(${found} = ${wanted}, false)`,
  ne: (found, wanted) => `${found} is distinct from ${wanted}`,
  co: (found, wanted) => `coalesce(strpos(${found}, ${wanted}) > 0, false)`,
  sw: (found, wanted) => `coalesce(starts_with(${found}, ${wanted}), false)`,
  ew: (found, wanted) => `coalesce(right(${found}, length(${wanted})) = ${wanted}, false)`,
  gt: inBytes('>'),
  ge: inBytes('>='),
  lt: inBytes('<'),
  le: inBytes('<='),
};

const inTime = (sign: string) => (found: string) =>
  `coalesce((${found}) ${sign} ?::timestamptz, false)`;

const times = {
  eq: inTime('='),
  ne: (found: string) => `(${found}) is distinct from ?::timestamptz`,
  gt: inTime('>'),
  ge: inTime('>='),
  lt: inTime('<'),
  le: inTime('<='),
};
