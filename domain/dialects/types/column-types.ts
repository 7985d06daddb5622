import type { LogicalType } from '../../standards/odcs/contract-model.ts';
import type { TypeDialect } from '../dialect.ts';
import { parseNativeType } from './native-type.ts';
import type { NativeType } from './native-type.ts';
import { typeNamesOf } from './type-systems.ts';

/**
 * The logical type of a native type, which is written as in the catalog of the source; undefined if there is
 * none.
 */
export function logicalTypeOf(dialect: TypeDialect, nativeType: string): LogicalType | undefined {
  const type = parseNativeType(dialect, nativeType);
  return type && logicalTypeOfParsed(dialect, type);
}

/** `logicalTypeOf` of a parsed type. */
export function logicalTypeOfParsed(
  dialect: TypeDialect,
  type: NativeType,
): LogicalType | undefined {
  const names = typeNamesOf(dialect);
  if (names.isBoolean(type.name, type.parameters[0])) return 'boolean';
  const stands = names.standsFor(type.name);
  if (stands !== undefined) return logicalTypeOf(dialect, stands);
  return names.rowOf(type.name)?.logical;
}

/** True for types that hold only UUIDs. */
export const isUuidType = (type: string): boolean =>
  /^(?:Nullable\()?(?:uuid|uniqueidentifier)\)?$/i.test(type);

/** Logical types that share native types are interchangeable. */
const families: Partial<Record<LogicalType, string>> = {
  integer: 'number',
  map: 'object',
  vector: 'array',
};

/** Further logical types that columns of a native type may be declared as. */
const alsoHolds: readonly (readonly [RegExp, readonly string[]])[] = [
  // A JSON value may be a list.
  [/^(?:json|jsonb|variant|super|dynamic)\b/i, ['array']],
  // MariaDB stores JSON as longtext.
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
