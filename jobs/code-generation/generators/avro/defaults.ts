import { numberOf } from '../../../../domain/standards/json-value.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { Field } from '../../shapes/shape.ts';

/** A schema of Avro as JSON. */
export type AvroSchema = string | AvroObject | readonly AvroSchema[];
export type AvroObject = Readonly<Record<string, unknown>> & { type: unknown };

const defaultTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  int: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  long: (value) => Number.isSafeInteger(value),
  float: Number.isFinite,
  double: Number.isFinite,
  string: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
};

/** A default that a value of the schema can be; numbers and booleans may be written as texts. */
function defaultOf(value: unknown, schema: AvroSchema): unknown {
  const object =
    typeof schema === 'object' && 'type' in schema ? schema : { type: schema, symbols: undefined };
  const { type, symbols } = object;
  const fits = Object.hasOwn(defaultTypes, String(type)) ? defaultTypes[String(type)] : undefined;
  if (fits === undefined || (Array.isArray(symbols) && !symbols.includes(value))) return undefined;
  if (fits(value)) return value;
  const read: unknown = typeof value === 'string' ? readScalar(value) : undefined;
  return fits(read) ? read : undefined;
}

function readScalar(text: string): unknown {
  return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : numberOf(text);
}

/** The type of a field: nullable unless required, with `avroDefault` or null by default; a default is of the first type. */
export function withNull(
  schema: AvroSchema,
  field: Field,
  notes: Notes,
): { type: AvroSchema; default?: unknown } {
  const asked = field.property?.customProperties['avroDefault'];
  const value = asked === undefined || asked === 'null' ? undefined : defaultOf(asked, schema);
  if (asked !== undefined && asked !== 'null' && value === undefined)
    notes.warn(field.path, `the avroDefault '${JSON.stringify(asked)}' is no value of its type`);
  if (value !== undefined)
    return { type: field.required ? schema : [schema, 'null'], default: value };
  return field.required ? { type: schema } : { type: ['null', schema], default: null };
}
