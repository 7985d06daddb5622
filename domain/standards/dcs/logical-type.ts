import { textOf } from '../json-value.ts';
import type { LogicalType } from '../odcs/contract-model.ts';

/** Types of DCS that mean another word of ODCS; the others are spelt alike. */
const logicalTypes: Readonly<Record<string, LogicalType>> = {
  string: 'string',
  text: 'string',
  varchar: 'string',
  number: 'number',
  decimal: 'number',
  numeric: 'number',
  float: 'number',
  double: 'number',
  int: 'integer',
  integer: 'integer',
  long: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  timestamp_tz: 'timestamp',
  timestamp_ntz: 'timestamp',
  array: 'array',
  map: 'map',
  object: 'object',
  record: 'object',
  struct: 'object',
};

/** The logical type of a field or definition of DCS; undefined for a type that it does not know. */
export function logicalTypeOf(value: unknown): LogicalType | undefined {
  const type = textOf(value)?.toLowerCase() ?? '';
  return Object.hasOwn(logicalTypes, type) ? logicalTypes[type] : undefined;
}
