import type {
  ContractProperty,
  ContractServer,
} from '../../../domain/standards/odcs/contract-model.ts';
import { allowsMore } from '../shapes/additional-columns.ts';
import { ecmaPattern } from '../shapes/ecma-pattern.ts';
import {
  integerRangeOf,
  labelsOf,
  maxLengthOf,
  numberLimitsOf,
  openConstraints,
} from '../shapes/limits.ts';
import type { NumberLimits } from '../shapes/limits.ts';
import type { Notes } from '../shapes/notes.ts';
import { canHoldNull } from '../shapes/nullability.ts';
import { writeByKind } from '../shapes/shape.ts';
import type { ByKind, Field, ShapeOf } from '../shapes/shape.ts';
import { typedValuesOf } from '../shapes/typed-values.ts';
import { momentKeywords, textFormatOf } from './json-schema-formats.ts';

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

/** Only numbers that JSON readers keep as they are. */
const isExact = (bound: bigint | undefined): bound is bigint =>
  bound !== undefined && bound >= -(2n ** 53n) && bound <= 2n ** 53n;

/** Limits of the type, where the contract has none of its own. */
function withTypeLimits(limits: NumberLimits, ofType: NumberLimits): NumberLimits {
  const hasLow = limits.minimum !== undefined || limits.exclusiveMinimum !== undefined;
  const hasHigh = limits.maximum !== undefined || limits.exclusiveMaximum !== undefined;
  const kept = Object.entries(ofType).filter(([name]) => !(/min/i.test(name) ? hasLow : hasHigh));
  return { ...(Object.fromEntries(kept) as NumberLimits), ...limits };
}

function integerSchema({ unsigned }: ShapeOf<'integer'>, { property }: Field): JsonSchemaObject {
  const { low = unsigned ? 0n : undefined, high } = integerRangeOf(property) ?? {};
  const ofType = {
    ...(isExact(low) && { minimum: Number(low) }),
    ...(isExact(high) && { maximum: Number(high) }),
  };
  return { type: 'integer', ...withTypeLimits(numberLimitsOf(property), ofType) };
}

/** As many digits as JSON readers keep apart. */
const mostDigits = 15;

function decimalSchema(
  { precision, scale = 0 }: ShapeOf<'decimal'>,
  { path, property }: Field,
  { notes }: SchemaWriter,
): JsonSchemaObject {
  const limits = numberLimitsOf(property);
  if (precision === undefined) return { type: 'number', ...limits };
  const digits = precision - scale;
  const end = digits >= 0 && digits <= mostDigits ? 10 ** digits : undefined;
  if (scale > 0 || end === undefined)
    notes.add(
      path,
      `JSON Schema has no keyword for ${precision} digits with ${scale} of them behind the point`,
    );
  const ofType = end === undefined ? {} : { exclusiveMinimum: -end, exclusiveMaximum: end };
  return { type: 'number', ...withTypeLimits(limits, ofType) };
}

const momentSchema = (field: Field, format: 'date' | 'time' | 'date-time'): JsonSchemaObject => ({
  type: 'string',
  ...momentKeywords(field, format),
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

/** Names are texts: of their type only what can be said of texts is left. */
function keySchema(key: Field, writer: SchemaWriter): JsonSchemaObject {
  const { kind } = key.shape;
  const isText = ['text', 'date', 'time', 'timestamp'].includes(kind);
  if (isText) return schemaOf(key, false, writer);
  if (kind === 'integer') return { type: 'string', pattern: '^-?\\d+$' };
  if (kind === 'boolean') return { type: 'string', enum: ['true', 'false'] };
  writer.notes.add(key.path, 'keys are texts in JSON');
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

/** The keywords of an object with these members; of several with one name the last counts. */
export function objectKeywords(
  fields: readonly Field[],
  writer: SchemaWriter,
  isOpen: boolean,
): JsonSchemaObject {
  const required = new Set(fields.filter((field) => field.required).map(({ name }) => name));
  const entries = fields.map((field) => [field.name, schemaOf(field, !field.required, writer)]);
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    writer.notes.add(
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
  date: (_, field) => momentSchema(field, 'date'),
  time: (_, field) => momentSchema(field, 'time'),
  timestamp: (_, field) => momentSchema(field, 'date-time'),
  integer: (shape, field) => integerSchema(shape, field),
  float: (_, { property }) => ({ type: 'number', ...numberLimitsOf(property) }),
  decimal: decimalSchema,
  json: ({ isObject }, { property }) =>
    isObject ? { type: 'object', ...pick(property, 'minProperties', 'maxProperties') } : {},
  record: ({ fields }, { property }, writer) => ({
    ...objectKeywords(fields, writer, property === undefined || allowsMore(property)),
    ...pick(property, 'minProperties', 'maxProperties'),
  }),
  list: listSchema,
  map: mapSchema,
};

/** Texts for readers, where the contract has some. */
function textsOf(property: ContractProperty | undefined): JsonSchemaObject {
  const { businessName, description } = property ?? {};
  return {
    ...(businessName !== undefined && { title: businessName }),
    ...(description !== undefined && { description }),
  };
}

function schemaOf(field: Field, isNullable: boolean, writer: SchemaWriter): JsonSchemaObject {
  const { type, ...keywords } = writeByKind(schemas, field, writer);
  const values = typedValuesOf(field, writer.notes);
  const examples = field.property?.examples ?? [];
  return {
    ...textsOf(field.property),
    ...(type !== undefined && { type: isNullable ? [type, 'null'] : type }),
    ...keywords,
    ...(values && { enum: isNullable ? [...values, null] : values }),
    ...(examples.length > 0 && { examples }),
    ...commentOf(field, keywords, writer),
  };
}

/** A format that no keyword says. */
function openFormat({ shape, property }: Field, keywords: JsonSchemaObject): string[] {
  const format = property?.options.format;
  const isText = ['text', 'date', 'time', 'timestamp'].includes(shape.kind);
  const isSaid = 'format' in keywords || ('pattern' in keywords && shape.kind !== 'text');
  return format === undefined || !isText || isSaid ? [] : [`format ${format}`];
}

/** What no keyword says stands where every validator lets texts pass. */
function commentOf(
  field: Field,
  keywords: JsonSchemaObject,
  { notes }: SchemaWriter,
): { $comment?: string } {
  const said = new Set(Object.keys(keywords));
  const open = [...openConstraints(field, said), ...openFormat(field, keywords)];
  if (open.length > 0)
    notes.add(
      field.path,
      `JSON Schema has no keyword for ${open.join(', ')}; $comment tells of it`,
    );
  const constraints = open.length === 0 ? [] : [`Constraints: ${open.join(', ')}`];
  const texts = [...constraints, ...labelsOf(field.property)];
  return texts.length === 0 ? {} : { $comment: texts.join('; ') };
}
