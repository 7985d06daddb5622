import { planChecks } from '../../../jobs/contract-tests/plan/plan-checks.ts';
import {
  csvServer,
  modelOf,
  parquetServer,
  plan,
  postgresServer,
  titles,
} from './build-contract.ts';
import { processorGrowth } from '../../support/spent-time.ts';

describe('the plan of a contract', () => {
  it('asks for presence, type, keys and options of each property in the order of the contract', () => {
    const property = {
      name: 'a',
      logicalType: 'string',
      required: true,
      unique: true,
      logicalTypeOptions: { minLength: 2, maxLength: 4, pattern: '^x' },
      enum: [{ value: 'xa' }, { value: "x'b" }],
    };
    expect(titles(plan([property]))).toEqual([
      "field_is_present: Check that field 'a' is present",
      'field_type: Check that field a has type string',
      'field_required: Check that field a has no missing values',
      'field_unique: Check that unique field a has no duplicate values',
      'field_min_length: Check that field a has a min length of 2',
      'field_max_length: Check that field a has a max length of 4',
      'field_regex: Check that field a matches regex pattern ^x',
      "field_enum: Check that field a only contains enum values ['xa', 'x\\'b']",
    ]);
  });

  it('compares physical types on Postgres only, and logical types elsewhere', () => {
    const property = { name: 'a', logicalType: 'integer', physicalType: 'bigint' };
    expect(titles(plan([property]))[1]).toBe(
      'field_physical_type: Check that field a has physical type bigint',
    );
    expect(plan([property], { server: parquetServer })[1]).toMatchObject({
      type: 'field_type',
      expectation: { kind: 'logical-type', logicalType: 'integer' },
    });
    expect(plan([property], { server: csvServer })[1]).toMatchObject({
      type: 'field_type',
      expectation: { kind: 'rows', rule: { kind: 'castable', logicalType: 'integer' } },
    });
    expect(plan([{ name: 'a', physicalType: 'bigint' }], { server: csvServer })).toHaveLength(1);
  });

  it('names the model and the field by their physical names', () => {
    const model = modelOf({
      name: 'orders',
      physicalName: 'ORD',
      properties: [{ name: 'id', physicalName: 'ID' }],
    });
    expect(planChecks(model, postgresServer)[0]).toMatchObject({
      key: 'ORD__ID__field_is_present',
      model: 'ORD',
      field: 'ID',
      category: 'schema',
      dimension: 'conformity',
      tableIndex: 0,
    });
  });

  it('gives a single primary key both checks, unless required and unique already ask the same', () => {
    const types = (property: object): string[] =>
      plan([{ name: 'a', primaryKey: true, ...property }])
        .slice(1)
        .map((check) => check.type);
    expect(types({})).toEqual(['field_primary_key_required', 'field_primary_key_unique']);
    expect(types({ required: true })).toEqual(['field_required', 'field_primary_key_unique']);
    expect(types({ required: true, unique: true })).toEqual(['field_required', 'field_unique']);
  });

  it('checks a composite key once, its members by position, those without one first', () => {
    const checks = plan([
      { name: 'a', primaryKey: true, primaryKeyPosition: 2 },
      { name: 'b', primaryKey: true, primaryKeyPosition: 1 },
      { name: 'c', primaryKey: true, primaryKeyPosition: -1 },
    ]);
    expect(checks.at(-1)).toMatchObject({
      key: 't__primary_key_unique',
      name: 'Check that primary key (c, b, a) has no duplicate values',
      field: undefined,
      dimension: 'uniqueness',
    });
    expect(checks.filter((check) => check.type === 'field_primary_key_unique')).toEqual([]);
    expect(checks.filter((check) => check.type === 'field_primary_key_required')).toHaveLength(3);
  });

  it('makes two checks of an exclusive bound, in the spelling of 3.0 and of 3.1', () => {
    const expected = [
      'field_minimum: Check that field a has a minimum of 5',
      'field_not_equal: Check that field a is not equal to 5',
    ];
    const titlesOf = (options: object): string[] =>
      titles(plan([{ name: 'a', logicalTypeOptions: options }])).slice(1);
    expect(titlesOf({ minimum: 5, exclusiveMinimum: true })).toEqual(expected);
    expect(titlesOf({ exclusiveMinimum: 5 })).toEqual(expected);
    expect(titlesOf({ maximum: '2024-01-01', exclusiveMaximum: false })).toEqual([
      'field_maximum: Check that field a has a maximum of 2024-01-01',
    ]);
  });

  it('gives every check a key of its own', () => {
    const options = { minimum: 1, exclusiveMinimum: 2, exclusiveMaximum: 9 };
    const keys = plan([{ name: 'a', logicalTypeOptions: options }], {
      quality: [
        { metric: 'rowCount', mustBeGreaterThan: 1 },
        { metric: 'rowCount', mustBeLessThan: 9 },
      ],
    }).map((check) => check.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(
      expect.arrayContaining([
        't__a__field_minimum_2',
        't__a__field_not_equal_2',
        't__row_count_2',
      ]),
    );
  });

  it('numbers equal keys without delay, past those that are taken', () => {
    const keysOf = (count: number): string[] => {
      const names = ['a', 'a__field_is_present_2', ...Array.from({ length: count }, () => 'a')];
      const taken = { name: 't', physicalName: 't', properties: names.map((name) => ({ name })) };
      return planChecks(modelOf(taken), postgresServer).map((check) => check.key);
    };
    // Eight times the names; quadratic would be 64 times.
    const growth = processorGrowth(
      () => keysOf(2_500),
      () => keysOf(20_000),
      30,
    );
    expect(growth).toBeLessThan(30);
    const keys = keysOf(20_000);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.slice(0, 4)).toEqual([
      't__a__field_is_present',
      't__a__field_is_present_2__field_is_present',
      't__a__field_is_present_2',
      't__a__field_is_present_3',
    ]);
  });

  it('asks a table without properties whether it is there', () => {
    expect(titles(plan([]))).toEqual(["model_is_present: Check that model 't' is present"]);
  });
});

