import type { RuleCase } from './rule-cases.ts';

const text = { logicalType: 'string', postgresType: 'text', duckdbType: 'VARCHAR' } as const;
const integer = { logicalType: 'integer', postgresType: 'bigint', duckdbType: 'BIGINT' } as const;
const number = {
  logicalType: 'number',
  postgresType: 'double precision',
  duckdbType: 'DOUBLE',
} as const;
const onlyCsv = { not: ['postgres', 'parquet', 'json'] } as const;

/** Numbers that are easily rounded, and texts that are none. */
export const numberCases: readonly RuleCase[] = [
  {
    title: 'multiple of a whole, nearly',
    rule: { kind: 'multiple-of', divisor: 1 },
    ...number,
    good: [1, -3],
    bad: [1.00000000001, -2.00000000001],
  },
  {
    title: 'maximum of large integers',
    rule: { kind: 'maximum', bound: 9007199254740990 },
    ...integer,
    good: ['9007199254740990'],
    bad: ['9007199254740991'],
  },
  {
    title: 'maximum of integers that are larger than a double can tell',
    rule: { kind: 'maximum', bound: Number.MAX_SAFE_INTEGER },
    ...integer,
    good: ['9007199254740991', '-9223372036854775807'],
    bad: ['9007199254740992', '170141183460469231731687303715884105726'],
    ...onlyCsv,
  },
  {
    title: 'reads as integer, as people write one',
    rule: { kind: 'castable', logicalType: 'integer' },
    ...integer,
    good: ['7', '+7', '-0', '007', '7.', '7.00', '1234567890123456789012345678901234567890'],
    bad: ['7.5', '7e3', '0x7', '7_000', '--7', '7 8', '9223372036854775808.5'],
    ...onlyCsv,
  },
  {
    title: 'minimum of integers, as people write them',
    rule: { kind: 'minimum', bound: 3 },
    ...integer,
    good: ['3', '+3', '003', '3.0', '9223372036854775808'],
    bad: ['2', '+2', '-0', '002', '2.0', '-9223372036854775809'],
    ...onlyCsv,
  },
  {
    title: 'multiple of large integers',
    rule: { kind: 'multiple-of', divisor: 2 },
    ...integer,
    good: ['9007199254740994', '4'],
    bad: ['9007199254740993', '3', '1.5'],
    ...onlyCsv,
  },
  ...(['minimum', 'maximum'] as const).map((kind): RuleCase => ({
    title: `${kind} of what is no number`,
    rule: { kind, bound: 3 },
    ...text,
    good: [3],
    bad: ['abc', '3 €'],
    not: ['postgres', 'parquet'],
  })),
];
