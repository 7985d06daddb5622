import { numberOf } from '../../../domain/standards/json-value.ts';
import type { Scalar } from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from './notes.ts';
import type { Field, Shape } from './shape.ts';

/** An integer beyond 2^53 may be rounded, which `noteInexactBounds` notes. */
function integerOf(value: Scalar): number | undefined {
  const number = numberOf(value);
  return Number.isInteger(number) ? number : undefined;
}

function booleanOf(value: Scalar): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = String(value).trim().toLowerCase();
  return text === 'true' || (text === 'false' ? false : undefined);
}

const readers: Partial<Record<Shape['kind'], (value: Scalar) => Scalar | undefined>> = {
  text: String,
  bytes: String,
  date: String,
  time: String,
  timestamp: String,
  integer: integerOf,
  float: numberOf,
  decimal: numberOf,
  boolean: booleanOf,
  json: (value) => value,
};

/** The allowed values of a field as values of its type, each once; undefined where every value is allowed. */
export function typedValuesOf(
  { path, shape, values }: Field,
  notes: Notes,
): readonly Scalar[] | undefined {
  if (values === undefined) return undefined;
  const read = readers[shape.kind];
  const typed = values.map((value) => read?.(value)).filter((value) => value !== undefined);
  if (typed.length < values.length) {
    const which = typed.length === 0 ? 'its' : 'some of its';
    notes.warn(path, `${which} allowed values are no values of its type, so they are left out`);
  }
  return typed.length === 0 ? undefined : [...new Set(typed)];
}
