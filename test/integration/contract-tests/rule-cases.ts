import type { LogicalType } from '../../../domain/standards/odcs/contract-model.ts';
import type {
  RowRule,
  Step,
  ValueFormat,
} from '../../../jobs/contract-tests/plan/planned-check.ts';
import { formatExamples } from '../../unit/contract-tests/sql/format-examples.ts';
import { numberCases } from './number-rule-cases.ts';

/** One rule with values that keep it and values that break it, as JSON. */
export type RuleCase = {
  title: string;
  rule: RowRule;
  steps?: readonly Step[];
  logicalType: LogicalType;
  postgresType: string;
  duckdbType: string;
  good: readonly unknown[];
  bad: readonly unknown[];
  /** Sources where the question does not arise. */
  not?: readonly ('postgres' | 'parquet' | 'csv' | 'json')[];
};

const text = { logicalType: 'string', postgresType: 'text', duckdbType: 'VARCHAR' } as const;
const integer = { logicalType: 'integer', postgresType: 'bigint', duckdbType: 'BIGINT' } as const;
const number = {
  logicalType: 'number',
  postgresType: 'double precision',
  duckdbType: 'DOUBLE',
} as const;
const decimal = { ...number, postgresType: 'numeric(10,2)', duckdbType: 'DECIMAL(10,2)' } as const;
const date = { logicalType: 'date', postgresType: 'date', duckdbType: 'DATE' } as const;
const timestamp = {
  logicalType: 'timestamp',
  postgresType: 'timestamptz',
  duckdbType: 'TIMESTAMPTZ',
} as const;
const array = { logicalType: 'array', postgresType: 'bigint[]', duckdbType: 'BIGINT[]' } as const;
const object = {
  logicalType: 'object',
  postgresType: 'jsonb',
  duckdbType: 'STRUCT(city VARCHAR, "no.""1""" BIGINT, tags VARCHAR[])',
} as const;
const rows = {
  ...array,
  postgresType: 'jsonb',
  duckdbType: 'STRUCT(sku VARCHAR, qty BIGINT)[]',
} as const;
const untyped = { not: ['postgres', 'parquet'] } as const;

const member = (name: string, logicalType: LogicalType): Step => ({ member: name, logicalType });
const items = (logicalType: LogicalType): Step => ({ items: true, logicalType });

const formats: RuleCase[] = Object.entries(formatExamples).map(([format, { good, bad }]) => ({
  title: `format ${format}`,
  rule: { kind: 'format', format: format as ValueFormat },
  ...text,
  // An empty cell of CSV is missing.
  good: good.filter((each) => each !== ''),
  bad: [...bad.filter((each) => each !== ''), ...good.slice(0, 1).map((each) => `${each}\n`)],
}));

