import '../fuzz-seed.ts';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { greatExpectations } from '../../../../jobs/code-generation/generators/great-expectations/generator.ts';
import { contractOf, describeWithShared, generateFiles } from '../contracts.ts';
import { publicContracts, recordedContracts, withWarnings } from '../contracts.ts';
import { hostileDocument } from '../hostile/documents.ts';

type Suite = {
  name: string;
  expectations: { type: string; kwargs: Record<string, unknown>; meta: Record<string, unknown> }[];
};

/** The form of suites of Great Expectations 1.x, as far as its documentation says. */
const isSuite = new Ajv({ strict: false }).compile({
  type: 'object',
  required: ['name', 'expectations', 'meta'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1 },
    meta: { type: 'object' },
    notes: { type: 'string' },
    expectations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'kwargs', 'meta'],
        additionalProperties: false,
        properties: {
          type: { type: 'string', pattern: '^(?:expect_[a-z_]+|unexpected_rows_expectation)$' },
          kwargs: { type: 'object' },
          meta: { type: 'object' },
        },
      },
    },
  },
});

const orders = contractOf([
  {
    name: 'orders',
    properties: [
      { name: 'id', physicalName: 'order_id', logicalType: 'integer', primaryKey: true },
      { name: 'line', logicalType: 'integer', primaryKey: true },
      {
        name: 'total',
        logicalType: 'number',
        physicalType: 'decimal(10,2)',
        logicalTypeOptions: { minimum: 0, exclusiveMaximum: 100 },
        quality: [{ metric: 'nullValues', mustBeLessOrEqualTo: 5, unit: 'percent' }],
      },
      {
        name: 'code',
        logicalType: 'string',
        logicalTypeOptions: { minLength: 2, pattern: '[A-Z]' },
      },
      { name: 'state', logicalType: 'string', enum: [{ value: 'open' }], unique: true },
    ],
    quality: [
      { metric: 'rowCount', mustBeGreaterThan: 10, name: 'Enough', severity: 'warning' },
      { type: 'sql', query: "select count(*) from {table} where code = '{}'", mustBe: 0 },
      {
        type: 'custom',
        engine: 'great-expectations',
        implementation: 'type: expect_column_to_exist\nkwargs: {column: code}',
      },
      { type: 'custom', engine: 'soda', implementation: 'x' },
      { metric: 'duplicateValues', arguments: { properties: ['line', 'code'] }, mustBe: 0 },
    ],
  },
]);

function suiteOf(compat?: string): { suite: Suite; notes: readonly string[] } {
  const [file] = withWarnings(
    greatExpectations.generate(orders, {
      dialect: 'postgres',
      server: undefined,
      compat,
    }),
  );
  return {
    suite: JSON.parse(file?.content ?? '{}') as Suite,
    notes: file?.metadata.notes ?? [],
  };
}

