import { metadataOf } from '../shapes/field-metadata.ts';
import { asciiName } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import { pythonCall, pythonNumber, pythonText, pythonValue } from '../shapes/python-text.ts';
import type { PythonImports } from '../shapes/python-text.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { assumedDigits } from '../../../domain/dialects/assumed-digits.ts';
import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';

export type SparkWriter = {
  notes: Notes;
  server: ContractServer | undefined;
  imports: PythonImports;
  /** Variables of the module. */
  names: NameScope;
  /** Statements, each behind those that it needs. */
  blocks: string[][];
};

/** Where a type stands: how far in, within how many types, and what a variable for it would be called. */
type Place = { writer: SparkWriter; indent: string; depth: number; path: string };

/** Types within each other before one gets a variable; Python reads at most 200 brackets. */
const mostLevels = 12;

/** Digits that Spark can hold. */
const mostDigits = 38;

function typeCall({ writer }: Place, name: string, ...parts: string[]): string {
  return `${writer.imports.use('pyspark.sql.types', name)}(${parts.join(', ')})`;
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  { path }: Field,
  place: Place,
): string {
  // Half of the unsigned numbers do not fit in as many bits.
  const size = unsigned ? bits + 1 : bits;
  if (size <= 8) return typeCall(place, 'ByteType');
  if (size <= 16) return typeCall(place, 'ShortType');
  if (size <= 32) return typeCall(place, 'IntegerType');
  if (size <= 64) return typeCall(place, 'LongType');
  if (bits > 64)
    place.writer.notes.add(
      path,
      `of integers of ${bits} bits only those of ${mostDigits} digits fit`,
    );
  return typeCall(place, 'DecimalType', bits > 64 ? String(mostDigits) : '20', '0');
}

function decimalType(shape: ShapeOf<'decimal'>, { path }: Field, place: Place): string {
  const { precision, scale = 0 } = shape;
  const { notes } = place.writer;
  if (precision === undefined || precision < 1 || scale > precision) {
    notes.add(
      path,
      `it has no usable precision, so ${assumedDigits.precision} digits with ${assumedDigits.scale} of them behind the point are assumed`,
    );
    return typeCall(
      place,
      'DecimalType',
      String(assumedDigits.precision),
      String(assumedDigits.scale),
    );
  }
  if (precision > mostDigits) notes.add(path, `${precision} digits are cut to ${mostDigits}`);
  const digits = Math.min(precision, mostDigits);
  return typeCall(place, 'DecimalType', String(digits), String(Math.min(scale, digits)));
}

function insideOf(place: Place, name: string): Place {
  const { depth, indent, path } = place;
  return { ...place, depth: (depth + 1) % mostLevels, indent, path: `${path}_${name}` };
}

/** What stands within many others gets a variable in front of them. */
function withinLevels(type: string, { depth, path, writer }: Place): string {
  if (depth < mostLevels - 1) return type;
  const name = writer.names.take(
    asciiName(`${path}_type`, 'inner_type').slice(0, 120).replace(/^_+/, ''),
  );
  writer.blocks.push([`${name} = ${type}`]);
  return name;
}

function listType({ items }: ShapeOf<'list'>, field: Field, place: Place): string {
  const inner = typeOf(items, insideOf(place, 'items'));
  const canBeNull = canHoldNull(items, field);
  return withinLevels(typeCall(place, 'ArrayType', inner, pythonValue(canBeNull)), place);
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, place: Place): string {
  const { kind } = key.shape;
  if (kind === 'map')
    place.writer.notes.add(key.path, 'keys of maps cannot be maps, so it is a text');
  const keys = kind === 'map' ? typeCall(place, 'StringType') : typeOf(key, insideOf(place, 'key'));
  const values = typeOf(value, insideOf(place, 'value'));
  const canBeNull = pythonValue(canHoldNull(value, field));
  return withinLevels(typeCall(place, 'MapType', keys, values, canBeNull), place);
}

/** What Spark has no type for stays a text. */
function textFor(what: string): (shape: unknown, field: Field, place: Place) => string {
  return (_, { path }, place) => {
    place.writer.notes.add(path, `${what}, so it is a text`);
    return typeCall(place, 'StringType');
  };
}

const types: ByKind<Place, string> = {
  text: (_shape, _field, place) => typeCall(place, 'StringType'),
  boolean: (_shape, _field, place) => typeCall(place, 'BooleanType'),
  date: (_shape, _field, place) => typeCall(place, 'DateType'),
  bytes: (_shape, _field, place) => typeCall(place, 'BinaryType'),
  float: ({ bits }, _, place) => typeCall(place, bits === 32 ? 'FloatType' : 'DoubleType'),
  integer: integerType,
  decimal: decimalType,
  time: textFor('Spark has no type for times of a day'),
  timestamp: ({ zone }, _, place) =>
    typeCall(place, zone === false ? 'TimestampNTZType' : 'TimestampType'),
  json: textFor('what it holds is not said'),
  record: ({ fields }, _, place) => withinLevels(structType(fields, place), place),
  list: listType,
  map: mapType,
};

const typeOf = (field: Field, place: Place): string => writeByKind(types, field, place);

/**
 * JSON that Spark reads: it takes the first of a list for the type of all, so that numbers are all whole or all are not,
 * and mixed values are texts.
 */
function metadataText(value: unknown): string {
  if (Array.isArray(value)) return listText(value);
  if (typeof value !== 'object' || value === null) return pythonValue(value);
  const entries = Object.entries(value).map(
    ([name, entry]) => `${pythonText(name)}: ${metadataText(entry)}`,
  );
  return `{${entries.join(', ')}}`;
}

const isLong = (value: unknown): boolean =>
  Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63;

function listText(values: readonly unknown[]): string {
  const [first] = values;
  if (!values.every((value) => typeof value === typeof first))
    return pythonValue(values.map(String));
  if (typeof first !== 'number' || values.every(isLong)) return pythonValue(values);
  const floats = values.map((value) =>
    Number.isInteger(value) ? `${pythonNumber(Number(value))}.0` : pythonNumber(Number(value)),
  );
  return `[${floats.join(', ')}]`;
}

function fieldCall(field: Field, place: Place): string {
  const { writer, indent } = place;
  const inner = { ...insideOf(place, field.name), indent: `${indent}    ` };
  const type = typeOf(field, inner);
  const metadata = metadataOf(field, writer.server);
  const parts = [
    pythonText(field.name),
    type,
    pythonValue(!field.required),
    ...(Object.keys(metadata).length > 0 ? [metadataText(metadata)] : []),
  ];
  const opening = `${writer.imports.use('pyspark.sql.types', 'StructField')}(`;
  return pythonCall(opening, parts, { indent });
}

/** The type of rows or objects with these members. */
export function structType(fields: readonly Field[], place: Place): string {
  const name = place.writer.imports.use('pyspark.sql.types', 'StructType');
  if (fields.length === 0) return `${name}([])`;
  const inner = `${place.indent}    `;
  const lines = fields.map(
    (field) => `${inner}${fieldCall(field, { ...place, indent: inner })},\n`,
  );
  return `${name}([\n${lines.join('')}${place.indent}])`;
}
