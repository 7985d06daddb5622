import { ofRule } from './construct.ts';
import type { Construct, TableData } from './construct.ts';

const pairs = (...rows: [number, string][]): TableData => ({
  columns: { a: 'integer', b: 'text' },
  rows,
});

/** Quality rules: library metrics, SQL, text, custom rules, severities and percentages. */
export const qualityConstructs: readonly Construct[] = [
  ofRule('nullValues', 'field_null_values', {
    kind: 'text',
    rule: { metric: 'nullValues', mustBeLessThan: 2 },
    good: ['a', null],
    bad: [null, null],
  }),
  ofRule('nullValues in percent', 'field_null_values', {
    kind: 'text',
    rule: { metric: 'nullValues', mustBeLessThan: 50, unit: 'percent' },
    good: ['a', 'b', null],
    bad: ['a', null, null],
  }),
  ofRule('nullValues of 3.0 (rule: nullCheck)', 'field_null_values', {
    kind: 'text',
    rule: { type: 'library', rule: 'nullCheck', mustBe: 0 },
    good: ['a'],
    bad: [null],
  }),
  ofRule('missingValues', 'field_missing_values', {
    kind: 'text',
    rule: {
      metric: 'missingValues',
      arguments: { missingValues: [null, 'N/A', ''] },
      mustBe: 0,
    },
    good: ['a', 'n/a'],
    bad: ['a', 'N/A'],
  }),
  ofRule('missingValues of a number', 'field_missing_values', {
    kind: 'integer',
    rule: { metric: 'missingValues', arguments: { missingValues: ['', -1] }, mustBe: 0 },
    good: [1],
    bad: [-1],
  }),
  ofRule('invalidValues by validValues', 'field_invalid_values', {
    kind: 'text',
    rule: { metric: 'invalidValues', arguments: { validValues: ['a', "b'c"] }, mustBe: 0 },
    good: ['a', "b'c", null],
    bad: ['a', 'b'],
  }),
  ofRule('invalidValues by pattern', 'field_invalid_values', {
    kind: 'text',
    rule: { metric: 'invalidValues', arguments: { pattern: '^[0-9]+$' }, mustBeLessThan: 1 },
    good: ['12', null],
    bad: ['1x'],
  }),
  ofRule('validValues of 3.0', 'field_invalid_values', {
    kind: 'integer',
    rule: { type: 'library', rule: 'validValues', arguments: { validValues: [1, 2] }, mustBe: 0 },
    good: [1, 2],
    bad: [3],
  }),
  ofRule('duplicateValues', 'field_duplicate_values', {
    kind: 'text',
    rule: { metric: 'duplicateValues', mustBe: 0 },
    good: ['a', 'b'],
    bad: ['a', 'a'],
  }),
  {
    name: 'duplicateValues of columns',
    check: 'model_duplicate_values',
    contract: () => ({
      schema: {
        properties: [{ name: 'a' }, { name: 'b' }],
        quality: [{ metric: 'duplicateValues', arguments: { properties: ['a', 'b'] }, mustBe: 0 }],
      },
    }),
    good: pairs([1, 'x'], [1, 'y']),
    bad: pairs([1, 'x'], [1, 'x']),
  },
  {
    name: 'sql of a table',
    check: 'model_quality_sql',
    contract: () => ({
      schema: {
        properties: [{ name: 'a', logicalType: 'integer' }, { name: 'b' }],
        quality: [{ type: 'sql', query: 'SELECT count(*) FROM {object} WHERE a > 5', mustBe: 0 }],
      },
    }),
    good: pairs([1, 'x']),
    bad: pairs([10, 'x']),
  },
  ofRule('sql of a column', 'field_quality_sql', {
    kind: 'text',
    rule: {
      type: 'sql',
      query: "SELECT count(*) FROM ${table} WHERE ${column} = 'bad'",
      mustBeLessThan: 1,
    },
    good: ['fine'],
    bad: ['bad'],
  }),
  ofRule('text', 'quality_text', {
    kind: 'text',
    rule: { type: 'text', description: 'Names are those of the register' },
    good: ['a'],
    bad: ['a'],
  }, { keeps: 'unknown', breaks: 'unknown' }), // prettier-ignore
  ofRule('custom', 'quality_custom_greatexpectations', {
    kind: 'text',
    rule: { type: 'custom', engine: 'greatExpectations', implementation: 'type: expect_x' },
    good: ['a'],
    bad: ['a'],
  }, { keeps: 'unknown', breaks: 'unknown' }), // prettier-ignore
  ...['info', 'warning', 'warn', 'low', 'minor', 'trivial'].map(
    (severity) =>
    ofRule(`severity ${severity}`, 'field_null_values', {
      kind: 'text',
      rule: { metric: 'nullValues', mustBe: 0, severity },
      good: ['a'],
      bad: [null],
    }, { breaks: 'warning' }), // prettier-ignore
  ),
  ofRule('severity error', 'field_null_values', {
    kind: 'text',
    rule: { metric: 'nullValues', mustBe: 0, severity: 'error' },
    good: ['a'],
    bad: [null],
  }),
];
