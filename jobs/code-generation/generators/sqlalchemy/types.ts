import { assumedDigits } from '../../../../domain/dialects/types/assumed-digits.ts';
import { maxLengthOf } from '../../shapes/limits.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import { timeType, timestampType } from './timestamps.ts';
import { digitsOn, needsDigits, platformOf, titleOf } from './platforms.ts';
import { generic, special } from './writer.ts';
import type { AlchemyType, AlchemyWriter, Context } from './writer.ts';

/** The length of keys whose length the contract does not limit. */
const keyLength = 255;
/** An index of SQL Server holds 900 bytes, which are 450 characters; one of MySQL holds 768 characters. */
const maxKeyLength = 450;
/** SQL Server allows NVARCHAR(4000) at most; longer text is declared without a limit. */
const maxTextLength = 4000;

const decimal =
  ({ imports }: AlchemyWriter) =>
  (): string =>
    imports.use('decimal', 'Decimal');

const textOf = (column: string): AlchemyType => ({ column, python: () => 'str' });

function textType(shape: ShapeOf<'text'>, field: Field, { writer, isKey }: Context): AlchemyType {
  if (shape.isUuid) return uuidType(writer);
  const { dialect, notes } = writer;
  const length = field.property && maxLengthOf(field.property, writer.server);
  const needsLength = isKey && platformOf(dialect).needsKeyLengths === true;
  if (needsLength && (length ?? Infinity) > maxKeyLength) {
    notes.warn(field.path, `keys need a length, so it is given ${keyLength} characters`);
    return textOf(`${generic(writer, 'String')}(${keyLength})`);
  }
  const isShort = length !== undefined && length > 0 && length <= maxTextLength;
  return isShort
    ? textOf(`${generic(writer, 'String')}(${length})`)
    : longText(field, length, writer);
}

/** A text without a limit; allowed values are short enough for the platforms that ask for one. */
function longText(field: Field, length: number | undefined, writer: AlchemyWriter): AlchemyType {
  const { needsLengths = false } = platformOf(writer.dialect);
  if (length !== undefined)
    writer.notes.warn(field.path, 'it is a text without a limit of {} characters', String(length));
  const areShort = field.values?.every((value) => String(value).length <= keyLength) === true;
  if (areShort && needsLengths) return textOf(`${generic(writer, 'String')}(${keyLength})`);
  const isText = length !== undefined || needsLengths;
  return textOf(generic(writer, isText ? 'Text' : 'String'));
}

function uuidType(writer: AlchemyWriter): AlchemyType {
  const { imports, version, dialect } = writer;
  if (version === 2)
    return { column: generic(writer, 'Uuid'), python: () => imports.use('uuid', 'UUID') };
  if (platformOf(dialect).uuids !== true) return textOf(`${generic(writer, 'String')}(36)`);
  return { column: `${special(writer, 'UUID')}(as_uuid=True)`, python: () => 'UUID' };
}

/** SQL scripts also write texts of the format `binary` as text, unless the native type says otherwise. */
const isOnlyFormat = ({ property }: Field): boolean =>
  property !== undefined &&
  (property.physicalType ?? property.customProperties['physicalType']) === undefined;

function bytesType(_: ShapeOf<'bytes'>, field: Field, { writer, isKey }: Context): AlchemyType {
  const { bytes = {}, needsKeyLengths = false } = platformOf(writer.dialect);
  if (isOnlyFormat(field))
    return textType({ kind: 'text', isUuid: false }, field, { writer, isKey });
  const python = (): string => 'bytes';
  if (isKey && needsKeyLengths) {
    writer.notes.warn(field.path, `keys need a length, so it is given ${keyLength} bytes`);
    const name =
      bytes.key === undefined ? generic(writer, 'VARBINARY') : special(writer, bytes.key);
    return { column: `${name}(${keyLength})`, python };
  }
  const column =
    bytes.long === undefined ? generic(writer, 'LargeBinary') : special(writer, bytes.long);
  return { column, python };
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  field: Field,
  context: Context,
): AlchemyType {
  const { writer } = context;
  // Unsigned numbers need one more bit in a signed type.
  const size = unsigned ? bits + 1 : bits;
  if (size <= 64) {
    const large = size <= 32 ? 'Integer' : 'BigInteger';
    return { column: generic(writer, size <= 16 ? 'SmallInteger' : large), python: () => 'int' };
  }
  const { wideDigits = bits > 128 ? 78 : 39 } = platformOf(writer.dialect);
  const precision = bits > 64 ? wideDigits : 20;
  return decimalType({ kind: 'decimal', precision, scale: 0 }, field, context);
}

