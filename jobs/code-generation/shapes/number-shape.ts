import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { NativeType } from '../../../domain/dialects/types/native-type.ts';
import type { TypeSystem } from '../../../domain/dialects/types/type-system.ts';
import { typeSystems } from '../../../domain/dialects/types/type-systems.ts';
import { numberOf } from '../../../domain/standards/json-value.ts';
import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { Shape, ShapeOf } from './shape.ts';

/** The attributes that determine the size of a number. */
export type Described = {
  dialect: TypeDialect | undefined;
  /** True if the platform's `timestamp` has no zone. */
  isLocal?: boolean;
  native: NativeType | undefined;
  property: ContractProperty | undefined;
};

const namesByBits: readonly (readonly [bits: number, names: string])[] = [
  [8, 'tinyint byte byteint int1 utinyint'],
  [16, 'smallint int2 int16 short smallserial serial2 usmallint'],
  [32, 'integer int int3 int4 int32 mediumint middleint signed serial serial4 uinteger year'],
  [64, 'bigint int8 int64 long bigserial serial8 ubigint'],
  [128, 'hugeint int128 uhugeint'],
  [256, 'int256 bignum varint'],
];

const bitsByName = new Map(
  namesByBits.flatMap(([bits, names]) => names.split(' ').map((name) => [name, bits] as const)),
);

const unsignedNames = new Set(['utinyint', 'usmallint', 'uinteger', 'ubigint', 'uhugeint']);

/** The platform's rules for numbers; empty if the platform is unknown. */
const rulesOf = (dialect: TypeDialect | undefined): Partial<TypeSystem> =>
  dialect === undefined ? {} : typeSystems[dialect];

const shortNames = new Set(['real', 'float4', 'float32', 'binary_float', 'bfloat16']);
const longNames = new Set([
  'double',
  'double precision',
  'float8',
  'float64',
  'binary_double',
  'decfloat',
]);
const decimalNames = new Set([
  'decimal',
  'numeric',
  'number',
  'dec',
  'fixed',
  'bignumeric',
  'bigdecimal',
  'money',
  'smallmoney',
]);

/**
 * Default digits of decimals. Other platforms keep them unknown: Snowflake and others default to no digits after the
 * point, which is seldom intended.
 */
const knownDigits: Readonly<Record<string, readonly [number, number]>> = {
  'bigquery numeric': [38, 9],
  'bigquery decimal': [38, 9],
  'bigquery bignumeric': [76, 38],
  'bigquery bigdecimal': [76, 38],
  money: [19, 4],
  smallmoney: [10, 4],
};

type IntegerShape = ShapeOf<'integer'>;

const inBits = (bits: number, unsigned: boolean): IntegerShape => ({
  kind: 'integer',
  bits,
  unsigned,
});

/** `i8` … `u128` of ODCS. */
function ofFormat({ property }: Described): Shape | undefined {
  const [, sign, bits] = /^([iu])(8|16|32|64|128)$/.exec(property?.options.format ?? '') ?? [];
  return bits === undefined ? undefined : inBits(Number(bits), sign === 'u');
}

/** The name of an integer type without its mark of an unsigned type. */
function unmarked(written: string): { name: string; unsigned: boolean } {
  if (written.endsWith(' unsigned'))
    return { name: written.slice(0, -' unsigned'.length), unsigned: true };
  if (/^uint\d/.test(written)) return { name: written.slice(1), unsigned: true };
  return { name: written, unsigned: unsignedNames.has(written) };
}

const shortIntegers = new Set(['smallint', 'int2']);
const plainIntegers = new Set(['integer', 'int', 'int4']);

/** True if a name means one size. `integer` without a platform, or in files that DuckDB reads, often means that of JSON. */
function isSized({ dialect }: Described, name: string): boolean {
  const { integers, readsFiles = false } = rulesOf(dialect);
  if (integers !== undefined) return false;
  const isTable = dialect !== undefined && !readsFiles;
  return shortIntegers.has(name) || (isTable && plainIntegers.has(name));
}

