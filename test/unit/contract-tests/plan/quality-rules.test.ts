import type { PlannedCheck } from '../../../../jobs/contract-tests/plan/planned-check.ts';
import { plan } from '../build-contract.ts';

type Rule = Record<string, unknown>;

/** The check of one rule of the property `a`, whose index among the rules is 0. */
function ofField(rule: Rule, property: Rule = {}): PlannedCheck | undefined {
  return plan([{ name: 'a', ...property, quality: [rule] }]).find(
    ({ category }) => category === 'quality',
  );
}

/** The check of one rule of the table `t` with the columns `a` and `b` (called `B2`). */
function ofTable(rule: Rule): PlannedCheck | undefined {
  const properties = [{ name: 'a' }, { name: 'b', physicalName: 'B2', logicalType: 'string' }];
  return plan(properties, { quality: [rule] }).find(({ category }) => category === 'quality');
}

const column = { name: 'a', logicalType: undefined };
const zero = { operator: '=', value: 0 };

describe('library rules of a property', () => {
  it.each([
    [
      'nullValues',
      {},
      'missing_count',
      'field_null_values',
      'completeness',
      { kind: 'not-missing' },
    ],
    [
      'missingValues',
      {},
      'missing_count',
      'field_missing_values',
      'completeness',
      { kind: 'not-missing' },
    ],
    [
      'missingValues',
      { missingValues: [null, '', 'N/A', 0] },
      'missing_count',
      'field_missing_values',
      'completeness',
      { kind: 'not-missing-values', values: ['', 'N/A', 0] },
    ],
    [
      'invalidValues',
      { validValues: ['x', 1], pattern: '^x' },
      'invalid_count',
      'field_invalid_values',
      'conformity',
      { kind: 'valid', values: ['x', 1], pattern: '^x' },
    ],
  ])('%s with %j counts rows', (metric, args, counts, type, dimension, rule) => {
    expect(ofField({ metric, arguments: args, mustBe: 0 })).toMatchObject({
      key: `t__a__${type}`,
      type,
      name: `Check that field a has ${counts} = 0`,
      field: 'a',
      dimension,
      expectation: { kind: 'rows', column, rule, limit: { threshold: zero, unit: 'rows' } },
    });
  });

  it('count duplicates', () => {
    expect(
      ofField({ metric: 'duplicateValues', mustBeLessThan: 5, unit: 'percent' }),
    ).toMatchObject({
      type: 'field_duplicate_values',
      name: 'Check that field a has duplicate_count < 5',
      expectation: {
        kind: 'unique',
        columns: [column],
        limit: { threshold: { operator: '<', value: 5 }, unit: 'percent' },
      },
    });
  });

  it.each([
    ['mustBe', 3, '= 3'],
    ['mustNotBe', 3, '!= 3'],
    ['mustBeGreaterThan', 3, '> 3'],
    ['mustBeGreaterOrEqualTo', 3, '>= 3'],
    ['mustBeLessThan', 3, '< 3'],
    ['mustBeLessOrEqualTo', 3, '<= 3'],
    ['mustBeBetween', [1, 3], 'between 1 and 3'],
    ['mustNotBeBetween', [1, 3], 'not between 1 and 3'],
  ])('compare with %s', (operator, value, shown) => {
    expect(ofField({ metric: 'nullValues', [operator]: value })?.name).toBe(
      `Check that field a has missing_count ${shown}`,
    );
  });

  it.each(['percent', 'percentage', '%', ' Percent '])('know %j as a part of all rows', (unit) => {
    expect(ofField({ metric: 'nullValues', mustBeLessThan: 1, unit })?.expectation).toMatchObject({
      limit: { unit: 'percent' },
    });
  });

  it.each([
    [{ rule: 'nullCheck' }, 'field_null_values'],
    [{ rule: 'not_null' }, 'field_null_values'],
    [{ rule: 'duplicateCount' }, 'field_duplicate_values'],
    [{ rule: 'validValues', validValues: ['x'] }, 'field_invalid_values'],
    [{ code: 'nullCheck', type: 'dataQuality' }, 'field_null_values'],
  ])('are known in the words of older versions: %j', (rule, type) => {
    const check = ofField({ ...rule, mustBe: 0 });
    expect([check?.type, check?.expectation.kind]).toEqual([
      type,
      type === 'field_duplicate_values' ? 'unique' : 'rows',
    ]);
  });

  it('carry what their author says about them', () => {
    const rule = {
      metric: 'nullValues',
      mustBe: 0,
      severity: 'low',
      dimension: 'accuracy',
      tags: ['x', 5, 'y'],
    };
    expect(ofField({ ...rule, id: 'r1', name: 'n' })).toMatchObject({
      severity: 'low',
      dimension: 'accuracy',
      tags: ['x', 'y'],
      qualityReference: 'r1',
    });
    expect(ofField({ ...rule, name: 'n' })?.qualityReference).toBe('n');
  });

  it.each([
    [{ metric: 'nullValues' }, 'not-evaluated', /has no operator/],
    [{ metric: 'nullValues', mustBe: 'many' }, 'not-evaluated', /has no operator/],
    [{ metric: 'nullValues', mustBe: Number.NaN }, 'not-evaluated', /has no operator/],
    [{ metric: 'nullValues', mustBeBetween: [5, 1] }, 'impossible', /No number is between 5 and 1/],
    [{ metric: 'invalidValues', mustBe: 0 }, 'not-evaluated', /arguments\.validValues/],
    [{ metric: 'invalidValues', mustBe: 0, arguments: { pattern: '' } }, 'impossible', /empty/],
    [{ metric: 'rowCount', mustBe: 0 }, 'not-evaluated', /belongs to a table/],
    [{ metric: 'freshness', mustBe: 0 }, 'not-evaluated', /'freshness' is not one of the standard/],
    [{ mustBe: 0 }, 'not-evaluated', /names no metric/],
    [{}, 'not-evaluated', /names no metric/],
  ])('say why they are not evaluated: %j', (rule, kind, reason) => {
    expect(ofField(rule)?.expectation).toEqual({ kind, reason: expect.stringMatching(reason) });
  });
});