function decimalType(shape: ShapeOf<'decimal'>, { path }: Field, { writer }: Context): AlchemyType {
  const { dialect, notes } = writer;
  const { precision = 0, scale = 0 } = shape;
  const numeric = generic(writer, 'Numeric');
  const python = decimal(writer);
  const hasDigits = precision > 0 && scale <= precision;
  if (!hasDigits && !needsDigits(dialect)) return { column: numeric, python };
  const [wanted, behind] = hasDigits
    ? [precision, scale]
    : [assumedDigits.precision, assumedDigits.scale];
  const kept = digitsOn(dialect, wanted, behind);
  if (!hasDigits)
    notes.warn(
      path,
      `it has no usable precision, so ${kept[0]} digits with ${kept[1]} of them behind the point are assumed`,
    );
  if (kept[0] < wanted || kept[1] < behind)
    notes.warn(
      path,
      `${wanted} digits with ${behind} of them behind the point are cut to ${kept[0]} with ${kept[1]}, as ${titleOf(dialect)} keeps no more`,
    );
  return { column: `${numeric}(${kept[0]}, ${kept[1]})`, python };
}

function floatType({ bits }: ShapeOf<'float'>, _: Field, { writer }: Context): AlchemyType {
  const { floats, withoutDouble = false } = platformOf(writer.dialect);
  const python = (): string => 'float';
  if (floats !== undefined) return { column: special(writer, floats[bits]), python };
  const isDouble = bits === 64 && writer.version === 2 && !withoutDouble;
  const column = isDouble
    ? generic(writer, 'Double')
    : `${generic(writer, 'Float')}(${bits === 64 ? 53 : 24})`;
  return { column, python };
}

const any = ({ imports }: AlchemyWriter): string => imports.use('typing', 'Any');

function jsonColumn(writer: AlchemyWriter): string {
  const { json = 'Text' } = platformOf(writer.dialect);
  return json === 'JSONB' ? special(writer, json) : generic(writer, json);
}

/** The JSON type for nested values, which have no columns. */
function jsonType(field: Field, context: Context, isList: boolean): AlchemyType {
  const { writer, isKey } = context;
  const { dialect, notes } = writer;
  if (isKey) {
    notes.warn(field.path, 'no JSON can be a key, so it is a text');
    return textType({ kind: 'text', isUuid: false }, field, context);
  }
  const column = jsonColumn(writer);
  const isText = platformOf(dialect).json === undefined;
  if (isText)
    notes.warn(
      field.path,
      `SQLAlchemy cannot declare JSON for ${titleOf(dialect)}, so it is a text`,
    );
  const isNested = ['record', 'list', 'map'].includes(field.shape.kind);
  if (isNested)
    notes.warn(
      field.path,
      `what is inside of it is not described, it is a ${isText ? 'text' : 'JSON column'}`,
    );
  if (isText) return textOf(column);
  return {
    column,
    python: () => (isList ? `list[${any(writer)}]` : `dict[str, ${any(writer)}]`),
  };
}

const nestedKinds = new Set(['record', 'list', 'map', 'json']);

function listType({ items }: ShapeOf<'list'>, field: Field, context: Context): AlchemyType {
  const { writer } = context;
  if (platformOf(writer.dialect).arrays !== true || nestedKinds.has(items.shape.kind))
    return jsonType(field, context, true);
  const { column, python } = typeOfColumn(items, { writer, isKey: false });
  const array = special(writer, 'ARRAY');
  return { column: `${array}(${column})`, python: () => `list[${python()}]` };
}

const types: ByKind<Context, AlchemyType> = {
  text: textType,
  boolean: (_shape, _field, { writer }) => ({
    column: generic(writer, 'Boolean'),
    python: () => 'bool',
  }),
  bytes: bytesType,
  date: (_shape, _field, { writer }) => ({
    column: generic(writer, 'Date'),
    python: () => `${writer.imports.use('datetime', 'dt')}.date`,
  }),
  time: timeType,
  timestamp: timestampType,
  integer: integerType,
  float: floatType,
  decimal: decimalType,
  json: ({ isObject }, field, context) => {
    const type = jsonType(field, context, false);
    return isObject || context.isKey || platformOf(context.writer.dialect).json === undefined
      ? type
      : { ...type, python: () => any(context.writer) };
  },
  record: (_shape, field, context) => jsonType(field, context, false),
  list: listType,
  map: (_shape, field, context) => jsonType(field, context, false),
};

/** The type of a column on a platform; SQLAlchemy's generic types are preferred. */
export function typeOfColumn(field: Field, context: Context): AlchemyType {
  return writeByKind(types, field, context);
}
