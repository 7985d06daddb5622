import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import { integerRangeOf } from '../../shapes/limits.ts';
import type { DdlColumn, Script } from './tables.ts';
import { valueOf } from './values.ts';

/** Names of types that hold exactly the integers of a size in bits, signed and unsigned. */
const exactTypes: Readonly<Record<number, readonly [signed: RegExp, unsigned: RegExp]>> = {
  8: [/^(?:tinyint|int8)$/i, /^(?:tinyint unsigned|utinyint|uint8)$/i],
  16: [/^(?:smallint|int16)$/i, /^(?:smallint unsigned|usmallint|uint16)$/i],
  32: [/^(?:int|integer|int32)$/i, /^(?:int unsigned|uinteger|uint32)$/i],
  64: [/^(?:bigint|int64)$/i, /^(?:bigint unsigned|ubigint|uint64)$/i],
  128: [/^(?:hugeint|int128)$/i, /^(?:uhugeint|uint128)$/i],
};

/** True if a type of the platform holds exactly the numbers of a format. */
function isExact({ dialect }: Script, type: string, bits: number, isUnsigned: boolean): boolean {
  const { integers, tinyintIsUnsigned = false } = typeSystems[dialect];
  if (integers === '38 digits') return false;
  if (tinyintIsUnsigned && /^tinyint$/i.test(type)) return isUnsigned && bits === 8;
  const [signed, unsigned] = exactTypes[bits] ?? [];
  return (isUnsigned ? unsigned : signed)?.test(type) === true;
}

/** True if the most precise numeric type of the platform has enough digits for a value. */
function holds({ dialect }: Script, value: bigint): boolean {
  const { digits } = typeSystems[dialect].sql;
  return String(value).length <= (digits.wide ?? digits).precision;
}

/** The range of `i8` … `u128`, if the column holds more and the contract sets no bounds. */
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
