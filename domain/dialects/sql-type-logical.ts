import { numberOf } from '../standards/json-value.ts';
import type { ContractProperty } from '../standards/odcs/contract-model.ts';
import { noteLongest, writeNamedType } from './sql-type-names.ts';
import type { TypeWriter } from './sql-type-names.ts';
import { writeVector } from './sql-type-vector.ts';
import { typeSystems } from './type-systems.ts';

/** Digits as old contracts and importers keep them. */
export function digitsOf({ customProperties }: ContractProperty): string[] {
  const [precision, scale] = ['precision', 'scale'].map((name) => {
    const value = Number(customProperties[name] ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  });
  if (precision === undefined || precision === 0) return [];
  return [String(precision), ...(scale === undefined ? [] : [String(scale)])];
}

const integerFormats: Readonly<Record<string, string>> = {
  i8: 'tinyint',
  i16: 'smallint',
  i32: 'integer',
  i64: 'bigint',
  i128: 'hugeint',
  u8: 'utinyint',
  u16: 'usmallint',
  u32: 'uinteger',
  u64: 'ubigint',
  u128: 'uhugeint',
};

const numberFormats: Readonly<Record<string, string>> = { f32: 'real', f64: 'double' };

/** The type of what a contract gives no native type; `isNamed` where it gives one that is none. */
export function writeLogical(
  writer: TypeWriter,
  property: ContractProperty | undefined,
  isNamed: boolean,
): string {
  const { sql } = typeSystems[writer.dialect];
  const logicalType = property?.logicalType;
  if (property === undefined || logicalType === undefined) {
    if (!isNamed) writer.losses.add('it declares no type');
    return sql.logical.string;
  }
  const named: WriteNamed = (name, ...parameters) =>
    writeNamedType(writer, { name, parameters, text: name, property });
  if (logicalType === 'vector') return writeVector(writer, [], property);
  if (logicalType === 'string') return writeString(writer, property, named);
  if (logicalType === 'number') return writeNumber(writer, property, named);
  const kind = precisely(property);
  if (kind !== undefined) return named(kind);
  if (logicalType === 'integer') return writeInteger(writer, property, named);
  noteApproximation(writer, property);
  return sql.logical[logicalType];
}

/** Types of the standard that the platform has in part only. */
function noteApproximation({ dialect, losses }: TypeWriter, property: ContractProperty): void {
  const { title, sql } = typeSystems[dialect];
  const { logicalType = '' } = property;
  if (logicalType !== 'timestamp') {
    if (Object.hasOwn(sql.approximates, logicalType)) losses.add(`no ${logicalType} in ${title}`);
    return;
  }
  if (Object.hasOwn(sql.approximates, 'timestamptz'))
    losses.add(`moments have no zone in ${title}`);
}

type WriteNamed = (name: string, ...parameters: string[]) => string;

/** The kind that the options of a logical type tell. */
function precisely({ logicalType, options }: ContractProperty): string | undefined {
  if (logicalType === 'timestamp') return options.timezone === false ? 'timestamp_ntz' : undefined;
  if (logicalType === 'time' && options.timezone === true) return 'timetz';
  const { format = '' } = options;
  return logicalType === 'integer' && Object.hasOwn(integerFormats, format)
    ? integerFormats[format]
    : undefined;
}

function writeString(writer: TypeWriter, property: ContractProperty, named: WriteNamed): string {
  const { sql } = typeSystems[writer.dialect];
  const { format, maxLength } = property.options;
  if (format === 'uuid') return named('uuid');
  // Where texts have no length, it is checked instead.
  const hasLengths = sql.writes['varchar']?.includes('(n') === true;
  const isPlain = maxLength === undefined || maxLength < 1 || maxLength > 100_000_000;
  if (isPlain || !hasLengths) return writeText(writer, property);
  const length = Math.ceil(maxLength) * (sql.lengthsAreBytes === true ? 4 : 1);
  return named(sql.texts ?? 'varchar', String(length));
}

/** A text of any length, as far as the platform has such a type. */
function writeText(writer: TypeWriter, property: ContractProperty): string {
  const { logical, shortTexts, longestText } = typeSystems[writer.dialect].sql;
  if (longestText !== undefined) noteLongest(writer, { property }, longestText);
  const values = property.enumValues ?? [];
  const isShort = values.length > 0 && values.every((value) => String(value).length <= 255);
  return (isShort ? shortTexts : undefined) ?? logical.string;
}

const bitsOf = (type: string): number => {
  if (type.startsWith('NUMBER')) return 126;
  return type === 'INT64' ? 64 : 32;
};

/** An integer without a size, which is larger than usual where the values that it may have need that. */
function writeInteger(writer: TypeWriter, property: ContractProperty, named: WriteNamed): string {
  const usual = typeSystems[writer.dialect].sql.logical.integer;
  const values = namedValues(property);
  const fits = (bits: number): boolean =>
    values.every((value) => BigInt.asIntN(bits, value) === value);
  if (fits(bitsOf(usual))) return usual;
  if (fits(64)) return named('bigint');
  const digits = values.map((value) => String(value).replace('-', '').length);
  return named('decimal', String(Math.max(20, ...digits)), '0');
}

/** The smallest, greatest and allowed values that a contract names; JSON makes 2⁶³ of the greatest of 64 bits. */
function namedValues({ options, enumValues = [], quality }: ContractProperty): bigint[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = options;
  const integers = (list: readonly unknown[]): bigint[] =>
    list.flatMap((value) => {
      const number = numberOf(value);
      return number === undefined ? [] : [BigInt(Math.trunc(number))];
    });
  return [
    ...integers([minimum, maximum]).map((value) => (value === 2n ** 63n ? value - 1n : value)),
    ...integers(enumValues),
    ...integers(quality.flatMap(({ validValues = [] }) => validValues)),
    ...integers([exclusiveMinimum]).map((value) => value + 1n),
    ...integers([exclusiveMaximum]).map((value) => value - 1n),
  ];
}

function writeNumber(writer: TypeWriter, property: ContractProperty, named: WriteNamed): string {
  const { sql } = typeSystems[writer.dialect];
  const format = property.options.format ?? '';
  if (Object.hasOwn(numberFormats, format)) return named(numberFormats[format] ?? 'double');
  const digits = digitsOf(property);
  if (digits.length > 0) return named('decimal', ...digits);
  return sql.logical.number;
}
