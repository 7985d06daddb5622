import { logicalTypeOf } from '../../../../domain/dialects/types/column-types.ts';
import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { hasZone } from '../../../../domain/dialects/literals/timestamp-literal.ts';
import { numberOf } from '../../../../domain/standards/json-value.ts';
import type { ContractProperty, Scalar } from '../../../../domain/standards/odcs/contract-model.ts';
import { boundOfText } from '../../shapes/timestamps-in-text.ts';
import type { Shape } from '../../shapes/shape.ts';

/** The values of a column; rules compare nothing with `other`. */
export type Held =
  | 'integer'
  | 'number'
  | 'text'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'zonedTimestamp'
  | 'other';

/** Databases that cannot read a timestamp with a zone from text. */
const withoutOffsets: ReadonlySet<TypeDialect> = new Set(['mysql', 'clickhouse']);

const compared = ['integer', 'number', 'boolean', 'date', 'time', 'timestamp'] as const;

/** The values of a column of a database. */
export function heldByType(dialect: TypeDialect, type: string): Held {
  const inner = /^Nullable\((.*)\)$/.exec(type)?.[1] ?? type;
  const logical = logicalTypeOf(dialect, inner);
  if (logical === 'string') return 'text';
  if (logical === 'timestamp' && hasZone(dialect, inner) && !withoutOffsets.has(dialect))
    return 'zonedTimestamp';
  return compared.find((kind) => kind === logical) ?? 'other';
}

const ofKind: Partial<Record<Shape['kind'], Held>> = {
  text: 'text',
  integer: 'integer',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
};

/** The values of a column of pandas or Spark; pandas stores timestamps without their zone. */
export function heldByShape(engine: string, shape: Shape): Held {
  if (shape.kind !== 'timestamp') return ofKind[shape.kind] ?? 'other';
  return engine === 'spark' && shape.zone !== false ? 'zonedTimestamp' : 'timestamp';
}

const forms: Partial<Record<Held, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?$/,
  timestamp: /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?$/,
  zonedTimestamp:
    /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/,
};

/** A bound as the column is compared with it; undefined if it is not a value of the column. */
export function boundOf(
  property: ContractProperty,
  held: Held | undefined,
  bound: Scalar,
): Scalar | undefined {
  if (held === undefined) return bound;
  if (held === 'integer' || held === 'number') return numberOf(bound);
  if (held === 'text') return boundOfText(property, bound);
  return forms[held]?.test(String(bound)) === true ? bound : undefined;
}

function booleanOf(value: Scalar): boolean | undefined {
  const text = String(value).trim().toLowerCase();
  return text === 'true' || (text === 'false' ? false : undefined);
}

function integerOf(value: Scalar): number | undefined {
  const number = numberOf(value);
  return Number.isInteger(number) ? number : undefined;
}

const readers: Partial<Record<Held, (value: Scalar) => Scalar | undefined>> = {
  integer: integerOf,
  number: numberOf,
  text: String,
  boolean: booleanOf,
};

/** The values of a list that the column can have, converted to its type, without duplicates. */
export function valuesOf(held: Held | undefined, values: readonly Scalar[]): Scalar[] {
  const read = readers[held ?? 'other'] ?? ((value: Scalar) => value);
  return [...new Set(values.map(read).filter((value) => value !== undefined))];
}
