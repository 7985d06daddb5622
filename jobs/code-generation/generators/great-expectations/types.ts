import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { sqlTypeOf } from '../../../../domain/dialects/types/sql-type.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Field, Shape, ShapeOf } from '../../shapes/shape.ts';
import { shapesOf } from '../../shapes/shapes-of-contract.ts';
import { heldByShape, heldByType } from './values.ts';
import type { Held } from './values.ts';

/** The type of a column, or several types if the actual one depends on the data. */
export type ExpectedType = {
  names: readonly string[];
  /** True if the names leave out digits or a length. */
  isCut: boolean;
  held: Held;
  note?: string;
};

/** Returns the expected type of a column; undefined if the contract declares none. */
export type TypeReader = (property: ContractProperty) => ExpectedType | undefined;

type Names = (shape: Shape, required: boolean) => readonly string[];

/** Integers with nulls are floating point numbers, unless they have the types with a capital. */
function pandasIntegers(
  { bits, unsigned }: ShapeOf<'integer'>,
  required: boolean,
): readonly string[] {
  const sizes = bits < 64 ? [64, bits] : [64];
  const signed = sizes.map((size) => `int${size}`);
  const plain = unsigned ? [...signed, ...sizes.map((size) => `uint${size}`)] : signed;
  if (required) return plain;
  const nullable = plain.map((name) => name.replace('ui', 'UI').replace(/^i/, 'I'));
  return [...plain, ...nullable, 'float64'];
}

const pandasNames: Readonly<Record<Exclude<Shape['kind'], 'integer' | 'boolean'>, string>> = {
  text: 'str',
  bytes: 'bytes',
  date: 'datetime64[ns]',
  timestamp: 'datetime64[ns]',
  time: 'object',
  float: 'float64',
  decimal: 'float64',
  json: 'dict',
  record: 'dict',
  map: 'dict',
  list: 'list',
};

const pandasTypes: Names = (shape, required) => {
  if (shape.kind === 'integer') return pandasIntegers(shape, required);
  if (shape.kind === 'boolean') return required ? ['bool'] : ['bool', 'boolean', 'object'];
  return [pandasNames[shape.kind]];
};

/** Unsigned numbers need one more bit in a signed type. */
function sparkInteger({ bits, unsigned }: ShapeOf<'integer'>): string {
  const size = unsigned ? bits + 1 : bits;
  if (size <= 8) return 'ByteType';
  if (size <= 16) return 'ShortType';
  if (size <= 32) return 'IntegerType';
  return size <= 64 ? 'LongType' : 'DecimalType';
}

const sparkNames: Readonly<
  Record<Exclude<Shape['kind'], 'integer' | 'float' | 'timestamp'>, string>
> = {
  text: 'StringType',
  boolean: 'BooleanType',
  date: 'DateType',
  bytes: 'BinaryType',
  decimal: 'DecimalType',
  time: 'StringType',
  json: 'StringType',
  record: 'StructType',
  list: 'ArrayType',
  map: 'MapType',
};

/** The types that the format `spark` gives columns. */
const sparkTypes: Names = (shape) => {
  if (shape.kind === 'integer') return [sparkInteger(shape)];
  if (shape.kind === 'float') return [shape.bits === 32 ? 'FloatType' : 'DoubleType'];
  if (shape.kind === 'timestamp')
    return [shape.zone === false ? 'TimestampNTZType' : 'TimestampType'];
  return [sparkNames[shape.kind]];
};

const byEngine: ReadonlyMap<string, Names> = new Map([
  ['pandas', pandasTypes],
  ['spark', sparkTypes],
]);

/** Types whose name in SQLAlchemy differs from that of the platform. */
const renamed: Readonly<Record<string, string>> = {
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP',
  'TIMESTAMP WITHOUT TIME ZONE': 'TIMESTAMP',
  'TIME WITH TIME ZONE': 'TIME',
  'CHARACTER VARYING': 'VARCHAR',
  TIMESTAMPTZ: 'TIMESTAMP',
  INT: 'INTEGER',
};

/** `varchar(10)` → `VARCHAR`, `text[]` → `ARRAY`. */
function sqlAlchemyName(type: string): string {
  if (type.endsWith(']')) return 'ARRAY';
  const name = type
    .replaceAll(/\(\d+(?:\s*,\s*-?\d+)?\)/g, '')
    .replace(/[(<].*$/s, '')
    .trim()
    .toUpperCase();
  return Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name.replaceAll(' ', '_');
}

function ofDatabase(dialect: TypeDialect, property: ContractProperty): ExpectedType {
  const { type, note } = sqlTypeOf(dialect, property);
  const isCut = /^[\w ]+\((?:\d|max)/i.test(type);
  return {
    names: [sqlAlchemyName(type)],
    isCut,
    held: heldByType(dialect, type),
    ...(note !== undefined && { note }),
  };
}

/** True for an unknown type, which other formats write as text. */
function isGuess({ property, shape }: Field): boolean {
  const { logicalType, physicalType = '' } = property ?? {};
  const isNamed = /char|text|string|clob|enum|uuid|guid|uniqueidentifier/i.test(physicalType);
  return logicalType === undefined && shape.kind === 'text' && !isNamed;
}

/** Reads the expected types of the columns of a contract in `engine`, or in a database. */
export function createTypeReader(
  contract: ContractModel,
  reading: { engine: string | undefined; dialect: TypeDialect; server: ContractServer | undefined },
): TypeReader {
  const { engine, dialect, server } = reading;
  const names = byEngine.get(engine ?? '');
  const isSaid = ({ logicalType, physicalType }: ContractProperty): boolean =>
    logicalType !== undefined || physicalType !== undefined;
  if (names === undefined) {
    return (property) => (isSaid(property) ? ofDatabase(dialect, property) : undefined);
  }
  const entities = shapesOf(contract, { server, notes: createNotes() });
  const fields = new Map(
    entities.flatMap((entity) => entity.fields.map((field) => [field.property, field] as const)),
  );
  return (property) => {
    const field = fields.get(property);
    if (field === undefined || !isSaid(property) || isGuess(field)) return undefined;
    const { shape, required } = field;
    const held = heldByShape(engine ?? '', shape);
    return { names: names(shape, required), isCut: shape.kind === 'decimal', held };
  };
}
