import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';
import { maxLengthOf } from '../shapes/limits.ts';
import type { Notes } from '../shapes/notes.ts';
import type { PythonImports } from '../shapes/python-text.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';

export type AlchemyWriter = {
  /** 1 is the form that 1.4 and 2 read. */
  version: 1 | 2;
  dialect: TypeDialect | undefined;
  notes: Notes;
  server: ContractServer | undefined;
  imports: PythonImports;
};

/** A type of a column, and what its values are in Python: asked for only where it is written. */
export type AlchemyType = { column: string; python: () => string };

/** A column whose values are compared: a key, a unique one or one that refers to another table. */
type Place = { writer: AlchemyWriter; isKey: boolean };

/** Platforms that want to know how long texts are. */
const needsLengths: ReadonlySet<TypeDialect | undefined> = new Set(['mysql', 'oracle']);
/** Platforms whose texts without a length cannot be keys. */
const needsKeyLengths: ReadonlySet<TypeDialect | undefined> = new Set([
  'mysql',
  'oracle',
  'sqlserver',
]);

/** As long as keys may be everywhere. */
const keyLength = 255;
/** Longer ones have no limit instead. */
const longestText = 4000;

const decimal =
  ({ imports }: AlchemyWriter) =>
  (): string =>
    imports.use('decimal', 'Decimal');

const sqlalchemy = (writer: AlchemyWriter, name: string): string =>
  writer.imports.use('sqlalchemy', name);

function textType(shape: ShapeOf<'text'>, field: Field, { writer, isKey }: Place): AlchemyType {
  const { dialect, notes } = writer;
  if (shape.isUuid) return uuidType(writer);
  const length = field.property && maxLengthOf(field.property, writer.server);
  const isShort = length !== undefined && length > 0 && length <= longestText;
  if (isShort) return { column: `${sqlalchemy(writer, 'String')}(${length})`, python: () => 'str' };
  if (isKey && needsKeyLengths.has(dialect)) {
    notes.add(field.path, `keys need a length, so it is given ${keyLength} characters`);
    return { column: `${sqlalchemy(writer, 'String')}(${keyLength})`, python: () => 'str' };
  }
  const isText = length !== undefined || needsLengths.has(dialect);
  return { column: sqlalchemy(writer, isText ? 'Text' : 'String'), python: () => 'str' };
}

function uuidType(writer: AlchemyWriter): AlchemyType {
  const { imports, version, dialect } = writer;
  if (version === 2)
    return { column: sqlalchemy(writer, 'Uuid'), python: () => imports.use('uuid', 'UUID') };
  if (dialect !== 'postgres')
    return { column: `${sqlalchemy(writer, 'String')}(36)`, python: () => 'str' };
  return {
    column: `${imports.use('sqlalchemy.dialects.postgresql', 'UUID')}(as_uuid=True)`,
    python: () => 'UUID',
  };
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  _: Field,
  { writer }: Place,
): AlchemyType {
  // Half of the unsigned numbers do not fit in as many bits.
  const size = unsigned ? bits + 1 : bits;
  if (size <= 64) {
    const large = size <= 32 ? 'Integer' : 'BigInteger';
    return { column: sqlalchemy(writer, size <= 16 ? 'SmallInteger' : large), python: () => 'int' };
  }
  const digits = bits > 64 ? 39 : 20;
  return { column: `${sqlalchemy(writer, 'Numeric')}(${digits}, 0)`, python: decimal(writer) };
}

function decimalType(shape: ShapeOf<'decimal'>, _: Field, { writer }: Place): AlchemyType {
  const { precision, scale = 0 } = shape;
  const hasDigits = precision !== undefined && precision > 0 && scale <= precision;
  const digits = hasDigits ? `(${precision}, ${scale})` : '';
  return { column: `${sqlalchemy(writer, 'Numeric')}${digits}`, python: decimal(writer) };
}

function floatType({ bits }: ShapeOf<'float'>, _: Field, { writer }: Place): AlchemyType {
  const isDouble = bits === 64 && writer.version === 2;
  const column = isDouble
    ? sqlalchemy(writer, 'Double')
    : `${sqlalchemy(writer, 'Float')}(${bits === 64 ? 53 : 24})`;
  return { column, python: () => 'float' };
}

const any = ({ imports }: AlchemyWriter): string => imports.use('typing', 'Any');

/** What is nested has no columns of its own. */
function jsonType(field: Field, { writer }: Place, isList: boolean): AlchemyType {
  const isNested = ['record', 'list', 'map'].includes(field.shape.kind);
  if (isNested)
    writer.notes.add(field.path, 'what is inside of it is not described, it is a JSON column');
  const column =
    writer.dialect === 'postgres'
      ? writer.imports.use('sqlalchemy.dialects.postgresql', 'JSONB')
      : sqlalchemy(writer, 'JSON');
  return {
    column,
    python: () => (isList ? `list[${any(writer)}]` : `dict[str, ${any(writer)}]`),
  };
}

const nestedKinds = new Set(['record', 'list', 'map', 'json']);

function listType({ items }: ShapeOf<'list'>, field: Field, place: Place): AlchemyType {
  const { writer } = place;
  if (writer.dialect !== 'postgres' || nestedKinds.has(items.shape.kind))
    return jsonType(field, place, true);
  const { column, python } = typeOfColumn(items, { writer, isKey: false });
  const array = writer.imports.use('sqlalchemy.dialects.postgresql', 'ARRAY');
  return { column: `${array}(${column})`, python: () => `list[${python()}]` };
}

const moment = (writer: AlchemyWriter, python: string): string =>
  `${writer.imports.use('datetime', 'dt')}.${python}`;

const types: ByKind<Place, AlchemyType> = {
  text: textType,
  boolean: (_shape, _field, { writer }) => ({
    column: sqlalchemy(writer, 'Boolean'),
    python: () => 'bool',
  }),
  bytes: (_shape, _field, { writer }) => ({
    column: sqlalchemy(writer, 'LargeBinary'),
    python: () => 'bytes',
  }),
  date: (_shape, _field, { writer }) => ({
    column: sqlalchemy(writer, 'Date'),
    python: () => moment(writer, 'date'),
  }),
  time: (_shape, _field, { writer }) => ({
    column: sqlalchemy(writer, 'Time'),
    python: () => moment(writer, 'time'),
  }),
  timestamp: ({ zone }, _field, { writer }) => ({
    column: `${sqlalchemy(writer, 'DateTime')}${zone === true ? '(timezone=True)' : ''}`,
    python: () => moment(writer, 'datetime'),
  }),
  integer: integerType,
  float: floatType,
  decimal: decimalType,
  json: ({ isObject }, field, place) =>
    isObject
      ? jsonType(field, place, false)
      : { ...jsonType(field, place, false), python: () => any(place.writer) },
  record: (_shape, field, place) => jsonType(field, place, false),
  list: listType,
  map: (_shape, field, place) => jsonType(field, place, false),
};

/** The type of a column on a platform; generic ones, which SQLAlchemy writes for each, wherever there are some. */
export function typeOfColumn(field: Field, place: Place): AlchemyType {
  return writeByKind(types, field, place);
}
