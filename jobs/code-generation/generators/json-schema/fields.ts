import type {
  ContractProperty,
  ContractServer,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { allowsMore } from '../../shapes/additional-columns.ts';
import { ecmaPattern } from '../../shapes/text/ecma-pattern.ts';
import { maxLengthOf } from '../../shapes/limits.ts';
import type { Notes } from '../../shapes/notes.ts';
import { canHoldNull } from '../../shapes/nullability.ts';
import { writeByKind } from '../../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../../shapes/shape.ts';
import { typedValuesOf } from '../../shapes/typed-values.ts';
import { temporalKeywords, textFormatOf } from './formats.ts';
import { decimalSchema, integerSchema, numberKeywords } from './numbers.ts';
import { commentOf, enumKeywords, textsOf } from './annotations.ts';

export type SchemaWriter = { notes: Notes; server: ContractServer | undefined };

/** A schema as JSON; its members are in the order in which people read them. */
export type JsonSchemaObject = Record<string, unknown>;

function pick(
  property: ContractProperty | undefined,
  ...names: readonly (keyof ContractProperty['options'])[]
): JsonSchemaObject {
  const present = names.filter((name) => property?.options[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, property?.options[name]]));
}

function textSchema(
  { isUuid }: ShapeOf<'text'>,
  { property }: Field,
  { server }: SchemaWriter,
): JsonSchemaObject {
  const format = textFormatOf(property, isUuid);
  const maxLength = property && maxLengthOf(property, server);
  const pattern = ecmaPattern(property?.options.pattern ?? '');
  return {
    type: 'string',
    ...(format !== undefined && { format }),
    ...pick(property, 'minLength'),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
}

const temporalSchema = (field: Field, format: 'date' | 'time' | 'date-time'): JsonSchemaObject => ({
  type: 'string',
  ...temporalKeywords(field, format),
});

function listSchema(
  { items, dimensions }: ShapeOf<'list'>,
  field: Field,
  writer: SchemaWriter,
): JsonSchemaObject {
  return {
    type: 'array',
    items: schemaOf(items, canHoldNull(items, field), writer),
    ...(dimensions !== undefined && { minItems: dimensions, maxItems: dimensions }),
    ...pick(field.property, 'minItems', 'maxItems', 'uniqueItems'),
  };
}

/** Property names are texts, so their schema keeps only keywords of texts. */
function keySchema(key: Field, writer: SchemaWriter): JsonSchemaObject {
  const { kind } = key.shape;
  const isText = ['text', 'date', 'time', 'timestamp'].includes(kind);
  if (isText) return schemaOf(key, false, writer);
  if (kind === 'integer') return { type: 'string', pattern: '^-?\\d+$' };
  if (kind === 'boolean') return { type: 'string', enum: ['true', 'false'] };
  writer.notes.warn(key.path, 'keys are texts in JSON');
  return { type: 'string' };
}

function mapSchema(
  { key, value }: ShapeOf<'map'>,
  field: Field,
  writer: SchemaWriter,
): JsonSchemaObject {
  return {
    type: 'object',
    propertyNames: keySchema(key, writer),
    additionalProperties: schemaOf(value, canHoldNull(value, field), writer),
    ...pick(field.property, 'minProperties', 'maxProperties'),
  };
}

/** The keywords of an object with these members; the last of several members with the same name counts. */
export function objectKeywords(
  fields: readonly Field[],
  writer: SchemaWriter,
  isOpen: boolean,
): JsonSchemaObject {
  const required = new Set(fields.filter((field) => field.required).map(({ name }) => name));
  const entries = fields.map((field) => [field.name, schemaOf(field, !field.required, writer)]);
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    writer.notes.warn(
      fields[0]?.path ?? '',
      'several fields beside it have one name; the last counts',
    );
  return {
    type: 'object',
    properties: Object.fromEntries(entries) as JsonSchemaObject,
    ...(required.size > 0 && { required: [...required] }),
    ...(!isOpen && { additionalProperties: false }),
  };
}

const schemas: ByKind<SchemaWriter, JsonSchemaObject> = {
  text: textSchema,
  boolean: () => ({ type: 'boolean' }),
  bytes: () => ({ type: 'string', contentEncoding: 'base64' }),
  date: (_, field) => temporalSchema(field, 'date'),
  time: (_, field) => temporalSchema(field, 'time'),
  timestamp: (_, field) => temporalSchema(field, 'date-time'),
  integer: (shape, field, { notes }) => integerSchema(shape, field, notes),
  float: (_, field, { notes }) => ({ type: 'number', ...numberKeywords(field, notes) }),
  decimal: (shape, field, { notes }) => decimalSchema(shape, field, notes),
  json: ({ isObject }, { property }) =>
    isObject ? { type: 'object', ...pick(property, 'minProperties', 'maxProperties') } : {},
  record: ({ fields }, { property }, writer) => ({
    ...objectKeywords(fields, writer, property === undefined || allowsMore(property)),
    ...pick(property, 'minProperties', 'maxProperties'),
  }),
  list: listSchema,
  map: mapSchema,
};

function schemaOf(field: Field, isNullable: boolean, writer: SchemaWriter): JsonSchemaObject {
  const { type, ...keywords } = writeByKind(schemas, field, writer);
  const values = typedValuesOf(field, writer.notes);
  const examples = field.property?.examples ?? [];
  return {
    ...textsOf(field.property),
    ...(type !== undefined && { type: isNullable ? [type, 'null'] : type }),
    ...keywords,
    ...(values && enumKeywords(values, isNullable, field)),
    ...(examples.length > 0 && { examples }),
    ...commentOf(values ? field : { ...field, values: [] }, keywords, writer.notes),
  };
}
