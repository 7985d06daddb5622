import { assumedDigits } from '../../../domain/dialects/assumed-digits.ts';
import { maxLengthOf } from '../shapes/limits.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { timeType, timestampType } from './sqlalchemy-moments.ts';
import {
  digitsOn,
  needsDigits,
  needsKeyLengths,
  needsLengths,
  titleOf,
  withJson,
} from './sqlalchemy-platforms.ts';
import { generic, special } from './sqlalchemy-writer.ts';
import type { AlchemyType, AlchemyWriter, Place } from './sqlalchemy-writer.ts';

/** As long as keys may be everywhere. */
const keyLength = 255;
/** An index of SQL Server holds 900 bytes, one of MySQL 768 characters. */
const longestKey = 450;
/** Longer ones have no limit instead. */
const longestText = 4000;

const decimal =
  ({ imports }: AlchemyWriter) =>
  (): string =>
    imports.use('decimal', 'Decimal');

const textOf = (column: string): AlchemyType => ({ column, python: () => 'str' });

function textType(shape: ShapeOf<'text'>, field: Field, { writer, isKey }: Place): AlchemyType {
  if (shape.isUuid) return uuidType(writer);
  const { dialect, notes } = writer;
  const length = field.property && maxLengthOf(field.property, writer.server);
  if (isKey && needsKeyLengths.has(dialect) && (length ?? Infinity) > longestKey) {
    notes.add(field.path, `keys need a length, so it is given ${keyLength} characters`);
    return textOf(`${generic(writer, 'String')}(${keyLength})`);
  }
  const isShort = length !== undefined && length > 0 && length <= longestText;
  return isShort
    ? textOf(`${generic(writer, 'String')}(${length})`)
    : longText(field, length, writer);
}

/** A text without a limit; allowed values are short enough for the platforms that ask for one. */
function longText(field: Field, length: number | undefined, writer: AlchemyWriter): AlchemyType {
  const { dialect, notes } = writer;
  if (length !== undefined)
    notes.add(field.path, `it is a text without a limit of ${length} characters`);
  const areShort = field.values?.every((value) => String(value).length <= keyLength) === true;
  if (areShort && needsLengths.has(dialect))
    return textOf(`${generic(writer, 'String')}(${keyLength})`);
  const isText = length !== undefined || needsLengths.has(dialect);
  return textOf(generic(writer, isText ? 'Text' : 'String'));
}

function uuidType(writer: AlchemyWriter): AlchemyType {
  const { imports, version, dialect } = writer;
  if (version === 2)
    return { column: generic(writer, 'Uuid'), python: () => imports.use('uuid', 'UUID') };
  if (dialect !== 'postgres') return textOf(`${generic(writer, 'String')}(36)`);
  return { column: `${special(writer, 'postgres', 'UUID')}(as_uuid=True)`, python: () => 'UUID' };
}

/** Texts of the format binary are texts in scripts of SQL, too, where no type of a platform says otherwise. */
const isOnlyFormat = ({ property }: Field): boolean =>
  property !== undefined &&
  (property.physicalType ?? property.customProperties['physicalType']) === undefined;

function bytesType(_: ShapeOf<'bytes'>, field: Field, { writer, isKey }: Place): AlchemyType {
  const { dialect, notes } = writer;
  if (isOnlyFormat(field))
    return textType({ kind: 'text', isUuid: false }, field, { writer, isKey });
  const python = (): string => 'bytes';
  if (isKey && needsKeyLengths.has(dialect)) {
    notes.add(field.path, `keys need a length, so it is given ${keyLength} bytes`);
    const name = dialect === 'oracle' ? special(writer, 'oracle', 'RAW') : undefined;
    return { column: `${name ?? generic(writer, 'VARBINARY')}(${keyLength})`, python };
  }
  // LargeBinary is a BLOB there, which ends at 64 KB.
  const column =
    dialect === 'mysql' ? special(writer, 'mysql', 'LONGBLOB') : generic(writer, 'LargeBinary');
  return { column, python };
}

