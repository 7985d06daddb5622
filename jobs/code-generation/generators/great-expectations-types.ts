import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { sqlTypeOf } from '../../../domain/dialects/sql-type.ts';
import type {
  ContractModel,
  ContractProperty,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { createNotes } from '../shapes/notes.ts';
import type { Field, Shape, ShapeOf } from '../shapes/shape.ts';
import { shapesOf } from '../shapes/shapes-of-contract.ts';
import { heldByShape, heldByType } from './great-expectations-values.ts';
import type { Held } from './great-expectations-values.ts';

/** What reads the data: a database, or one of these libraries. */
export const greatExpectationsEngines = ['pandas', 'spark'] as const;

/** One type of a column, or several where it depends on the data which of them it has. */
export type ExpectedType = {
  names: readonly string[];
  /** Whether digits or a length are no part of the names. */
  isCut: boolean;
  held: Held;
  note?: string;
};

/** The type that a column is expected to have; undefined where the contract says none. */
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

/** Half of the unsigned numbers do not fit in as many bits. */
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

/** Names of types in SQLAlchemy where they are not those of the platform. */
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

/** Types that nobody knows are texts to the other formats. */
function isGuess({ property, shape }: Field): boolean {
  const { logicalType, physicalType = '' } = property ?? {};
  const isNamed = /char|text|string|clob|enum|uuid|guid|uniqueidentifier/i.test(physicalType);
  return logicalType === undefined && shape.kind === 'text' && !isNamed;
}

/** Reads what the columns of one contract are expected to be where `engine`, or a database, has them. */
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
