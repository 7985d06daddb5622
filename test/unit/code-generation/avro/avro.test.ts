import avsc from 'avsc';
import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { contractOf, describeWithShared, generateFiles, knownContracts } from '../contracts.ts';
import { fullContract } from '../full-contract.ts';

type Schema = { name: string; namespace?: string; doc?: string; fields: Record<string, unknown>[] };

const schemasOf = (contract = fullContract): Schema[] =>
  generateFiles(avro, contract).map(({ content }) => JSON.parse(content) as Schema);

const notesOf = (contract = fullContract): string[] =>
  generateFiles(avro, contract).flatMap(({ metadata }) => metadata.notes);

function fieldsOf(properties: unknown[]): Record<string, unknown>[] {
  return schemasOf(contractOf([{ name: 't', properties }]))[0]?.fields ?? [];
}

const typeOf = (property: object): unknown =>
  fieldsOf([{ name: 'f', required: true, ...property }])[0]?.['type'];

/** Compiles the files of one contract into one registry, as a program that reads all of them does. */
function compile(contents: readonly string[]): avsc.Type[] {
  const registry = {};
  return contents.map((content) =>
    avsc.Type.forSchema(JSON.parse(content) as avsc.Schema, { registry }),
  );
}

function expectRoundTrip(type: avsc.Type): void {
  const written = type.toBuffer(type.random());
  expect(type.toBuffer(type.fromBuffer(written)).equals(written)).toBe(true);
}

describe('Avro of a contract with everything', () => {
  it('is one file for each table, with a namespace', () => {
    expect(generateFiles(avro, fullContract).map(({ filename }) => filename)).toEqual([
      'orders.avsc',
      'customers.avsc',
    ]);
    expect(schemasOf()[0]).toMatchObject({
      name: 'orders',
      namespace: 'urn.datacontract.shop.orders',
      doc: 'One row for each order\n\nPhysical name: shop.orders_v1',
      tags: ['sales'],
    });
  });

  it('has a type for each property', () => {
    const types = Object.fromEntries(
      (schemasOf()[0]?.fields ?? []).map(({ name, type }) => [name, type]),
    );
    const optional = (type: unknown): unknown => ['null', type];
    expect(types).toMatchObject({
      order_id: { type: 'string', logicalType: 'uuid' },
      customer_id: 'long',
      count: optional('int'),
      total: { type: 'bytes', logicalType: 'decimal', precision: 10, scale: 2 },
      weight: optional('double'),
      paid: 'boolean',
      day: optional({ type: 'int', logicalType: 'date' }),
      hour: optional({ type: 'int', logicalType: 'time-millis' }),
      placed: { type: 'long', logicalType: 'timestamp-micros' },
      local: optional({ type: 'long', logicalType: 'local-timestamp-millis' }),
      status: optional({ type: 'enum', name: 'status', symbols: ['open', 'paid_back'] }),
      grade: optional('string'),
      photo: optional('bytes'),
      extra: optional('string'),
      lines: { type: 'array', items: optional({ type: 'record', name: 'line' }) },
      matrix: optional({
        type: 'array',
        items: optional({ type: 'array', items: optional('long') }),
      }),
      labels: optional({ type: 'map', values: optional('string') }),
      embedding: optional({ type: 'array', items: 'float' }),
      grosse_in_cm: optional('int'),
    });
  });

  it('compiles as a whole and takes a row', () => {
    const [orders] = compile(generateFiles(avro, fullContract).map(({ content }) => content));
    const none = Object.fromEntries((schemasOf()[0]?.fields ?? []).map(({ name }) => [name, null]));
    const row = {
      ...none,
      order_id: '8b5b8fb0-3a2e-4b5e-9d4e-0d5b1d0c5a11',
      customer_id: 7,
      total: Buffer.from([4, 210]),
      paid: true,
      placed: 1_700_000_000_000_000,
      status: { 'urn.datacontract.shop.orders.status': 'open' },
      lines: [
        {
          'urn.datacontract.shop.orders.line': { street: 'Main Street', zip: { string: '12345' } },
        },
        null,
      ],
      matrix: { array: [{ array: [{ long: 1 }, null] }, null] },
      labels: { map: { a: { string: 'b' }, c: null } },
    };
    const type = orders as avsc.Type;
    const wrapped = avsc.Type.forSchema(
      JSON.parse(generateFiles(avro, fullContract)[0]?.content ?? ''),
      {
        wrapUnions: 'always',
      } as object,
    );
    expect(wrapped.isValid(row)).toBe(true);
    expect(wrapped.fromBuffer(wrapped.toBuffer(row))).toEqual(row);
    expectRoundTrip(type);
  });

  it('keeps logical names as aliases and labels as attributes', () => {
    const fields = schemasOf()[0]?.fields ?? [];
    expect(fields.find(({ name }) => name === 'customer_id')).toMatchObject({
      aliases: ['customer'],
    });
    expect(fields.find(({ name }) => name === 'paid')).toMatchObject({
      classification: 'internal',
    });
    expect(fields.find(({ name }) => name === 'grosse_in_cm')).toMatchObject({
      doc: 'Name in the contract: größe in cm',
      default: null,
    });
  });

  it('says what it cannot express', () => {
    expect(notesOf()).toEqual(
      expect.arrayContaining([
        'orders.grade: its allowed values are no symbols of Avro, so every value of its type is accepted.',
        expect.stringContaining(
          'orders: only the doc says primary key of order_id; unique of order_id; ',
        ),
      ]),
    );
  });
});