/** Digits of integers of more than 64 bits, as scripts of SQL have them. */
const wideDigits: Readonly<Record<string, number>> = { postgres: 78, mysql: 65 };

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  field: Field,
  place: Place,
): AlchemyType {
  const { writer } = place;
  // Half of the unsigned numbers do not fit in as many bits.
  const size = unsigned ? bits + 1 : bits;
  if (size <= 64) {
    const large = size <= 32 ? 'Integer' : 'BigInteger';
    return { column: generic(writer, size <= 16 ? 'SmallInteger' : large), python: () => 'int' };
  }
  const precision = bits > 64 ? (wideDigits[writer.dialect ?? ''] ?? (bits > 128 ? 78 : 39)) : 20;
  return decimalType({ kind: 'decimal', precision, scale: 0 }, field, place);
}

function decimalType(shape: ShapeOf<'decimal'>, { path }: Field, { writer }: Place): AlchemyType {
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
    notes.add(
      path,
      `it has no usable precision, so ${kept[0]} digits with ${kept[1]} of them behind the point are assumed`,
    );
  if (kept[0] < wanted || kept[1] < behind)
    notes.add(
      path,
      `${wanted} digits with ${behind} of them behind the point are cut to ${kept[0]} with ${kept[1]}, as ${titleOf(dialect)} keeps no more`,
    );
  return { column: `${numeric}(${kept[0]}, ${kept[1]})`, python };
}

function floatType({ bits }: ShapeOf<'float'>, _: Field, { writer }: Place): AlchemyType {
  const { dialect, version } = writer;
  const python = (): string => 'float';
  if (dialect === 'oracle')
    // Digits of its FLOAT are counted in another way.
    return {
      column: special(writer, 'oracle', bits === 64 ? 'BINARY_DOUBLE' : 'BINARY_FLOAT'),
      python,
    };
  const isDouble = bits === 64 && version === 2 && dialect !== 'bigquery';
  const column = isDouble
    ? generic(writer, 'Double')
    : `${generic(writer, 'Float')}(${bits === 64 ? 53 : 24})`;
  return { column, python };
}

const any = ({ imports }: AlchemyWriter): string => imports.use('typing', 'Any');

function jsonColumn(writer: AlchemyWriter): string {
  if (writer.dialect === 'postgres') return special(writer, 'postgres', 'JSONB');
  return generic(writer, withJson.has(writer.dialect) ? 'JSON' : 'Text');
}

/** What is nested has no columns of its own. */
function jsonType(field: Field, place: Place, isList: boolean): AlchemyType {
  const { writer, isKey } = place;
  const { dialect, notes } = writer;
  if (isKey) {
    notes.add(field.path, 'no JSON can be a key, so it is a text');
    return textType({ kind: 'text', isUuid: false }, field, place);
  }
  const column = jsonColumn(writer);
  const isText = !withJson.has(dialect);
  if (isText)
    notes.add(
      field.path,
      `SQLAlchemy cannot declare JSON for ${titleOf(dialect)}, so it is a text`,
    );
  const isNested = ['record', 'list', 'map'].includes(field.shape.kind);
  if (isNested)
    notes.add(
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

function listType({ items }: ShapeOf<'list'>, field: Field, place: Place): AlchemyType {
  const { writer } = place;
  if (writer.dialect !== 'postgres' || nestedKinds.has(items.shape.kind))
    return jsonType(field, place, true);
  const { column, python } = typeOfColumn(items, { writer, isKey: false });
  const array = special(writer, 'postgres', 'ARRAY');
  return { column: `${array}(${column})`, python: () => `list[${python()}]` };
}

const types: ByKind<Place, AlchemyType> = {
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
  json: ({ isObject }, field, place) => {
    const type = jsonType(field, place, false);
    return isObject || place.isKey || !withJson.has(place.writer.dialect)
      ? type
      : { ...type, python: () => any(place.writer) };
  },
  record: (_shape, field, place) => jsonType(field, place, false),
  list: listType,
  map: (_shape, field, place) => jsonType(field, place, false),
};

/** The type of a column on a platform; generic ones, which SQLAlchemy writes for each, wherever there are some. */
export function typeOfColumn(field: Field, place: Place): AlchemyType {
  return writeByKind(types, field, place);
}