function ofIntegerName(described: Described): IntegerShape | undefined {
  const { native, dialect } = described;
  const { name, unsigned } = unmarked(native?.name ?? '');
  const { int8IsByte = false } = rulesOf(dialect);
  if (name === 'int8' && (unsigned || int8IsByte)) return inBits(8, unsigned);
  const bits = bitsByName.get(name);
  if (bits === undefined) return undefined;
  return ofBits(described, { name, bits, unsigned });
}

function ofBits(
  described: Described,
  { name, bits, unsigned }: { name: string; bits: number; unsigned: boolean },
): IntegerShape {
  const { integers, tinyintIsUnsigned = false } = rulesOf(described.dialect);
  const isByte = tinyintIsUnsigned && name === 'tinyint';
  const shape = inBits(integers === undefined ? bits : 64, unsigned || isByte);
  return isSized(described, name) ? { ...shape, isSized: true } : shape;
}

function ofFloatName({ native, dialect }: Described): Shape | undefined {
  const name = native?.name ?? '';
  if (shortNames.has(name)) return { kind: 'float', bits: 32 };
  if (longNames.has(name)) return { kind: 'float', bits: 64 };
  if (name !== 'float') return undefined;
  return { kind: 'float', bits: rulesOf(dialect).floatBits ?? 64 };
}

type Digits = Pick<Extract<Shape, { kind: 'decimal' }>, 'precision' | 'scale' | 'rounds'>;

const wholeOf = (value: unknown): number => {
  const number = numberOf(value) ?? 0;
  return Number.isInteger(number) ? number : 0;
};

/** Digits as they are written; a type with a negative scale (`decimal(5,-2)`) has as many digits as its largest number. */
function writtenDigits(precision: unknown, scale: unknown): Digits | undefined {
  const digits = numberOf(precision);
  if (digits === undefined || !Number.isInteger(digits) || digits < 0) return undefined;
  const behind = wholeOf(scale);
  if (behind >= 0) return { precision: digits, scale: behind };
  return { precision: digits - behind, scale: 0, rounds: -behind };
}

function digitsOfType({ native, dialect }: Described): Digits {
  const written = writtenDigits(native?.parameters[0], native?.parameters[1]);
  if (written !== undefined) return written;
  const name = native?.name ?? '';
  const [precision, scale] = knownDigits[`${dialect} ${name}`] ?? knownDigits[name] ?? [];
  return { precision, scale };
}

/** Digits of the native type, else of custom properties, else the default digits. */
function ofDecimalName(described: Described): Shape | undefined {
  const { native, property } = described;
  const isDecimal = native !== undefined && decimalNames.has(native.name);
  if (isDecimal && native.parameters.length > 0)
    return { kind: 'decimal', ...digitsOfType(described) };
  const { precision, scale } = property?.customProperties ?? {};
  const written = writtenDigits(precision, scale);
  if (written !== undefined) return { kind: 'decimal', ...written };
  return isDecimal ? { kind: 'decimal', ...digitsOfType(described) } : undefined;
}

/** A decimal without fraction, as the smallest integer that holds its digits. */
function ofDigits(described: Described): Shape | undefined {
  const { native } = described;
  if (!native || !decimalNames.has(native.name) || native.parameters.length === 0) return undefined;
  const { precision = 38, scale = 0, rounds } = digitsOfType(described);
  const digits = Math.max(precision - scale, 0);
  const rounded = rounds === undefined ? {} : { rounds };
  if (digits > 18) return { kind: 'decimal', precision: digits, scale: 0, ...rounded };
  const bits = digits > 9 ? 64 : 32;
  return { kind: 'integer', bits, unsigned: false, digits, ...rounded };
}

/** The shape of an integer; without any size it has 64 bits. */
export function integerShape(described: Described): Shape {
  const sized = ofFormat(described) ?? ofIntegerName(described) ?? ofDigits(described);
  return sized ?? inBits(64, false);
}

/** The shape of a number: that of its type, else a double. */
export function numberShape(described: Described): Shape {
  const found = ofDecimalName(described) ?? ofFloatName(described) ?? ofIntegerName(described);
  const format = described.property?.options.format;
  return found ?? { kind: 'float', bits: format === 'f32' ? 32 : 64 };
}
