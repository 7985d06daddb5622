import {
  anything,
  flag,
  listOf,
  number,
  objectOf,
  openObject,
  part,
  scalar,
  text,
  texts,
  whole,
} from '../json-schema.ts';
import type { Schema } from '../json-schema.ts';
import { annotations, isClosed } from './schema-parts.ts';
import type { SchemaLine } from './versions.ts';

const dimensions = [
  'accuracy',
  'completeness',
  'conformity',
  'consistency',
  'coverage',
  'timeliness',
  'uniqueness',
];

const logicalTypes: Record<Exclude<SchemaLine, '2.2'>, readonly string[]> = {
  '3.0': ['string', 'date', 'number', 'integer', 'object', 'array', 'boolean'],
  '3.1': ['string', 'date', 'timestamp', 'time', 'number', 'integer', 'object', 'array', 'boolean'],
  '3.2': [
    'string',
    'date',
    'timestamp',
    'time',
    'number',
    'integer',
    'object',
    'array',
    'boolean',
    'map',
    'vector',
  ],
};

const count: Schema = { type: 'integer', minimum: 0 };
const bound: Schema = { type: ['number', 'string'] };

function logicalTypeOptions(line: SchemaLine): Schema {
  const exclusive = line === '3.0' ? flag : bound;
  const options = {
    minLength: count,
    maxLength: count,
    pattern: text,
    format: text,
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: exclusive,
    exclusiveMaximum: exclusive,
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    minProperties: count,
    maxProperties: count,
    required: listOf(text, { minItems: 1, uniqueItems: true }),
    minItems: count,
    maxItems: count,
    uniqueItems: flag,
  };
  if (line === '3.0') return objectOf(options, { closed: true });
  const zones = { timezone: flag, defaultTimezone: text };
  if (line === '3.1') return objectOf({ ...options, ...zones }, { closed: true });
  const vectors = {
    dimensions: { type: 'integer', minimum: 1 },
    elementType: text,
    distanceMetric: text,
    embeddingModel: text,
    embeddingModelVersion: text,
    normalized: flag,
  };
  return objectOf({ ...options, ...zones, ...vectors }, { closed: true });
}

const range = listOf(number, { minItems: 2, maxItems: 2, uniqueItems: true });

const operators = {
  mustBe: anything,
  mustNotBe: anything,
  mustBeGreaterThan: number,
  mustBeGreaterOrEqualTo: number,
  mustBeLessThan: number,
  mustBeLessOrEqualTo: number,
  mustBeBetween: range,
  mustNotBeBetween: range,
};

/** A quality rule; which members belong to which `type` is not looked at. */
export function qualityRule(line: SchemaLine): Schema {
  const members = {
    id: text,
    name: text,
    description: text,
    type: { enum: ['library', 'text', 'sql', 'custom'] },
    dimension: { enum: dimensions },
    severity: text,
    businessImpact: text,
    method: text,
    unit: text,
    schedule: text,
    scheduler: text,
    metric: {
      enum: ['nullValues', 'missingValues', 'invalidValues', 'duplicateValues', 'rowCount'],
    },
    rule: text,
    arguments: openObject,
    query: text,
    engine: text,
    implementation: { type: ['string', 'object'] },
    ...operators,
    ...annotations(line),
  };
  if (isClosed(line)) return objectOf(members, { closed: true });
  const { metric: _metric, arguments: _arguments, ...old } = members;
  return objectOf(old);
}

function relationships(line: SchemaLine, required: readonly string[]): Schema {
  const reference = { type: ['string', 'array'], items: text };
  const members = {
    id: text,
    type: { enum: ['foreignKey'] },
    from: reference,
    to: reference,
    customProperties: annotations(line)['customProperties'] ?? anything,
  };
  return listOf(objectOf(members, { required, closed: true }));
}

function element(line: SchemaLine): Record<string, Schema> {
  const common = {
    name: text,
    physicalType: text,
    physicalName: text,
    description: text,
    businessName: text,
    quality: listOf(part('quality')),
    ...annotations(line),
  };
  if (line === '3.0') return common;
  if (line === '3.1') return { id: text, ...common };
  return { id: text, ...common, deprecated: flag, synonyms: listOf(openObject) };
}

function additions(line: SchemaLine): Record<string, Schema> {
  if (line === '3.0') return {};
  const related = { relationships: relationships(line, ['to']) };
  if (line === '3.1') return related;
  const value = objectOf({ value: scalar, label: text }, { required: ['value'] });
  return {
    ...related,
    enum: listOf(value, { minItems: 1, uniqueItems: true }),
    map: objectOf({ key: part('item'), value: part('item') }, { required: ['key', 'value'] }),
    semanticType: { enum: ['column', 'measure', 'dimension'] },
  };
}

/** A property; `items` and the halves of a map need no name, everything else does. */
export function property(line: Exclude<SchemaLine, '2.2'>, required: readonly string[]): Schema {
  const members = {
    ...element(line),
    logicalType: { enum: logicalTypes[line] },
    logicalTypeOptions: logicalTypeOptions(line),
    required: flag,
    unique: flag,
    primaryKey: flag,
    primaryKeyPosition: whole,
    partitioned: flag,
    partitionKeyPosition: whole,
    classification: text,
    criticalDataElement: flag,
    encryptedName: text,
    transformSourceObjects: texts,
    transformLogic: text,
    transformDescription: text,
    examples: listOf(anything),
    properties: listOf(part('property')),
    items: part('item'),
    ...additions(line),
  };
  return objectOf(members, { required, closed: true });
}

/** A schema object: a table, view, topic or file with its properties. */
export function schemaObject(line: Exclude<SchemaLine, '2.2'>): Schema {
  const members = {
    ...element(line),
    logicalType: { enum: ['object'] },
    dataGranularityDescription: text,
    properties: listOf(part('property')),
    ...(line === '3.0' ? {} : { relationships: relationships(line, ['from', 'to']) }),
    ...(line === '3.2' ? { context: { type: ['string', 'object'] } } : {}),
  };
  return objectOf(members, { required: ['name'], closed: true });
}