const plain: RuleCase[] = [
  { title: 'not missing', rule: { kind: 'not-missing' }, ...text, good: ['a'], bad: [null, null] },
  {
    title: 'not missing values',
    rule: { kind: 'not-missing-values', values: ['N/A', '-', 0] },
    ...text,
    good: ['a', 'n/a'],
    bad: [null, 'N/A', '-', '0'],
  },
  {
    title: 'missing values of a type that they are not of',
    rule: { kind: 'not-missing-values', values: ['', 'N/A'] },
    ...text,
    postgresType: 'uuid',
    duckdbType: 'UUID',
    good: ['123e4567-e89b-12d3-a456-426614174000'],
    bad: [null],
  },
  {
    title: 'length from',
    rule: { kind: 'min-length', length: 2 },
    ...text,
    good: ['äö'],
    bad: ['ä'],
  },
  {
    title: 'length to',
    rule: { kind: 'max-length', length: 2 },
    ...text,
    good: ['äö'],
    bad: ['abc'],
  },
  {
    title: 'pattern, anywhere',
    rule: { kind: 'pattern', pattern: "^[a-c]+'?$|x" },
    ...text,
    good: ["abc'", 'yxy'],
    bad: ['abd', 'ABC'],
  },
  { title: 'minimum', rule: { kind: 'minimum', bound: 3 }, ...integer, good: [3, 9], bad: [2, -1] },
  {
    title: 'maximum',
    rule: { kind: 'maximum', bound: 1.5 },
    ...decimal,
    good: [1.5, -2],
    bad: [1.51],
  },
  { title: 'not equal', rule: { kind: 'not-equal', value: 4 }, ...integer, good: [3], bad: [4] },
  {
    title: 'minimum of dates',
    rule: { kind: 'minimum', bound: '2024-02-29' },
    ...date,
    good: ['2024-02-29', '2024-10-01'],
    bad: ['2024-02-28'],
  },
  {
    title: 'maximum of timestamps',
    rule: { kind: 'maximum', bound: '2024-02-29T12:00:00Z' },
    ...timestamp,
    good: ['2024-02-29T12:00:00Z', '2024-02-29T12:30:00+01:00'],
    bad: ['2024-02-29T12:00:01Z'],
  },
  {
    title: 'one of texts',
    rule: { kind: 'one-of', values: ["it's", 'ß'] },
    ...text,
    good: ["it's", 'ß'],
    bad: ['ss', "IT'S"],
  },
  {
    title: 'one of numbers',
    rule: { kind: 'one-of', values: [1, 2.5] },
    ...number,
    good: [1, 2.5],
    bad: [2],
  },
  {
    title: 'valid by values and pattern',
    rule: { kind: 'valid', values: ['a1', 'b'], pattern: '[0-9]' },
    ...text,
    good: ['a1'],
    bad: ['b', 'c2', 'd'],
  },
  {
    title: 'valid by nothing',
    rule: { kind: 'valid', values: undefined, pattern: undefined },
    ...text,
    good: ['a'],
    bad: [],
  },
  {
    title: 'multiple of',
    rule: { kind: 'multiple-of', divisor: 0.1 },
    ...number,
    good: [0.3, 7, 0],
    bad: [0.35, 0.30000000001],
  },
  {
    title: 'multiple of a whole',
    rule: { kind: 'multiple-of', divisor: 5 },
    ...integer,
    good: [10, 0, -5],
    bad: [3],
  },
  {
    title: 'date format',
    rule: { kind: 'date-format', format: 'dd.MM.yyyy' },
    ...text,
    good: ['29.02.2024'],
    bad: ['2024-02-29', '1.2.2024', '29.02.2024\n'],
  },
  {
    title: 'date format of dates',
    rule: { kind: 'date-format', format: 'dd.MM.yyyy' },
    ...date,
    good: ['2024-02-29'],
    bad: [],
    not: ['csv', 'json'],
  },
];

const readable: RuleCase[] = [
  {
    title: 'reads as integer',
    rule: { kind: 'castable', logicalType: 'integer' },
    ...integer,
    good: [1],
    bad: ['x', 1.5],
    ...untyped,
  },
  {
    title: 'reads as date',
    rule: { kind: 'castable', logicalType: 'date' },
    ...date,
    good: ['2024-02-29'],
    bad: ['2023-02-29'],
    ...untyped,
  },
  {
    title: 'reads as boolean',
    rule: { kind: 'castable', logicalType: 'boolean' },
    ...text,
    logicalType: 'boolean',
    good: [true],
    bad: ['maybe'],
    ...untyped,
  },
  {
    title: 'reads as object',
    rule: { kind: 'castable', logicalType: 'object' },
    ...object,
    good: [{ a: 1 }],
    bad: [[1], 'x'],
    ...untyped,
  },
];

