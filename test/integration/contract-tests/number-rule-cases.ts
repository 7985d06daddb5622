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
