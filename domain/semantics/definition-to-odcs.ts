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
  const names = [definition.name, definition.id].flatMap((text) => textOf(text) ?? []);
  const [name = ''] = names;
  const limits = pick(definition, options);
  const type = textOf(definition.type)?.toLowerCase() ?? '';
  const { example } = definition;
  return {
    name,
    businessName: textOf(definition.title) ?? name,
    ...(Object.hasOwn(logicalTypes, type) && { logicalType: logicalTypes[type] ?? null }),
    ...pick(definition, ['description', 'classification', 'tags']),
    ...(Object.keys(limits).length > 0 && { logicalTypeOptions: limits }),
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
