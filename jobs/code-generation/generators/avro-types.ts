import { numberOf, textOf } from '../../../domain/standards/json-value.ts';
import { plainLines } from '../shapes/documentation.ts';
import { asciiName, createNameScope, takeNames } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { withNull } from './avro-defaults.ts';
import type { AvroSchema } from './avro-defaults.ts';
import { aliased, avroName, documented, labelled } from './avro-documentation.ts';
import { bases, decimalSchema, integerSchema, logical, withDigits } from './avro-scalars.ts';

/** `scope` holds the names of records and enums of all files. */
export type AvroWriter = { scope: NameScope; notes: Notes };

/** Readers in JavaScript look symbols up in plain objects, which have members such as `constructor` from the start. */
const isEnumSymbol = (text: string): boolean =>
  avroName.test(text) && !Object.hasOwn(Object.prototype, text);

const primitives = new Set(['boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);

function insideSchema(inside: Field, holder: Field, place: Place): AvroSchema {
  const schema = schemaOf(inside, insideOf(inside, place));
  return canHoldNull(inside, holder) ? ['null', schema] : schema;
}

function listSchema(field: Field, shape: ShapeOf<'list'>, place: Place): AvroSchema {
  return { type: 'array', items: insideSchema(shape.items, field, place) };
}

function mapSchema(field: Field, shape: ShapeOf<'map'>, place: Place): AvroSchema {
  if (shape.key.shape.kind !== 'text')
    place.writer.notes.add(field.path, 'keys of maps are texts in Avro');
  return { type: 'map', values: insideSchema(shape.value, field, place) };
}

/** Within which record a schema stands, and how it would be called. */
type Place = { parent: string; wanted: string; writer: AvroWriter };

function recordSchema(
  { property }: Field,
  fields: readonly Field[],
  { parent, wanted, writer }: Place,
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

/** Symbols are names; other values stay texts. */
function enumSchema(
  { path, values, shape }: Field,
  { parent, wanted, writer }: Place,
): AvroSchema | undefined {
  if (values === undefined || values.length === 0) return undefined;
  if (shape.kind !== 'text' || !values.every((value) => isEnumSymbol(String(value)))) {
    writer.notes.add(
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

function askedSchema(field: Field, { writer }: Place): AvroSchema | undefined {
  const { type, logicalType } = askedTypes(field);
  if (type === undefined) return undefined;
  if (typeof type !== 'string' || !primitives.has(type)) {
    writer.notes.add(field.path, `avroType ${JSON.stringify(type)} is no primitive type of Avro`);
    return undefined;
  }
  if (logicalType === undefined) return type;
  return logicalType === 'decimal' ? askedDecimal(field, writer) : { type, logicalType };
}

const schemas: ByKind<Place, AvroSchema> = {
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
    writer.notes.add(path, 'what it holds is not said, so it is written as a JSON text');
    return 'string';
  },
  record: ({ fields }, field, place) => recordSchema(field, fields, place),
  list: (shape, field, place) => listSchema(field, shape, place),
  map: (shape, field, place) => mapSchema(field, shape, place),
};

/** Items are called as the contract calls them, else as the list. */
function insideOf({ property, name }: Field, place: Place): Place {
  const isNamed = property !== undefined && !['items', 'key', 'value'].includes(name);
  return isNamed ? { ...place, wanted: asciiName(name, place.wanted) } : place;
}

function schemaOf(field: Field, place: Place): AvroSchema {
  return (
    askedSchema(field, place) ?? enumSchema(field, place) ?? writeByKind(schemas, field, place)
  );
}

const fieldName = (text: string): string => asciiName(text, 'field');

/** The fields of one record; what is not required is nullable and null by default. */
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
