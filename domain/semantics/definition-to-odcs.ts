import { isObject } from '../../lib/json.ts';
import type { Json, JsonObject } from '../../lib/json.ts';

/** Types of definitions that ODCS calls otherwise; what it does not know is left out. */
const logicalTypes: Readonly<Record<string, string>> = {
  string: 'string',
  text: 'string',
  varchar: 'string',
  number: 'number',
  decimal: 'number',
  numeric: 'number',
  float: 'number',
  double: 'number',
  int: 'integer',
  integer: 'integer',
  long: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  timestamp_tz: 'timestamp',
  timestamp_ntz: 'timestamp',
  time: 'time',
  array: 'array',
  object: 'object',
  record: 'object',
  struct: 'object',
};

/** What ODCS calls alike, but below `logicalTypeOptions`. */
const options = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'format',
  'pattern',
];

/** A business definition as a property of a data contract. */
export function definitionToOdcs(definition: JsonObject, url: string): JsonObject {
  const { id, name, title, type, description, classification, tags, example } = definition;
  const limits = pick(definition, options);
  const typed = typeof type === 'string' ? logicalTypes[type.toLowerCase()] : undefined;
  return {
    name: textOf(name) ?? textOf(id) ?? '',
    businessName: textOf(title) ?? textOf(name) ?? textOf(id) ?? '',
    ...(typed !== undefined && { logicalType: typed }),
    ...pick({ description: description ?? null, classification: classification ?? null }, [
      'description',
      'classification',
    ]),
    ...(isObject(limits) && Object.keys(limits).length > 0 && { logicalTypeOptions: limits }),
    ...(Array.isArray(tags) && { tags }),
    ...((example ?? null) !== null && { examples: [example as Json] }),
    url,
  };
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  const present = names.filter((name) => (object[name] ?? null) !== null);
  return Object.fromEntries(present.map((name) => [name, object[name] as Json]));
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
