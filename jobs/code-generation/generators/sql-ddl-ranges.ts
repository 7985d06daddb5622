import { typeSystems } from '../../../domain/dialects/type-systems.ts';
import { integerRangeOf } from '../shapes/limits.ts';
import type { DdlColumn, Script } from './sql-ddl-tables.ts';
import { valueOf } from './sql-ddl-values.ts';

/** Names of types that hold just the integers of so many bits, signed and unsigned. */
const exactTypes: Readonly<Record<number, readonly [signed: RegExp, unsigned: RegExp]>> = {
  8: [/^(?:tinyint|int8)$/i, /^(?:tinyint unsigned|utinyint|uint8)$/i],
  16: [/^(?:smallint|int16)$/i, /^(?:smallint unsigned|usmallint|uint16)$/i],
  32: [/^(?:int|integer|int32)$/i, /^(?:int unsigned|uinteger|uint32)$/i],
  64: [/^(?:bigint|int64)$/i, /^(?:bigint unsigned|ubigint|uint64)$/i],
  128: [/^(?:hugeint|int128)$/i, /^(?:uhugeint|uint128)$/i],
};

/** Whether a type of the platform holds the numbers of a format, and no others. */
function isExact({ dialect }: Script, type: string, bits: number, isUnsigned: boolean): boolean {
  // Their integers are decimals of 38 digits, whatever they are called.
  if (dialect === 'snowflake' || dialect === 'oracle') return false;
  if (dialect === 'sqlserver' && /^tinyint$/i.test(type)) return isUnsigned && bits === 8;
  const [signed, unsigned] = exactTypes[bits] ?? [];
  return (isUnsigned ? unsigned : signed)?.test(type) === true;
}

/** Whether the most precise number of the platform has as many digits. */
function holds({ dialect }: Script, value: bigint): boolean {
  const { digits } = typeSystems[dialect].sql;
  return String(value).length <= (digits.wide ?? digits).precision;
}

/** The range of `i8` … `u128` where the column holds more and the contract has no bounds of its own. */
export function rangeOf(
  script: Script,
  column: DdlColumn,
): { rule: string; of: string; sql: string }[] {
  const range = valueOf(column) === 'number' ? integerRangeOf(column.property) : undefined;
  if (range === undefined) return [];
  const { bits, low, high } = range;
  if (isExact(script, column.type, bits, low === 0n)) return [];
  const { format, minimum, exclusiveMinimum, maximum, exclusiveMaximum } = column.property.options;
  const isKept = holds(script, high);
  const isLow = low === 0n || isKept;
  const sides = [
    ...(isLow && isOpen(minimum, exclusiveMinimum) ? [`${column.sql} >= ${low}`] : []),
    ...(isKept && isOpen(maximum, exclusiveMaximum) ? [`${column.sql} <= ${high}`] : []),
  ];
  if (sides.length === 0) return [];
  return [{ rule: 'range', of: `the range of ${format}`, sql: sides.join(' AND ') }];
}

const isOpen = (...bounds: readonly unknown[]): boolean =>
  bounds.every((bound) => bound === undefined);
