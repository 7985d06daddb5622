import type { LogicalType } from '../standards/odcs/contract-model.ts';
import type { Dialect } from './dialect.ts';

const postgresCategories: Record<string, LogicalType> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  money: 'number',
  text: 'string',
  'character varying': 'string',
  character: 'string',
  bpchar: 'string',
  citext: 'string',
  name: 'string',
  uuid: 'string',
  boolean: 'boolean',
  date: 'date',
  'time without time zone': 'time',
  'time with time zone': 'time',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamp',
  json: 'object',
  jsonb: 'object',
  vector: 'vector',
};

const duckdbCategories: Record<string, LogicalType> = {
  tinyint: 'integer',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  hugeint: 'integer',
  utinyint: 'integer',
  usmallint: 'integer',
  uinteger: 'integer',
  ubigint: 'integer',
  uhugeint: 'integer',
  bignum: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  varchar: 'string',
  uuid: 'string',
  enum: 'string',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  'time with time zone': 'time',
  time_ns: 'time',
  timestamp: 'timestamp',
  timestamp_s: 'timestamp',
  timestamp_ms: 'timestamp',
  timestamp_ns: 'timestamp',
  'timestamp with time zone': 'timestamp',
  struct: 'object',
  map: 'map',
  json: 'object',
  variant: 'object',
};

const categories: Partial<Record<Dialect, Record<string, LogicalType>>> = {
  postgres: postgresCategories,
  duckdb: duckdbCategories,
};

/** The logical type that a native type (as the catalogue of the source writes it) stands for, if any. */
export function logicalTypeOf(dialect: Dialect, nativeType: string): LogicalType | undefined {
  if (nativeType.endsWith(']')) return 'array';
  const bare = nativeType
    .toLowerCase()
    .replace(/\(.*\)/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const table = categories[dialect] ?? {};
  return Object.hasOwn(table, bare) ? table[bare] : undefined;
}

/** Logical types that one native type cannot tell apart stand for each other. */
const families: Partial<Record<LogicalType, string>> = {
  integer: 'number',
  map: 'object',
  vector: 'array',
};

/**
 * True when a column of the logical type `actual` may be declared as `declared` (ODCS `logicalType`): integers
 * and numbers are one family, as are objects and maps, arrays and vectors. JSON columns hold objects or arrays.
 */
export function satisfiesLogicalType(
  declared: LogicalType,
  actual: LogicalType,
  nativeType: string,
): boolean {
  if ((families[declared] ?? declared) === (families[actual] ?? actual)) return true;
  return declared === 'array' && /^jsonb?$/i.test(nativeType);
}
