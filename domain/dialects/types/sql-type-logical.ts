import { numberOf } from '../../standards/json-value.ts';
import type { ContractProperty } from '../../standards/odcs/contract-model.ts';
import { noteMaxLength, writeNamedType } from './sql-type-names.ts';
import type { TypeWriter } from './sql-type-names.ts';
import { writeVector } from './sql-type-vector.ts';
import { typeSystems } from './type-systems.ts';

/** Digits in the custom properties that old contracts and importers use. */
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

/** Writes the type of a property without a native type; `isNamed` if it names an unknown native type. */
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

/** Notes standard types that the platform supports only partially. */
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

/** The kind that the options of a logical type imply. */
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
  // If the platform's texts have no length, checks enforce it.
  const hasLengths = sql.writes['varchar']?.includes('(n') === true;
  const isPlain = maxLength === undefined || maxLength < 1 || maxLength > 100_000_000;
  if (isPlain || !hasLengths) return writeText(writer, property);
  const length = Math.ceil(maxLength) * (sql.lengthsAreBytes === true ? 4 : 1);
  return named(sql.texts ?? 'varchar', String(length));
}

/** Writes a text of unlimited length, if the platform has such a type. */
function writeText(writer: TypeWriter, property: ContractProperty): string {
  const { logical, shortTexts, maxTextLength } = typeSystems[writer.dialect].sql;
  if (maxTextLength !== undefined) noteMaxLength(writer, { property }, maxTextLength);
  const values = property.enumValues ?? [];
  const isShort = values.length > 0 && values.every((value) => String(value).length <= 255);
  return (isShort ? shortTexts : undefined) ?? logical.string;
}

const bitsOf = (type: string): number => {
  if (type.startsWith('NUMBER')) return 126;
  return type === 'INT64' ? 64 : 32;
};

/** Writes an integer without a size; it is larger than usual if its possible values require that. */
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

/** Minimum, maximum and allowed values of a contract; JSON turns the maximum of 64 bits into 2⁶³. */
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
