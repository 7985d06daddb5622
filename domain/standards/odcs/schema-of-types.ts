import {
  flag,
  hasOneOf,
  listOf,
  number,
  objectOf,
  oneOf,
  saying,
  text,
  when,
} from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import { isClosed } from './schema-parts.ts';
import type { Line3 } from '../versions.ts';

const typesOf30 = ['string', 'date', 'number', 'integer', 'object', 'array', 'boolean'];
const typesOf31 = [
  'string',
  'date',
  'timestamp',
  'time',
  'number',
  'integer',
  'object',
  'array',
  'boolean',
];

/** Values of `logicalType`. */
export function logicalTypes(line: Line3): readonly string[] {
  if (line === '3.2') return [...typesOf31, 'map', 'vector'];
  return isClosed(line) ? typesOf31 : typesOf30;
}

const count: Schema = { type: 'integer', minimum: 0 };
const signs = ['i', 'u'];
const integerFormats = signs.flatMap((sign) =>
  ['8', '16', '32', '64', '128'].map((bits) => `${sign}${bits}`),
);

/** 3.0 writes `exclusiveMinimum: true` beside `minimum`; from 3.1 each is a separate bound. */
function bounds(line: Line3, bound: Schema): Members {
  const exclusive = isClosed(line) ? bound : flag;
  return {
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: exclusive,
    exclusiveMaximum: exclusive,
  };
}

const vector: Schema = objectOf(
  {
    dimensions: { type: 'integer', minimum: 1 },
    elementType: oneOf(['bfloat16', 'binary', 'float16', 'float32', 'float64', 'int8', 'uint8']),
    distanceMetric: oneOf(['cosine', 'dotProduct', 'euclidean', 'hamming', 'manhattan']),
    embeddingModel: text,
    embeddingModelVersion: text,
    normalized: flag,
  },
  { required: ['dimensions'], closed: true },
);

/** Options by the types that have them; options of `boolean` and `map` are unrestricted. */
function optionsByType(line: Line3): [types: readonly string[], options: Schema][] {
  const closed = (members: Members): Schema => objectOf(members, { closed: true });
  const numeric = (formats: readonly string[]): Schema =>
    closed({
      multipleOf: { type: 'number', exclusiveMinimum: 0 },
      ...bounds(line, number),
      format: oneOf(formats),
    });
  const dated = { format: text, ...bounds(line, text) };
  const names = listOf(text, { minItems: 1, uniqueItems: true });
  const always: [string[], Schema][] = [
    [['string'], closed({ minLength: count, maxLength: count, pattern: text, format: text })],
    [['date'], closed(dated)],
    [['integer'], numeric(integerFormats)],
    [['number'], numeric(['f32', 'f64'])],
    [['object'], closed({ minProperties: count, maxProperties: count, required: names })],
    [['array'], closed({ minItems: count, maxItems: count, uniqueItems: flag })],
  ];
  const zoned = closed({ ...dated, timezone: flag, defaultTimezone: text });
  return [
    ...always,
    ...(isClosed(line) ? ([[['timestamp', 'time'], zoned]] as [string[], Schema][]) : []),
    ...(line === '3.2' ? ([[['vector'], vector]] as [string[], Schema][]) : []),
  ];
}

const untyped = saying('needs a logicalType beside it, which says what options there are', {
  type: 'object',
  maxProperties: 0,
});

/** Rules of a property that depend on its `logicalType`; without a type there are no options. */
export function rulesOfTypes(line: Line3): Schema[] {
  const options = optionsByType(line).map(([types, schema]) =>
    when(hasOneOf('logicalType', types), { properties: { logicalTypeOptions: schema } }),
  );
  return [
    ...options,
    when({ required: ['logicalType'] }, {}, { properties: { logicalTypeOptions: untyped } }),
  ];
}
