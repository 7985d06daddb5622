import { jsonSchema } from '../../../../jobs/code-generation/generators/json-schema/generator.ts';
import { compileAll, fieldSchema, schemaOf, tableWith } from './compile.ts';
import { contractOf, generateFiles } from '../contracts.ts';

describe('JSON Schema of limits and words', () => {
  const cases: [property: object, expected: object][] = [
    [
      { logicalType: 'integer', physicalType: 'NUMBER(38,0)', required: true },
      { type: 'integer', exclusiveMinimum: -1e38, exclusiveMaximum: 1e38 },
    ],
    [
      { logicalType: 'number', physicalType: 'numeric(4)', required: true },
      { type: 'integer', exclusiveMinimum: -10_000, exclusiveMaximum: 10_000 },
    ],
    [
      { logicalType: 'integer', required: true, logicalTypeOptions: { format: 'i8' } },
      { type: 'integer', minimum: -128, maximum: 127 },
    ],
    [
      {
        logicalType: 'vector',
        required: true,
        logicalTypeOptions: { dimensions: 2, elementType: 'int8' },
      },
      {
        type: 'array',
        items: { type: 'integer', minimum: -128, maximum: 127 },
        minItems: 2,
        maxItems: 2,
        $comment: 'Constraints: elements of int8',
      },
    ],
    [
      {
        logicalType: 'vector',
        required: true,
        logicalTypeOptions: { elementType: 'binary', distanceMetric: 'hamming', normalized: false },
      },
      {
        type: 'array',
        items: { type: 'integer', minimum: 0, maximum: 1 },
        $comment: 'Constraints: elements of binary, distance metric hamming, not normalized',
      },
    ],
    [
      { physicalType: 'vector(3)', required: true },
      { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
    ],
    [
      { logicalType: 'array', physicalType: 'VECTOR(FLOAT, 256)', required: true },
      { type: 'array', items: { type: 'number' }, minItems: 256, maxItems: 256 },
    ],
    [
      {
        logicalType: 'string',
        required: true,
        deprecated: true,
        enum: [{ value: 'a', label: 'First', description: 'The first' }, { value: 'b' }],
      },
      {
        deprecated: true,
        type: 'string',
        enum: ['a', 'b'],
        oneOf: [{ const: 'a', title: 'First', description: 'The first' }, { const: 'b' }],
      },
    ],
    [
      {
        logicalType: 'string',
        primaryKey: true,
        primaryKeyPosition: 2,
        partitioned: true,
        partitionKeyPosition: 1,
      },
      {
        type: 'string',
        $comment:
          'Constraints: primary key, partition key; Position in the primary key: 2; Position in the partition key: 1',
      },
    ],
  ];

  it.each(cases)('writes %j', (property, expected) => {
    expect(fieldSchema(property)).toEqual(expected);
  });

  it('accepts moments as databases write them', () => {
    const server = { server: 'it', type: 'postgres' };
    const properties = [
      { name: 'at', logicalType: 'timestamp', physicalType: 'timestamp' },
      { name: 'known', logicalType: 'timestamp', physicalType: 'timestamptz' },
      { name: 'hour', logicalType: 'time', physicalType: 'time' },
    ];
    const verdicts = (type: string, rows: readonly object[]): unknown[] => {
      const contract = contractOf([{ name: 'orders', properties }], {
        servers: [{ ...server, type }],
      });
      const [validate] = compileAll(generateFiles(jsonSchema, contract));
      return rows.map((row) => validate?.(row));
    };
    const rows = [
      { at: '2024-01-02T03:04:05', hour: '12:30:00' },
      { at: '2024-01-02 03:04:05.25', hour: '12:30:00.5' },
      { known: '2024-01-02T03:04:05+00:00', hour: '12:30:00+00' },
      { at: 'yesterday' },
      { known: '2024-01-02T03:04:05' },
      { hour: '25:00:00' },
    ];
    const expected = [true, true, true, false, false, false];
    for (const type of ['postgres', 'snowflake', 'redshift', 'trino', 'oracle'])
      expect(verdicts(type, rows)).toEqual(expected);
    // There a timestamp is a moment.
    expect(verdicts('databricks', rows.slice(0, 1))).toEqual([false]);
  });

  it('keeps all digits of large bounds, and says who can read them', () => {
    const contract = tableWith({ logicalType: 'integer', logicalTypeOptions: { format: 'u64' } });
    const [file] = generateFiles(jsonSchema, contract);
    expect(file?.content).toMatch(/"minimum": 0,\s+"maximum": 18446744073709551615\s/);
    expect(file?.metadata.notes).toEqual([
      'orders.field: bounds beyond 2^53 are exact only to readers that keep all digits of a JSON number.',
    ]);
    const [validate] = compileAll(file ? [file] : []);
    expect([1, -1, 1e21, null].map((field) => validate?.({ field }))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('checks labelled values once', () => {
    const contract = tableWith({
      logicalType: 'string',
      enum: [{ value: 'a', label: 'First' }, { value: 'b' }],
    });
    const [validate] = compileAll(generateFiles(jsonSchema, contract));
    expect(['a', 'b', null, 'c'].map((field) => validate?.({ field }))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('tells of tables and contracts what has no keyword', () => {
    const table = {
      name: 'orders',
      tags: ['sales'],
      deprecated: true,
      properties: [
        { name: 'price', logicalType: 'number' },
        { name: 'revenue', logicalType: 'number', semanticType: 'measure', transformLogic: 'x' },
      ],
    };
    const [file] = generateFiles(jsonSchema, contractOf([table], { tags: ['shop', 'core'] }));
    const schema = schemaOf(file);
    expect(schema.$comment).toBe('Tags of the contract: shop, core; Tags: sales');
    expect(schema.deprecated).toBe(true);
    expect(Object.keys(schema.properties)).toEqual(['price']);
    expect(file?.metadata.notes).toEqual([
      'orders: what is computed of its columns is left out: revenue.',
    ]);
  });

  it('calls a file without a usable name by the id of the contract', () => {
    const [file] = generateFiles(jsonSchema, contractOf([], { name: '日本語', id: 'shop-1' }));
    expect(file?.filename).toBe('shop_1.schema.json');
  });
});