const nested: RuleCase[] = [
  {
    title: 'member that reads as date',
    rule: { kind: 'castable', logicalType: 'date' },
    steps: [member('city', 'date')],
    ...object,
    good: [{ city: '2024-02-29' }],
    bad: [{ city: '2023-02-29' }, { city: '2024-02-29\n' }],
    // DuckDB takes no notice of blanks around a date.
    not: ['parquet', 'csv', 'json'],
  },
  {
    title: 'items from',
    rule: { kind: 'min-items', count: 2 },
    ...array,
    good: [[1, 2]],
    bad: [[1], []],
  },
  {
    title: 'items to',
    rule: { kind: 'max-items', count: 2 },
    ...array,
    good: [[1, 2], []],
    bad: [[1, 2, 3]],
  },
  {
    title: 'unique items',
    rule: { kind: 'unique-items' },
    ...array,
    good: [[1, 2], []],
    bad: [[1, 2, 1]],
  },
  {
    title: 'items',
    rule: { kind: 'minimum', bound: 2 },
    steps: [items('integer')],
    ...array,
    good: [[2, 3], []],
    bad: [
      [2, 1],
      [0, 0],
    ],
  },
  {
    title: 'missing items',
    rule: { kind: 'not-missing' },
    steps: [items('integer')],
    ...array,
    good: [[1]],
    bad: [[1, null]],
  },
  {
    title: 'members from',
    rule: { kind: 'min-properties', count: 2 },
    ...object,
    good: [{ city: 'a', tags: [] }],
    bad: [{ city: 'a' }, {}],
    not: ['parquet'],
  },
  {
    title: 'members to',
    rule: { kind: 'max-properties', count: 1 },
    ...object,
    good: [{ city: 'a' }, {}],
    bad: [{ city: 'a', tags: [] }],
    not: ['parquet'],
  },
  {
    title: 'members of a struct',
    rule: { kind: 'max-properties', count: 2 },
    ...object,
    good: [],
    bad: [{ city: 'a' }],
    not: ['postgres', 'csv', 'json'],
  },
  {
    title: 'has member',
    rule: { kind: 'has-member', member: 'no."1"' },
    ...object,
    good: [{ 'no."1"': 1 }, { 'no."1"': null }],
    bad: [{ city: 'a' }, {}],
    not: ['parquet'],
  },
  {
    title: 'missing member',
    rule: { kind: 'not-missing' },
    steps: [member('city', 'string')],
    ...object,
    good: [{ city: 'a' }, null],
    bad: [{ city: null }, { tags: ['x'] }],
  },
  {
    title: 'member',
    rule: { kind: 'maximum', bound: 5 },
    steps: [member('no."1"', 'integer')],
    ...object,
    good: [{ 'no."1"': 5 }, {}],
    bad: [{ 'no."1"': 6 }],
  },
  {
    title: 'items of a member',
    rule: { kind: 'pattern', pattern: '^[a-z]+$' },
    steps: [member('tags', 'array'), items('string')],
    ...object,
    good: [{ tags: ['a', 'b'] }, {}],
    bad: [{ tags: ['a', 'B'] }],
  },
  {
    title: 'member of items',
    rule: { kind: 'minimum', bound: 1 },
    steps: [items('object'), member('qty', 'integer')],
    ...rows,
    good: [[{ sku: 'a', qty: 1 }], []],
    bad: [
      [
        { sku: 'a', qty: 1 },
        { sku: 'b', qty: 0 },
      ],
    ],
  },
  {
    title: 'missing member of items',
    rule: { kind: 'not-missing' },
    steps: [items('object'), member('sku', 'string')],
    ...rows,
    good: [[{ sku: 'a', qty: 1 }]],
    bad: [[{ sku: 'a', qty: 1 }, { qty: 0 }]],
  },
  {
    title: 'items of arrays in arrays',
    rule: { kind: 'one-of', values: [1, 2] },
    steps: [items('array'), items('integer')],
    ...array,
    postgresType: 'jsonb',
    duckdbType: 'BIGINT[][]',
    good: [[[1], [2, 1]]],
    bad: [[[1], [3]]],
  },
];

/** MariaDB takes JSON of up to 32 levels, the value itself among them. */
const deepest = 31;

const inside = (levels: number, value: unknown): unknown =>
  levels === 0 ? value : { 'a.b': inside(levels - 1, value) };

const deep: RuleCase[] = [
  {
    title: 'member in members',
    rule: { kind: 'maximum', bound: 5 },
    steps: Array.from({ length: deepest }, (_each, level) =>
      member('a.b', level === deepest - 1 ? 'integer' : 'object'),
    ),
    ...object,
    good: [inside(deepest, 5), inside(deepest - 1, null), inside(3, {}), inside(2, [1]), null],
    bad: [inside(deepest, 6)],
    not: ['parquet'],
  },
];

/** Every kind of rule, with passing and failing values. */
export const ruleCases: readonly RuleCase[] = [
  ...plain,
  ...numberCases,
  ...formats,
  ...readable,
  ...nested,
  ...deep,
];
