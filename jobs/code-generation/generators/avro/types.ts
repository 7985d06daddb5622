import { numberOf, textOf } from '../../../../domain/standards/json-value.ts';
import { plainLines } from '../../shapes/documentation.ts';
import { asciiName, createNameScope, takeNames } from '../../shapes/names.ts';
import type { NameScope } from '../../shapes/names.ts';
import type { Notes } from '../../shapes/notes.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import { withNull } from './defaults.ts';
import type { AvroSchema } from './defaults.ts';
import { aliased, avroName, documented, labelled } from './documentation.ts';
import { bases, decimalSchema, integerSchema, logical, withDigits } from './scalars.ts';

/** `scope` holds the names of records and enums of all files. */
export type AvroWriter = { scope: NameScope; notes: Notes };

/** Readers in JavaScript look symbols up in plain objects, which have members such as `constructor` from the start. */
const isEnumSymbol = (text: string): boolean =>
  avroName.test(text) && !Object.hasOwn(Object.prototype, text);

const primitives = new Set(['boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);

function insideSchema(inside: Field, holder: Field, context: Context): AvroSchema {
  const schema = schemaOf(inside, insideOf(inside, context));
  return canHoldNull(inside, holder) ? ['null', schema] : schema;
}

function listSchema(field: Field, shape: ShapeOf<'list'>, context: Context): AvroSchema {
  return { type: 'array', items: insideSchema(shape.items, field, context) };
}

function mapSchema(field: Field, shape: ShapeOf<'map'>, context: Context): AvroSchema {
  if (shape.key.shape.kind !== 'text')
    context.writer.notes.warn(field.path, 'keys of maps are texts in Avro');
  return { type: 'map', values: insideSchema(shape.value, field, context) };
}

/** The context of a schema: the record that contains it, and the preferred name of its type. */
type Context = { parent: string; wanted: string; writer: AvroWriter };

function recordSchema(
  { property }: Field,
  fields: readonly Field[],
  { parent, wanted, writer }: Context,
): AvroSchema {
  const name = writer.scope.take(wanted, `${parent}_${wanted}`.slice(0, 200));
  const doc = plainLines(property?.description).join('\n');
  return {
    type: 'record',
    name,
    ...(doc !== '' && { doc }),
    fields: fieldsOfRecord(fields, name, writer),
  };
}

/** An enum if all values are valid symbols; other values stay text. */
function enumSchema(
  { path, values, shape }: Field,
  { parent, wanted, writer }: Context,
): AvroSchema | undefined {
  if (values === undefined || values.length === 0) return undefined;
  if (shape.kind !== 'text' || !values.every((value) => isEnumSymbol(String(value)))) {
    writer.notes.warn(
      path,
      'its allowed values are no symbols of Avro, so every value of its type is accepted',
    );
    return undefined;
  }
  const name = writer.scope.take(wanted, `${parent}_${wanted}`.slice(0, 200));
  return { type: 'enum', name, symbols: values.map(String) };
}

/** `avroType` and `avroLogicalType` of custom properties. */
function askedTypes({ property }: Field): { type: unknown; logicalType: string | undefined } {
  const { avroType, avroLogicalType } = property?.customProperties ?? {};
  const logicalType = textOf(avroLogicalType);
  return { type: avroType ?? (logicalType && bases[logicalType]), logicalType };
}

/** A decimal that custom properties ask for has the digits of the property. */
function askedDecimal(field: Field, writer: AvroWriter): AvroSchema {
  const { shape, property } = field;
  if (shape.kind === 'decimal') return decimalSchema(field, shape, writer.notes);
  const [precision, scale] = ['precision', 'scale'].map((name) =>
    numberOf(property?.customProperties[name]),
  );
  return decimalSchema(field, { kind: 'decimal', precision, scale }, writer.notes);
}

function askedSchema(field: Field, { writer }: Context): AvroSchema | undefined {
  const { type, logicalType } = askedTypes(field);
  if (type === undefined) return undefined;
  if (typeof type !== 'string' || !primitives.has(type)) {
    writer.notes.warn(field.path, `avroType ${JSON.stringify(type)} is no primitive type of Avro`);
    return undefined;
  }
  if (logicalType === undefined) return type;
  return logicalType === 'decimal' ? askedDecimal(field, writer) : { type, logicalType };
}

const schemas: ByKind<Context, AvroSchema> = {
  text: ({ isUuid }) => (isUuid ? logical('uuid') : 'string'),
  boolean: () => 'boolean',
  bytes: () => 'bytes',
  date: () => logical('date'),
  integer: (shape, field, { writer }) => integerSchema(field, shape, writer.notes),
  float: ({ bits }) => (bits === 32 ? 'float' : 'double'),
  decimal: (shape, field, { writer }) => decimalSchema(field, shape, writer.notes),
  time: ({ digits }, field, { writer }) => withDigits('time', digits, field, writer.notes),
  timestamp: ({ zone, digits }, field, { writer }) =>
    withDigits(zone === false ? 'local-timestamp' : 'timestamp', digits, field, writer.notes),
  json: (_, { path }, { writer }) => {
    writer.notes.warn(path, 'what it holds is not said, so it is written as a JSON text');
    return 'string';
  },
  record: ({ fields }, field, context) => recordSchema(field, fields, context),
  list: (shape, field, context) => listSchema(field, shape, context),
  map: (shape, field, context) => mapSchema(field, shape, context),
};

/** Items have their name in the contract, else that of the list. */
function insideOf({ property, name }: Field, context: Context): Context {
  const isNamed = property !== undefined && !['items', 'key', 'value'].includes(name);
  return isNamed ? { ...context, wanted: asciiName(name, context.wanted) } : context;
}

function schemaOf(field: Field, context: Context): AvroSchema {
  return (
    askedSchema(field, context) ??
    enumSchema(field, context) ??
    writeByKind(schemas, field, context)
  );
}

const fieldName = (text: string): string => asciiName(text, 'field');

/** The fields of one record; optional fields are nullable, and null by default. */
export function fieldsOfRecord(
  fields: readonly Field[],
  parent: string,
  writer: AvroWriter,
): object[] {
  const texts = fields.map((field) => field.name);
  const names = takeNames(texts, createNameScope(), fieldName);
  const taken = new Set(names);
  return fields.map((field, position) => {
    const name = names[position] ?? 'field';
    const schema = schemaOf(field, { parent, wanted: name, writer });
    return {
      name,
      ...documented(field, { name, wanted: fieldName(field.name) }, writer.notes),
      ...withNull(schema, field, writer.notes),
      ...aliased(field, taken),
      ...labelled(field),
    };
  });
}
