import { metadataOf } from '../../shapes/field-metadata.ts';
import { asciiName } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import {
  pythonCall,
  pythonNumber,
  pythonText,
  pythonValue,
} from '../../shapes/text/python-text.ts';
import type { PythonImports } from '../../shapes/text/python-text.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import { assumedDigits } from '../../../../domain/dialects/types/assumed-digits.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';

export type SparkWriter = {
  notes: Notes;
  server: ContractServer | undefined;
  imports: PythonImports;
  /** Variables of the module. */
  names: NameScope;
  /** Statements, each after the ones that it needs. */
  blocks: string[][];
};

/** The context of a type: its nesting depth, its indent, and the path that names a variable for it. */
type Context = { writer: SparkWriter; indent: string; depth: number; path: string };

/** Nested types of an expression; deeper ones get a variable, because Python reads 200 nested brackets at most. */
const maxLevels = 12;

/** Digits of a decimal of Spark. */
const maxDigits = 38;

function typeCall({ writer }: Context, name: string, ...parts: string[]): string {
  return `${writer.imports.use('pyspark.sql.types', name)}(${parts.join(', ')})`;
}

function integerType(
  { bits, unsigned }: ShapeOf<'integer'>,
  { path }: Field,
  context: Context,
): string {
  // Unsigned numbers need one more bit in a signed type.
  const size = unsigned ? bits + 1 : bits;
  if (size <= 8) return typeCall(context, 'ByteType');
  if (size <= 16) return typeCall(context, 'ShortType');
  if (size <= 32) return typeCall(context, 'IntegerType');
  if (size <= 64) return typeCall(context, 'LongType');
  if (bits > 64)
    context.writer.notes.warn(
      path,
      `of integers of ${bits} bits only those of ${maxDigits} digits fit`,
    );
  return typeCall(context, 'DecimalType', bits > 64 ? String(maxDigits) : '20', '0');
}

function decimalType(shape: ShapeOf<'decimal'>, { path }: Field, context: Context): string {
  const { precision, scale = 0 } = shape;
  const { notes } = context.writer;
  if (precision === undefined || precision < 1 || scale > precision) {
    notes.warn(
      path,
      `it has no usable precision, so ${assumedDigits.precision} digits with ${assumedDigits.scale} of them behind the point are assumed`,
    );
    return typeCall(
      context,
      'DecimalType',
      String(assumedDigits.precision),
      String(assumedDigits.scale),
    );
  }
  if (precision > maxDigits) notes.warn(path, `${precision} digits are cut to ${maxDigits}`);
  const digits = Math.min(precision, maxDigits);
  return typeCall(context, 'DecimalType', String(digits), String(Math.min(scale, digits)));
}

function insideOf(context: Context, name: string): Context {
  const { depth, indent, path } = context;
  return { ...context, depth: (depth + 1) % maxLevels, indent, path: `${path}_${name}` };
}

/** Moves a deeply nested type into a variable in front of the expression. */
function withinLevels(type: string, { depth, path, writer }: Context): string {
  if (depth < maxLevels - 1) return type;
  const name = writer.names.take(
    asciiName(`${path}_type`, 'inner_type').slice(0, 120).replace(/^_+/, ''),
  );
  writer.blocks.push([`${name} = ${type}`]);
  return name;
}

function listType({ items }: ShapeOf<'list'>, field: Field, context: Context): string {
  const inner = typeOf(items, insideOf(context, 'items'));
  const canBeNull = canHoldNull(items, field);
  return withinLevels(typeCall(context, 'ArrayType', inner, pythonValue(canBeNull)), context);
}

function mapType({ key, value }: ShapeOf<'map'>, field: Field, context: Context): string {
  const { kind } = key.shape;
  if (kind === 'map')
    context.writer.notes.warn(key.path, 'keys of maps cannot be maps, so it is a text');
  const keys =
    kind === 'map' ? typeCall(context, 'StringType') : typeOf(key, insideOf(context, 'key'));
  const values = typeOf(value, insideOf(context, 'value'));
  const canBeNull = pythonValue(canHoldNull(value, field));
  return withinLevels(typeCall(context, 'MapType', keys, values, canBeNull), context);
}

/** Writes a text type, with a note, for a type that Spark lacks. */
function textFor(what: string): (shape: unknown, field: Field, context: Context) => string {
  return (_, { path }, context) => {
    context.writer.notes.warn(path, `${what}, so it is a text`);
    return typeCall(context, 'StringType');
  };
}

const types: ByKind<Context, string> = {
  text: (_shape, _field, context) => typeCall(context, 'StringType'),
  boolean: (_shape, _field, context) => typeCall(context, 'BooleanType'),
  date: (_shape, _field, context) => typeCall(context, 'DateType'),
  bytes: (_shape, _field, context) => typeCall(context, 'BinaryType'),
  float: ({ bits }, _, context) => typeCall(context, bits === 32 ? 'FloatType' : 'DoubleType'),
  integer: integerType,
  decimal: decimalType,
  time: textFor('Spark has no type for times of a day'),
  timestamp: ({ zone }, _, context) =>
    typeCall(context, zone === false ? 'TimestampNTZType' : 'TimestampType'),
  json: textFor('what it holds is not said'),
  record: ({ fields }, _, context) => withinLevels(structType(fields, context), context),
  list: listType,
  map: mapType,
};

const typeOf = (field: Field, context: Context): string => writeByKind(types, field, context);

/**
 * JSON that Spark can read: Spark applies the type of the first list item to all items, so numbers become all integers
 * or all floats, and mixed values become text.
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

function fieldCall(field: Field, context: Context): string {
  const { writer, indent } = context;
  const inner = { ...insideOf(context, field.name), indent: `${indent}    ` };
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
export function structType(fields: readonly Field[], context: Context): string {
  const name = context.writer.imports.use('pyspark.sql.types', 'StructType');
  if (fields.length === 0) return `${name}([])`;
  const inner = `${context.indent}    `;
  const lines = fields.map(
    (field) => `${inner}${fieldCall(field, { ...context, indent: inner })},\n`,
  );
  return `${name}([\n${lines.join('')}${context.indent}])`;
}