describe('library rules of a table', () => {
  it('count rows, whatever their unit', () => {
    expect(ofTable({ rule: 'countCheck', mustBeGreaterThan: 10, unit: 'percent' })).toMatchObject({
      key: 't__row_count',
      name: 'Check that model t has row_count > 10',
      expectation: { kind: 'row-count', threshold: { operator: '>', value: 10 } },
    });
  });

  it('count duplicates among columns by name or physical name, declared or not', () => {
    const rule = { metric: 'duplicateValues', mustBe: 0 };
    expect(ofTable({ ...rule, arguments: { properties: ['b', 'B2', 'c'] } })).toMatchObject({
      key: 't__model_duplicate_values',
      name: 'Check that model t has duplicate_count = 0 for columns b, B2, c',
      expectation: {
        kind: 'unique',
        columns: [
          { name: 'B2', logicalType: 'string' },
          { name: 'B2', logicalType: 'string' },
          { name: 'c', logicalType: undefined },
        ],
        limit: { threshold: zero, unit: 'rows' },
      },
    });
    expect(ofTable(rule)?.expectation).toMatchObject({
      reason: expect.stringMatching(/arguments\.properties/),
    });
  });

  it('cannot ask what belongs to a property', () => {
    expect(ofTable({ metric: 'nullValues', mustBe: 0 })).toMatchObject({
      type: 'model_null_values',
      expectation: {
        kind: 'not-evaluated',
        reason: expect.stringMatching(/belongs to a property/),
      },
    });
  });
});

describe('rules with a query', () => {
  it('are filled in and numbered', () => {
    const query = 'SELECT max({field}) FROM ${table}';
    expect(ofField({ type: 'sql', query, mustBe: 1, description: 'mine' })).toMatchObject({
      key: 't__a__quality_sql_0',
      type: 'field_quality_sql',
      name: 'mine',
      expectation: {
        kind: 'sql',
        query: 'SELECT max(a) FROM t',
        threshold: { operator: '=', value: 1 },
      },
    });
    expect(ofTable({ query: 'SELECT 1', mustBe: 1 })).toMatchObject({
      key: 't__quality_sql_0',
      type: 'model_quality_sql',
      name: 'Quality Check',
    });
  });

  it.each([
    [true, true],
    ['ok', 'ok'],
    ['5', 5],
  ])('may compare with %j', (mustBe, value) => {
    expect(ofTable({ type: 'sql', query: 'SELECT 1', mustBe })?.expectation).toMatchObject({
      threshold: { operator: '=', value },
    });
  });

  it.each([
    [{ query: 'SELECT 1' }, 'not-evaluated', /no operator/],
    [{ mustBe: 1 }, 'not-evaluated', /no query/],
    [
      { query: 'DELETE FROM {table}', mustBe: 0 },
      'impossible',
      /single read-only query.*begins with DELETE/,
    ],
    [{ query: 'SELECT {column} FROM t', mustBe: 0 }, 'impossible', /placeholder \{column\}/],
    [{ query: 'SELECT 1', mustBeBetween: [2, 1] }, 'impossible', /No number/],
  ])('are not run when they cannot be: %j', (rule, kind, reason) => {
    expect(ofTable({ type: 'sql', ...rule })?.expectation).toEqual({
      kind,
      reason: expect.stringMatching(reason),
    });
  });
});

describe('rules for others', () => {
  it('written as text are reported with their text', () => {
    expect(ofTable({ type: 'text', description: 'be good' })).toMatchObject({
      key: 't__quality_text',
      type: 'quality_text',
      name: 'be good',
      expectation: { kind: 'not-evaluated', reason: 'The rule is written for people: be good' },
    });
    expect(ofField({ type: 'text' })?.name).toBe('Quality Check');
  });

  it('written for an engine are reported with its name', () => {
    const soda = ofTable({ type: 'custom', engine: 'soda', implementation: 'x' });
    expect(soda).toMatchObject({
      key: 't__quality_custom_0',
      type: 'quality_custom_soda',
      name: 'Custom SodaCL Check',
      category: 'quality',
    });
    expect(ofField({ engine: 'Great Expectations', implementation: {} })).toMatchObject({
      key: 't__a__quality_custom_0',
      type: 'quality_custom_great_expectations',
      expectation: {
        kind: 'not-evaluated',
        reason: expect.stringMatching(/engine 'Great Expectations'/),
      },
    });
    expect(ofField({ type: 'custom' })?.type).toBe('quality_custom');
  });
});