describe('suites of Great Expectations', () => {
  it('expect what the contract says', () => {
    const { suite, notes } = suiteOf();
    const found = suite.expectations.map(({ type, kwargs }) => [type, kwargs]);
    expect(suite.name).toBe('orders.1.0.0');
    expect(found).toEqual([
      [
        'expect_table_columns_to_match_ordered_list',
        { column_list: ['order_id', 'line', 'total', 'code', 'state'] },
      ],
      ['expect_compound_columns_to_be_unique', { column_list: ['order_id', 'line'] }],
      ['expect_table_row_count_to_be_between', { min_value: 11 }],
      [
        'unexpected_rows_expectation',
        {
          unexpected_rows_query:
            "SELECT * FROM (SELECT (\nselect count(*) from {batch} where code = '{{}}'\n) AS measured_value) measured WHERE measured.measured_value IS NULL OR NOT (measured.measured_value = 0)",
        },
      ],
      ['expect_column_to_exist', { column: 'code' }],
      ['expect_compound_columns_to_be_unique', { column_list: ['line', 'code'] }],
      ['expect_column_values_to_be_of_type', { column: 'order_id', type_: 'INTEGER' }],
      ['expect_column_values_to_not_be_null', { column: 'order_id' }],
      ['expect_column_values_to_be_of_type', { column: 'line', type_: 'INTEGER' }],
      ['expect_column_values_to_not_be_null', { column: 'line' }],
      ['expect_column_values_to_be_of_type', { column: 'total', type_: 'NUMERIC' }],
      [
        'expect_column_values_to_be_between',
        { column: 'total', min_value: 0, max_value: 100, strict_max: true },
      ],
      ['expect_column_values_to_not_be_null', { column: 'total', mostly: 0.95 }],
      ['expect_column_values_to_be_of_type', { column: 'code', type_: 'TEXT' }],
      ['expect_column_value_lengths_to_be_between', { column: 'code', min_value: 2 }],
      ['expect_column_values_to_match_regex', { column: 'code', regex: '[A-Z]' }],
      ['expect_column_values_to_be_of_type', { column: 'state', type_: 'TEXT' }],
      ['expect_column_values_to_be_unique', { column: 'state' }],
      ['expect_column_values_to_be_in_set', { column: 'state', value_set: ['open'] }],
    ]);
    expect(suite.expectations[2]?.meta).toEqual({ quality_rule: 'Enough', severity: 'warning' });
    expect(notes).toEqual([
      'orders: the quality rule is left out: it is written for soda.',
      'orders.total: digits and lengths of types are not expected.',
    ]);
  });

  it('know the types and patterns of pandas and Spark', () => {
    const typesOf = (compat: string): unknown[] =>
      suiteOf(compat).suite.expectations.flatMap(
        ({ kwargs }) => kwargs['type_'] ?? kwargs['type_list'] ?? [],
      );
    expect(typesOf('pandas')).toEqual(['int64', 'int64', 'float64', 'str', 'str']);
    expect(typesOf('spark')).toEqual([
      'LongType',
      'LongType',
      'DecimalType',
      'StringType',
      'StringType',
    ]);
    const { suite, notes } = suiteOf('pandas');
    expect(suite.expectations).toContainEqual({
      type: 'expect_column_values_to_match_regex',
      kwargs: { column: 'code', regex: String.raw`[\s\S]*?(?:[A-Z])` },
      meta: {},
    });
    expect(notes).toContain('orders: the quality rule is left out: it is written in SQL.');
  });

  it('let optional integers and booleans of pandas be what holds nulls', () => {
    const contract = contractOf([
      {
        name: 't',
        properties: [
          { name: 'a', logicalType: 'integer' },
          { name: 'b', physicalType: 'smallint', required: true },
          { name: 'c', logicalType: 'boolean' },
          { name: 'd', logicalType: 'boolean', required: true },
          { name: 'e', logicalType: 'integer', logicalTypeOptions: { format: 'u8' } },
        ],
      },
    ]);
    const [file] = withWarnings(
      greatExpectations.generate(contract, {
        dialect: undefined,
        server: undefined,
        compat: 'pandas',
      }),
    );
    const { expectations } = JSON.parse(file?.content ?? '') as Suite;
    const types = expectations
      .filter(({ type }) => /of_type|type_list/.test(type))
      .map(({ kwargs }) => kwargs['type_list'] ?? kwargs['type_']);
    expect(types).toEqual([
      ['int64', 'Int64', 'float64'],
      ['int64', 'int16'],
      ['bool', 'boolean', 'object'],
      'bool',
      ['int64', 'int8', 'uint64', 'uint8', 'Int64', 'Int8', 'UInt64', 'UInt8', 'float64'],
    ]);
  });

  it('say in meta or in notes what they do not expect', () => {
    const contract = contractOf(
      [
        {
          name: 'orders',
          deprecated: true,
          businessName: 'Orders',
          relationships: [{ from: 'orders.id', to: 'customers.id' }],
          properties: [
            { name: 'id', logicalType: 'integer', deprecated: true },
            { name: 'kind', description: 'Of which kind', enum: [{ value: 1, label: 'One' }] },
            { name: 'sum', semanticType: 'measure', transformLogic: 'sum(id)' },
          ],
        },
        { name: 'customers', properties: [{ name: 'id', logicalType: 'integer' }] },
      ],
      { description: { usage: 'Reports' }, tags: ['sales'], roles: [{ role: 'reader' }] },
    );
    const [file] = generateFiles(greatExpectations, contract);
    const suite = JSON.parse(file?.content ?? '') as Suite & { meta: object };
    expect(suite.meta).toMatchObject({
      usage: 'Reports',
      contract_tags: ['sales'],
      deprecated: true,
      business_name: 'Orders',
    });
    expect(suite.expectations.slice(1)).toMatchObject([
      { kwargs: { column: 'id' }, meta: { deprecated: true } },
      {
        type: 'expect_column_to_exist',
        meta: { notes: 'Of which kind', allowed_values: [{ value: 1, label: 'One' }] },
      },
      { type: 'expect_column_values_to_be_in_set' },
    ]);
    expect(file?.metadata.notes).toEqual([
      'orders.kind: its type is not expected.',
      'orders: what is computed of its columns is left out: sum.',
    ]);
  });

  it('are suites whatever the texts of a contract are', () => {
    fc.assert(
      fc.property(hostileDocument, (contract) => {
        const files = generateFiles(greatExpectations, contract);
        expect(files.map(({ content }) => isSuite(JSON.parse(content)))).not.toContain(false);
        const names = files.map(({ filename }) => filename.toLowerCase());
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[\w.-]+\.json$/);
      }),
      { numRuns: 200 },
    );
  });

  it('are empty, but valid without tables', () => {
    const [file] = generateFiles(greatExpectations, contractOf([]));
    expect(isSuite(JSON.parse(file?.content ?? ''))).toBe(true);
    expect(file?.metadata.notes).toEqual(['schema: the contract has no tables.']);
  });
});

describeWithShared('suites of public contracts', () => {
  it('are suites', () => {
    for (const { name, contract } of [...publicContracts(), ...recordedContracts()]) {
      for (const { content } of generateFiles(greatExpectations, contract)) {
        expect({ name, valid: isSuite(JSON.parse(content)) }).toEqual({ name, valid: true });
      }
    }
  });
});
