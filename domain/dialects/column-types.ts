import type { LogicalType } from '../standards/odcs/contract-model.ts';
import type { TypeDialect } from './dialect.ts';
import { parseNativeType } from './native-type.ts';
import type { NativeType } from './native-type.ts';
import { typeNamesOf } from './type-systems.ts';

/** The logical type that a native type (as the catalogue of the source writes it) stands for, if any. */
export function logicalTypeOf(dialect: TypeDialect, nativeType: string): LogicalType | undefined {
  const type = parseNativeType(dialect, nativeType);
  return type && logicalTypeOfParsed(dialect, type);
}

/** `logicalTypeOf` of a type that is already taken apart. */
export function logicalTypeOfParsed(
  dialect: TypeDialect,
  type: NativeType,
): LogicalType | undefined {
  const names = typeNamesOf(dialect);
  if (dialect === 'mysql' && isMysqlBoolean(type)) return 'boolean';
  const stands = names.standsFor(type.name);
  if (stands !== undefined) return logicalTypeOf(dialect, stands);
  return names.rowOf(type.name)?.logical;
}

/** MySQL has no boolean of its own: `boolean` makes a tinyint(1), and a bit(1) has the two values as well. */
function isMysqlBoolean({ name, parameters: [length] }: NativeType): boolean {
  if (name === 'bit') return length === undefined || length === '1';
  return name === 'tinyint' && length === '1';
}

/** Whether a type takes no text but UUIDs. */
export const isUuidType = (type: string): boolean =>
  /^(?:Nullable\()?(?:uuid|uniqueidentifier)\)?$/i.test(type);

/** Logical types that one native type cannot tell apart stand for each other. */
const families: Partial<Record<LogicalType, string>> = {
  integer: 'number',
  map: 'object',
  vector: 'array',
};

/** What columns of a native type may be declared as besides what the type says. */
const alsoHolds: readonly (readonly [RegExp, readonly string[]])[] = [
  // A JSON value may be a list.
  [/^(?:json|jsonb|variant|super|dynamic)\b/i, ['array']],
  // JSON of MariaDB.
  [/^longtext$/i, ['array', 'object']],
  // MySQL's only boolean is a small number.
  [/^tinyint\(1\)/i, ['number']],
];

/**
 * True when a column of the logical type `actual` may be declared as `declared` (ODCS `logicalType`): integers
 * and numbers are one family, as are objects and maps, arrays and vectors. JSON columns hold objects or arrays.
 */
export function satisfiesLogicalType(
  declared: LogicalType,
  actual: LogicalType,
  nativeType: string,
): boolean {
  const family = families[declared] ?? declared;
  if (family === (families[actual] ?? actual)) return true;
  return alsoHolds.some(([type, held]) => held.includes(family) && type.test(nativeType));
}
