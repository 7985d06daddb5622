import { any, check, classification, long, select, text, words } from './form-field.ts';
import type { FormField, Section } from './form-field.ts';

const types = [
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

/** A table. */
export const tableFields: readonly FormField[] = [
  text('name', 'Name'),
  text('physicalName', 'Name in the source'),
  text('physicalType', 'Kind'),
  text('businessName', 'Name for people'),
  long('description', 'Description'),
  words('tags', 'Tags'),
];

/** A field of a table. */
export const columnFields: readonly FormField[] = [
  text('name', 'Name'),
  select('logicalType', 'Type', types),
  text('physicalType', 'Type in the source'),
  text('businessName', 'Name for people'),
  long('description', 'Description'),
  classification('classification', 'Classification'),
  text('logicalTypeOptions.pattern', 'Pattern'),
  check('required', 'Required'),
  check('unique', 'Unique'),
  check('primaryKey', 'Primary key'),
  words('tags', 'Tags'),
];

/** Rules of a table or field. */
export const ruleSection: Section = {
  key: 'quality',
  name: 'Quality rules',
  path: ['quality'],
  list: { names: ['name', 'id', 'metric', 'rule', 'type'], noun: 'rule' },
  fields: [
    text('name', 'Name'),
    select('type', 'Type', ['library', 'text', 'sql', 'custom']),
    text('metric', 'Metric'),
    long('query', 'SQL'),
    any('mustBe', 'Must be'),
    any('mustBeGreaterThan', 'Must be greater than'),
    any('mustBeLessThan', 'Must be less than'),
    select('severity', 'Severity', ['info', 'warning', 'error']),
    text('dimension', 'Dimension'),
    long('description', 'Description'),
  ],
};
