import { ofColumn } from './construct.ts';
import type { Construct } from './construct.ts';

const untyped = 'its cells have no type of their own';

const options = (logicalType: string, logicalTypeOptions: Record<string, unknown>) => ({
  logicalType,
  logicalTypeOptions,
});

const required = (member: Record<string, unknown>) => ({
  logicalType: 'object',
  properties: [{ name: 'city', logicalType: 'string', ...member }],
});

const formats: readonly [format: string, good: string, bad: string][] = [
  ['email', 'ada@example.org', 'ada at example.org'],
  ['uuid', '0190b5a4-7b1c-7c3e-9d53-0f6c2f1e8a01', '0190b5a4-7b1c'],
  ['uri', 'https://example.org/a?b=c#d', 'example dot org'],
  ['hostname', 'db-1.example.org', '-db.example.org'],
  ['ipv4', '192.0.2.17', '192.0.2.256'],
  ['ipv6', '2001:db8::17', '2001:db8:::17'],
];

/** `required` to nested values: what properties say of values. */
export const fieldConstructs: readonly Construct[] = [
  ofColumn('required', 'field_required', {
    kind: 'text',
    property: { required: true },
    good: ['a', 'b'],
    bad: ['a', null],
  }),
  ofColumn('unique', 'field_unique', {
    kind: 'integer',
    property: { logicalType: 'integer', unique: true },
    good: [1, 2],
    bad: [1, 1],
  }),
  ofColumn('primaryKey, no nulls', 'field_primary_key_required', {
    kind: 'integer',
    property: { primaryKey: true },
    good: [1, 2],
    bad: [1, null],
  }),
  ofColumn('primaryKey, no duplicates', 'field_primary_key_unique', {
    kind: 'integer',
    property: { primaryKey: true },
    good: [1, 2],
    bad: [2, 2],
  }),
  {
    name: 'primaryKey of two columns',
    check: 'primary_key_unique',
    contract: () => ({
      schema: {
        properties: [
          { name: 'a', primaryKey: true, primaryKeyPosition: 2 },
          { name: 'b', primaryKey: true, primaryKeyPosition: 1 },
        ],
      },
    }),
    good: { columns: { a: 'integer', b: 'text' }, rows: [[1, 'x'], [1, 'y']] }, // prettier-ignore
    bad: { columns: { a: 'integer', b: 'text' }, rows: [[1, 'x'], [1, 'x']] }, // prettier-ignore
  },
  ofColumn('enum (3.2)', 'field_enum', {
    kind: 'text',
    property: { logicalType: 'string', enum: [{ value: 'new' }, { value: 'old' }] },
    good: ['new', 'old', null],
    bad: ['new', 'odd'],
  }),
  ofColumn('minLength', 'field_min_length', {
    kind: 'text',
    property: options('string', { minLength: 2 }),
    good: ['ab', 'äö'],
    bad: ['ab', 'ä'],
  }),
  ofColumn('maxLength', 'field_max_length', {
    kind: 'text',
    property: options('string', { maxLength: 3 }),
    good: ['abc', '💡💡💡'],
    bad: ['abcd'],
  }),
  ofColumn('pattern', 'field_regex', {
    kind: 'text',
    property: options('string', { pattern: '^[A-Z]{2}-[0-9]+$' }),
    good: ['AB-1', 'CD-22'],
    bad: ['AB-1', 'ab-1'],
  }),
  ...formats.map(([format, good, bad]) =>
    ofColumn(`format ${format}`, 'field_format', {
      kind: 'text',
      property: options('string', { format }),
      good: [good, null],
      bad: [good, bad],
    }),
  ),
  ofColumn('date pattern in a text', 'field_format', {
    kind: 'text',
    property: { ...options('date', { format: 'dd.MM.yyyy' }), physicalType: 'text' },
    good: ['31.12.2025'],
    bad: ['2025-12-31'],
  }),
  ofColumn('minimum', 'field_minimum', {
    kind: 'number',
    property: options('number', { minimum: 1.5 }),
    good: [1.5, 2],
    bad: [1.49, 2],
  }),
  ofColumn('maximum', 'field_maximum', {
    kind: 'number',
    property: options('number', { maximum: 10 }),
    good: [10, -1],
    bad: [10.01],
  }),
  ofColumn('exclusiveMinimum', 'field_not_equal', {
    kind: 'integer',
    property: options('integer', { exclusiveMinimum: 0 }),
    good: [1],
    bad: [0],
  }),
  ofColumn('exclusiveMaximum of 3.0 (boolean)', 'field_not_equal', {
    kind: 'integer',
    property: options('integer', { maximum: 10, exclusiveMaximum: true }),
    good: [9],
    bad: [10],
  }),
  ofColumn('minimum of dates', 'field_minimum', {
    kind: 'date',
    property: options('date', { minimum: '2025-01-01' }),
    good: ['2025-01-01'],
    bad: ['2024-12-31'],
  }),
  ofColumn('maximum of timestamps', 'field_maximum', {
    kind: 'timestamp',
    property: options('timestamp', { maximum: '2025-06-01T12:00:00Z' }),
    good: ['2025-06-01 12:00:00'],
    bad: ['2025-06-01 12:00:01'],
  }),
  ofColumn('multipleOf', 'field_multiple_of', {
    kind: 'number',
    property: options('number', { multipleOf: 0.05 }),
    good: [0.15, 1, -0.3],
    bad: [0.15, 0.16],
  }),
  ofColumn('minItems', 'field_min_items', {
    kind: 'texts',
    property: { ...options('array', { minItems: 2 }), items: { logicalType: 'string' } },
    good: [['a', 'b'], null],
    bad: [['a']],
  }),
  ofColumn('maxItems', 'field_max_items', {
    kind: 'texts',
    property: { ...options('array', { maxItems: 2 }), items: { logicalType: 'string' } },
    good: [['a', 'b'], []],
    bad: [['a', 'b', 'c']],
  }),
  ofColumn('uniqueItems', 'field_unique_items', {
    kind: 'texts',
    property: { ...options('array', { uniqueItems: true }), items: { logicalType: 'string' } },
    good: [['a', 'b']],
    bad: [['a', 'b', 'a']],
  }),
  ofColumn('pattern of items', 'field_regex', {
    kind: 'texts',
    property: {
      logicalType: 'array',
      items: options('string', { pattern: '^[a-z]+$' }),
    },
    good: [['a', 'b'], []],
    bad: [['a', 'B']],
  }),
  ofColumn('minProperties', 'field_min_properties', {
    kind: 'place',
    property: options('object', { minProperties: 2 }),
    good: [{ city: 'Bonn', zip: '53111' }],
    bad: [{ city: 'Bonn' }],
    // A struct has all its members.
  }, { except: { Parquet: 'a struct always has all its members' } }), // prettier-ignore
  ofColumn('maxProperties', 'field_max_properties', {
    kind: 'place',
    property: options('object', { maxProperties: 1 }),
    good: [{ city: 'Bonn' }],
    bad: [{ city: 'Bonn', zip: '53111' }],
  }, { except: { Parquet: 'a struct always has all its members' } }), // prettier-ignore
  ofColumn('required of objects', 'field_required_property', {
    kind: 'place',
    property: options('object', { required: ['zip'] }),
    good: [{ zip: '53111' }],
    bad: [{ city: 'Bonn' }],
  }, { except: { Parquet: 'a struct always has all its members' } }), // prettier-ignore
  ofColumn('required member', 'field_required', {
    kind: 'place',
    property: required({ required: true }),
    good: [{ city: 'Bonn' }, null],
    bad: [{ zip: '53111' }],
  }),
  ofColumn('type of a member', 'field_type', {
    kind: 'place',
    property: { properties: [{ name: 'city', logicalType: 'string' }] },
    good: [{ city: 'Bonn' }, null],
    bad: [{ city: 5 }],
    // A struct has texts there, whatever was written.
  }, { except: { Parquet: 'its types say it for all rows, as the construct of structs shows' } }), // prettier-ignore
  ofColumn('type of items', 'field_type', {
    kind: 'place',
    property: { properties: [{ name: 'zip', items: { logicalType: 'integer' } }] },
    good: [{ zip: [1, 2] }, { zip: [] }],
    bad: [{ zip: [1, 'x'] }],
  }, { except: { Parquet: 'its types say it for all rows, as the construct of structs shows' } }), // prettier-ignore
  ofColumn('type of a member of a struct', 'field_type', {
    kind: 'place',
    property: { properties: [{ name: 'city', logicalType: 'string' }] },
    good: [{ city: 'Bonn' }],
    bad: [{ city: 'Bonn' }],
  }, {
    contract: ({ table }) => ({
      schema: {
        properties: [
          { name: 'v', properties: [{ name: 'city', logicalType: table.endsWith('good') ? 'string' : 'integer' }] },
        ],
      },
    }),
  }), // prettier-ignore
  ofColumn('member that a struct does not have', 'field_type', {
    kind: 'place',
    property: {},
    good: [{ city: 'Bonn' }],
    bad: [{ city: 'Bonn' }],
  }, {
    contract: ({ table }) => ({
      schema: {
        properties: [
          { name: 'v', properties: [{ name: table.endsWith('good') ? 'city' : 'gone', logicalType: 'string' }] },
        ],
      },
    }),
    except: {
      Postgres: 'JSON tells in each row what it has',
      MariaDB: 'JSON tells in each row what it has',
      CSV: 'JSON tells in each row what it has',
    },
  }), // prettier-ignore
  ofColumn('pattern of a member', 'field_regex', {
    kind: 'place',
    property: required({ logicalTypeOptions: { pattern: '^[A-Z]' } }),
    good: [{ city: 'Bonn' }],
    bad: [{ city: 'bonn' }],
  }),
  ofColumn('logicalType', 'field_type', {
    kind: 'integer',
    property: { logicalType: 'integer' },
    good: [1],
    bad: [1],
  }, { bad: { columns: { id: 'integer', v: 'text' }, rows: [[1, 'one']] } }), // prettier-ignore
  ofColumn('physicalType by an alias', 'field_physical_type', {
    kind: 'integer',
    property: { physicalType: 'int' },
    good: [1],
    bad: [1],
  }, {
    bad: { columns: { id: 'integer', v: 'text' }, rows: [[1, 'one']] },
    except: { CSV: untyped, Parquet: 'datacontract-cli compares logical types of files' },
  }), // prettier-ignore
  ofColumn('precision and scale', 'field_physical_type', {
    kind: 'number',
    property: { physicalType: 'decimal(12,4)' },
    good: [1],
    bad: [1],
  }, {
    bad: { columns: { id: 'integer', v: 'double' }, rows: [[1, 1]] },
    except: { CSV: untyped, Parquet: 'datacontract-cli compares logical types of files' },
  }), // prettier-ignore
];
