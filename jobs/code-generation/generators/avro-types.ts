import { withNull } from './avro-defaults.ts';
import type { AvroObject, AvroSchema } from './avro-defaults.ts';
import { numberOf, textOf } from '../../../domain/standards/json-value.ts';
import { plainLines } from '../shapes/documentation.ts';
import { asciiName, createNameScope } from '../shapes/names.ts';
import type { NameScope } from '../shapes/names.ts';
import type { Notes } from '../shapes/notes.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';

/** `scope` holds the names of records and enums of all files. */
export type AvroWriter = { scope: NameScope; notes: Notes };

/** Readers in JavaScript cannot have that one. */
const symbol = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]*$/;

/** Readers in JavaScript look symbols up in plain objects, which have members such as `constructor` from the start. */
const isEnumSymbol = (text: string): boolean =>
  symbol.test(text) && !Object.hasOwn(Object.prototype, text);

const primitives = new Set(['boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);

/** What each logical type of Avro annotates. */
const bases: Readonly<Record<string, string>> = {
  date: 'int',
  'time-millis': 'int',
  'time-micros': 'long',
  'timestamp-millis': 'long',
  'timestamp-micros': 'long',
  'timestamp-nanos': 'long',
  'local-timestamp-millis': 'long',
  'local-timestamp-micros': 'long',
  'local-timestamp-nanos': 'long',
  decimal: 'bytes',
  uuid: 'string',
};

const logical = (logicalType: string): AvroObject => ({ type: bases[logicalType], logicalType });

/** The digits of decimals whose contract gives none, as BigQuery's NUMERIC has them. */
const assumed = { precision: 38, scale: 9 };

function decimalSchema(
  { path }: Field,
  shape: ShapeOf<'decimal'>,
  { notes }: AvroWriter,
): AvroSchema {
  const { precision, scale = 0 } = shape;
  if (precision !== undefined && precision > 0 && scale <= precision)
    return { ...logical('decimal'), precision, scale };
  notes.add(
    path,
    'it has no usable precision, so 38 digits with 9 of them behind the point are assumed',
  );
  return { ...logical('decimal'), ...assumed };
}

function integerSchema(
  { path }: Field,
  shape: ShapeOf<'integer'>,
  { notes }: AvroWriter,
): AvroSchema {
  const { unsigned } = shape;
  // Half of the unsigned numbers do not fit in as many bits.
  const bits = unsigned ? shape.bits + 1 : shape.bits;
  if (bits > 65) {
    notes.add(path, `integers of ${shape.bits} bits are written as decimals`);
    return { ...logical('decimal'), precision: shape.bits > 128 ? 78 : 39, scale: 0 };
  }
  if (bits === 65) notes.add(path, 'only the lower half of unsigned 64 bit numbers fits');
  return bits <= 32 ? 'int' : 'long';
}

/** Millis where nothing more is said, as most producers write them. */
function withDigits(
  name: string,
  digits: number | undefined,
  { path }: Field,
  { notes }: AvroWriter,
): AvroSchema {
  if (digits !== undefined && digits > 6)
    notes.add(path, `${digits} digits behind the second are cut to 6`);
  return logical(digits === undefined || digits <= 3 ? `${name}-millis` : `${name}-micros`);
}

function listSchema(field: Field, shape: ShapeOf<'list'>, place: Place): AvroSchema {
  if (shape.dimensions !== undefined)
    place.writer.notes.add(field.path, `its length of ${shape.dimensions} is no part of Avro`);
  return { type: 'array', items: schemaOf(shape.items, insideOf(shape.items, place)) };
}

function mapSchema(field: Field, shape: ShapeOf<'map'>, place: Place): AvroSchema {
  if (shape.key.shape.kind !== 'text')
    place.writer.notes.add(field.path, 'keys of maps are texts in Avro');
  return { type: 'map', values: schemaOf(shape.value, insideOf(shape.value, place)) };
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
  if (shape.kind === 'decimal') return decimalSchema(field, shape, writer);
  const [precision, scale] = ['precision', 'scale'].map((name) =>
    numberOf(property?.customProperties[name]),
  );
  return decimalSchema(field, { kind: 'decimal', precision, scale }, writer);
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
  integer: (shape, field, { writer }) => integerSchema(field, shape, writer),
  float: ({ bits }) => (bits === 32 ? 'float' : 'double'),
  decimal: (shape, field, { writer }) => decimalSchema(field, shape, writer),
  time: ({ digits }, field, { writer }) => withDigits('time', digits, field, writer),
  timestamp: ({ zone, digits }, field, { writer }) =>
    withDigits(zone === false ? 'local-timestamp' : 'timestamp', digits, field, writer),
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

/** The fields of one record; what is not required is nullable and null by default. */
export function fieldsOfRecord(
  fields: readonly Field[],
  parent: string,
  writer: AvroWriter,
): object[] {
  const scope = createNameScope();
  const names = fields.map((field) => scope.take(asciiName(field.name, 'field')));
  const taken = new Set(names);
  return fields.map((field, position) => {
    const name = names[position] ?? 'field';
    const schema = schemaOf(field, { parent, wanted: name, writer });
    return {
      name,
      ...documented(field, name, writer),
      ...withNull(schema, field, writer.notes),
      ...aliased(field, taken),
      ...labelled(field),
    };
  });
}

/** Readers may know a field by its logical name. */
function aliased({ property }: Field, taken: Set<string>): { aliases?: string[] } {
  const alias = property?.name ?? '';
  if (!symbol.test(alias) || taken.has(alias)) return {};
  taken.add(alias);
  return { aliases: [alias] };
}

/** Attributes that Avro does not know are metadata. */
function labelled({ property }: Field): { classification?: string; tags?: readonly string[] } {
  const { classification, tags = [] } = property ?? {};
  return {
    ...(classification !== undefined && { classification }),
    ...(tags.length > 0 && { tags }),
  };
}

function documented(field: Field, name: string, { notes }: AvroWriter): { doc?: string } {
  const isRenamed = name !== field.name;
  if (isRenamed) notes.add(field.path, `its name is no name of Avro, so it is called ${name}`);
  const text = plainLines(field.property?.description ?? field.property?.businessName);
  const said = isRenamed ? plainLines(`Name in the contract: ${field.name}`) : [];
  const doc = [...text, ...said].join('\n');
  return doc === '' ? {} : { doc };
}
