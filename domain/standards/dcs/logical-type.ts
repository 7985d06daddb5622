import { textOf } from '../json-value.ts';
import type { LogicalType } from '../odcs/contract-model.ts';

/** DCS types with a different name in ODCS; all others are the same. */
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

/** The logical type of a field or definition of DCS; undefined for an unknown type. */
export function logicalTypeOf(value: unknown): LogicalType | undefined {
  const type = textOf(value)?.toLowerCase() ?? '';
  return Object.hasOwn(logicalTypes, type) ? logicalTypes[type] : undefined;
}