describe('quality rules', () => {
  const named = (rule: object): string | undefined =>
    plan([{ name: 'a' }], { quality: [rule] }).at(-1)?.name;

  it('read rowCount with every operator, in the spelling of 3.0 and of 3.1', () => {
    expect(named({ metric: 'rowCount', mustBe: 5 })).toBe('Check that model t has row_count = 5');
    expect(named({ rule: 'rowCount', mustNotBe: 5 })).toBe('Check that model t has row_count != 5');
    expect(named({ rule: 'countCheck', mustBeGreaterThan: 5 })).toBe(
      'Check that model t has row_count > 5',
    );
    expect(named({ metric: 'rowCount', mustBeGreaterOrEqualTo: 5 })).toBe(
      'Check that model t has row_count >= 5',
    );
    expect(named({ metric: 'rowCount', mustBeLessThan: 5 })).toBe(
      'Check that model t has row_count < 5',
    );
    expect(named({ metric: 'rowCount', mustBeLessOrEqualTo: 5 })).toBe(
      'Check that model t has row_count <= 5',
    );
    expect(named({ metric: 'rowCount', mustBeBetween: [1, 5] })).toBe(
      'Check that model t has row_count between 1 and 5',
    );
    expect(named({ metric: 'rowCount', mustNotBeBetween: [1, 5], unit: 'percent' })).toBe(
      'Check that model t has row_count not between 1 and 5',
    );
  });

  it('keep severity and dimension', () => {
    const rule = { metric: 'rowCount', mustBe: 1, severity: 'low', dimension: 'coverage' };
    expect(plan([{ name: 'a' }], { quality: [rule] }).at(-1)).toMatchObject({
      severity: 'low',
      dimension: 'coverage',
    });
  });
});