describe('custom properties', () => {
  const custom = (values: Record<string, unknown>): object => ({
    customProperties: Object.entries(values).map(([property, value]) => ({ property, value })),
  });

  it('ask for types', () => {
    expect(typeOf({ logicalType: 'integer', ...custom({ avroType: 'int' }) })).toBe('int');
    expect(
      typeOf({ logicalType: 'timestamp', ...custom({ avroLogicalType: 'timestamp-micros' }) }),
    ).toEqual({
      type: 'long',
      logicalType: 'timestamp-micros',
    });
    const decimal = { avroType: 'bytes', avroLogicalType: 'decimal', precision: '4', scale: '2' };
    expect(typeOf({ logicalType: 'number', ...custom(decimal) })).toEqual({
      type: 'bytes',
      logicalType: 'decimal',
      precision: 4,
      scale: 2,
    });
    expect(typeOf({ logicalType: 'string', ...custom({ avroType: 'record' }) })).toBe('string');
  });

  it.each([
    ['boolean', 'False', 'boolean', false],
    ['integer', '12', 'long', 12],
    ['string', 'x', 'string', 'x'],
    ['integer', 'x', 'long', undefined],
    ['boolean', 'maybe', 'boolean', undefined],
  ])('give a %s the default %s', (logicalType, avroDefault, type, expected) => {
    const property = { name: 'f', logicalType, ...custom({ avroDefault }) };
    const [required] = fieldsOf([{ ...property, required: true }]);
    expect(required).toEqual({
      name: 'f',
      type,
      ...(expected !== undefined && { default: expected }),
    });
    const [optional] = fieldsOf([property]);
    // The default of a union is of its first type.
    expect(optional?.['type']).toEqual(expected === undefined ? ['null', type] : [type, 'null']);
    expect(optional?.['default']).toBe(expected ?? null);
  });

  it('give the namespace, if it is one', () => {
    const withNamespace = (value: string): Schema[] =>
      schemasOf(contractOf([{ name: 't', properties: [], ...custom({ namespace: value }) }]));
    expect(withNamespace('com.example.shop')[0]?.namespace).toBe('com.example.shop');
    expect(withNamespace('com.1-shop..x')[0]?.namespace).toBe('com._1_shop.x');
  });
});

describe('sizes', () => {
  it.each([
    [{ logicalType: 'integer', physicalType: 'NUMBER(5)' }, 'int'],
    [{ logicalType: 'integer', physicalType: 'NUMBER(12)' }, 'long'],
    [{ logicalType: 'integer', physicalType: 'int unsigned' }, 'long'],
    [{ logicalType: 'integer', logicalTypeOptions: { format: 'i16' } }, 'int'],
    [
      { logicalType: 'integer', physicalType: 'NUMBER(38)' },
      { type: 'bytes', logicalType: 'decimal', precision: 38, scale: 0 },
    ],
    [{ logicalType: 'number', physicalType: 'real' }, 'float'],
    [{ logicalType: 'number' }, 'double'],
    [
      { physicalType: 'STRUCT<a INT64, b ARRAY<STRING>>' },
      expect.objectContaining({ type: 'record' }),
    ],
    [{ physicalType: 'MAP<STRING, INT>' }, { type: 'map', values: ['null', 'int'] }],
    [{ physicalType: 'geography' }, 'string'],
  ])('of %j', (property, expected) => {
    expect(typeOf(property)).toEqual(expected);
  });
});

describe('names', () => {
  it('of nested records and enums differ within a contract', () => {
    const box = {
      logicalType: 'object',
      properties: [{ name: 'orders', logicalType: 'object', properties: [{ name: 'a' }] }],
    };
    const contract = contractOf([
      { name: 'orders', properties: [{ name: 'box', ...box }] },
      { name: 'box', properties: [{ name: 'Box', ...box }] },
    ]);
    const contents = generateFiles(avro, contract).map(({ content }) => content);
    expect(() => compile(contents)).not.toThrow();
  });

  it('are none of those of Avro itself', () => {
    const inner = { logicalType: 'object', properties: [{ name: 'a' }] };
    const properties = ['map', 'string', 'record'].map((name) => ({ name, ...inner }));
    const files = generateFiles(avro, contractOf([{ name: 'long', properties }, { name: 'null' }]));
    expect(() => compile(files.map(({ content }) => content))).not.toThrow();
  });

  it('of two tables that are called the same differ', () => {
    const files = generateFiles(avro, contractOf([{ name: 'Orders' }, { name: 'orders' }]));
    expect(files.map(({ filename }) => filename)).toEqual(['Orders.avsc', 'orders_2.avsc']);
    expect(() => compile(files.map(({ content }) => content))).not.toThrow();
  });

  it('with underscores in front stay, as tools for change data capture write them', () => {
    expect(fieldsOf([{ name: '__op' }, { name: '_id' }]).map(({ name }) => name)).toEqual([
      '__op',
      '_id',
    ]);
  });

  it('that stand in a table twice are written once', () => {
    expect(fieldsOf([{ name: 'a' }, { name: 'a' }, { name: 'b' }]).map(({ name }) => name)).toEqual(
      ['a', 'b'],
    );
  });
});

it('writes an empty record for a contract without a schema', () => {
  const [file, another] = generateFiles(avro, contractOf([]));
  expect(another).toBeUndefined();
  expect(() => compile([file?.content ?? ''])).not.toThrow();
  expect(file?.metadata.notes).toEqual([
    'urn:datacontract:shop:orders: the contract has no schema, so the record has no fields.',
  ]);
});

describeWithShared('public contracts', () => {
  it('compile and take rows', () => {
    const contracts = knownContracts();
    expect(contracts.length).toBeGreaterThan(200);
    for (const { contract } of contracts)
      for (const type of compile(generateFiles(avro, contract).map(({ content }) => content)))
        expectRoundTrip(type);
  });
});
