import avsc from 'avsc';
import { buildSchema, isObjectType } from 'graphql';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Generator } from '../../../../jobs/code-generation/generator.ts';
import { avro } from '../../../../jobs/code-generation/generators/avro/generator.ts';
import { go } from '../../../../jobs/code-generation/generators/go/generator.ts';
import { graphql } from '../../../../jobs/code-generation/generators/graphql/generator.ts';
import { protobuf } from '../../../../jobs/code-generation/generators/protobuf/generator.ts';
import { typescript } from '../../../../jobs/code-generation/generators/typescript/generator.ts';
import { contractOf, generateFiles } from '../contracts.ts';
import { readGo } from '../go/read-go.ts';

const textOf = (generator: Generator, contract: ContractModel): string =>
  generateFiles(generator, contract)[0]?.content ?? '';
const notesOf = (generator: Generator, contract: ContractModel): readonly string[] =>
  generateFiles(generator, contract)[0]?.metadata.notes ?? [];

const table = (properties: readonly object[], more = {}): ContractModel =>
  contractOf(
    [{ name: 't', properties: properties.map((one) => ({ required: true, ...one })) }],
    more,
  );

const avroTypes = (contract: ContractModel): unknown[] =>
  (JSON.parse(textOf(avro, contract)) as { fields: { type: unknown }[] }).fields.map(
    ({ type }) => type,
  );

function graphqlTypes(contract: ContractModel, name = 'T'): string[] {
  const type = buildSchema(textOf(graphql, contract)).getType(name);
  return isObjectType(type)
    ? Object.values(type.getFields()).map((field) => String(field.type))
    : [];
}

const goTypes = (contract: ContractModel): string[] =>
  Object.values(readGo(textOf(go, contract)).structs.get('T') ?? {}).map(
    (written) => written.split(' `')[0] ?? '',
  );

/** Members that need a type and nothing else. */
const members = (generator: Generator, contract: ContractModel, pattern: RegExp): unknown[] =>
  [...textOf(generator, contract).matchAll(pattern)].map(([, type]) => type);
const typescriptTypes = (contract: ContractModel): unknown[] =>
  members(typescript, contract, /^ {2}\w+\??: (.*);$/gm);
const protobufTypes = (contract: ContractModel): unknown[] =>
  members(protobuf, contract, /^ {2}(.*) \w+ = \d+/gm);

describe('what lists and maps hold', () => {
  const text = { logicalType: 'string' };
  const contract = table([
    { name: 'words', logicalType: 'array', items: text },
    { name: 'sure', logicalType: 'array', items: { ...text, required: true } },
    { name: 'map', logicalType: 'map', map: { key: text, value: text } },
    { name: 'native', physicalType: 'ARRAY<STRING>' },
    { name: 'vector', logicalType: 'vector' },
    { name: 'rows', logicalType: 'array', properties: [{ name: 'x', ...text }] },
  ]);

  it('may be null unless it is required', () => {
    const record = { type: 'record', name: 'rows' };
    expect(avroTypes(contract)).toMatchObject([
      { type: 'array', items: ['null', 'string'] },
      { type: 'array', items: 'string' },
      { type: 'map', values: ['null', 'string'] },
      { type: 'array', items: ['null', 'string'] },
      { type: 'array', items: 'float' },
      { type: 'array', items: record },
    ]);
    expect(graphqlTypes(contract)).toEqual([
      '[String]!',
      '[String!]!',
      'JSON!',
      '[String]!',
      '[Float!]!',
      '[TRowsItem!]!',
    ]);
    expect(goTypes(contract)).toEqual([
      '[]*string',
      '[]string',
      'map[string]*string',
      '[]*string',
      '[]float32',
      '[]TRowsItem',
    ]);
    expect(typescriptTypes(contract).slice(0, 6)).toEqual([
      'Array<string | null>',
      'string[]',
      'Record<string, string | null>',
      'Array<string | null>',
      'number[]',
      'TRowsItem[]',
    ]);
  });

  it('is taken by readers of Avro', () => {
    const type = avsc.Type.forSchema(JSON.parse(textOf(avro, contract)) as avsc.Schema);
    const row = {
      words: ['a', null],
      sure: ['a'],
      map: { a: null, b: 'c' },
      native: [null],
      vector: [0.5],
      rows: [{ x: null }],
    };
    expect(type.fromBuffer(type.toBuffer(row))).toEqual(row);
    expect(type.isValid({ ...row, sure: [null] })).toBe(false);
  });

  it('is never null in Protocol Buffers, with a note', () => {
    const notes = notesOf(protobuf, contract).filter((note) => note.includes('never null'));
    expect(notes).toEqual(['t: what lists and maps hold is never null: words, map, native.']);
  });
});

describe('vectors of platforms', () => {
  it('keep their length, and hold no null', () => {
    const contract = table([
      { name: 'a', physicalType: 'vector(3)' },
      { name: 'b', physicalType: 'VECTOR(FLOAT, 256)' },
      { name: 'c', logicalType: 'array', physicalType: 'vector(4)' },
    ]);
    expect(goTypes(contract)).toEqual(['[3]float32', '[256]float32', '[4]float32']);
    expect(avroTypes(contract)).toEqual(
      Array.from({ length: 3 }, () => ({ type: 'array', items: 'float' })),
    );
    expect(notesOf(avro, contract)).toContain('t: only the doc says length of a, b, c.');
  });
});

describe('a timestamp whose platform has no zone', () => {
  const properties = [{ name: 'f', logicalType: 'timestamp', physicalType: 'timestamp' }];
  const on = (type: string): ContractModel =>
    table(properties, { servers: [{ server: 's', type, host: 'h' }] });

  it('is no moment', () => {
    const contract = on('postgres');
    expect(avroTypes(contract)).toEqual([{ type: 'long', logicalType: 'local-timestamp-millis' }]);
    expect(graphqlTypes(contract)).toEqual(['LocalDateTime!']);
    expect(goTypes(contract)).toEqual(['string']);
    expect(protobufTypes(contract)).toEqual(['string']);
    expect(textOf(protobuf, contract)).toContain('// A date and time without a zone, as ');
    expect(textOf(typescript, contract)).toContain('@format local-date-time');
  });

  it('is one where the platform has zones', () => {
    const contract = on('bigquery');
    expect(avroTypes(contract)).toEqual([{ type: 'long', logicalType: 'timestamp-millis' }]);
    expect(graphqlTypes(contract)).toEqual(['DateTime!']);
    expect(goTypes(contract)).toEqual(['time.Time']);
    expect(protobufTypes(contract)).toEqual(['.google.protobuf.Timestamp']);
  });
});

describe('keys of GraphQL', () => {
  const id = (more = {}): object => ({ logicalType: 'integer', required: true, ...more });
  const to = (target: string): object => id({ relationships: [{ to: target }] });

  it('have one type with what points at them', () => {
    const contract = contractOf([
      { name: 'lines', properties: [{ name: 'order', ...to('orders.customer') }] },
      {
        name: 'orders',
        properties: [
          { name: 'customer', ...to('customers.id') },
          { name: 'count', ...id() },
        ],
      },
      { name: 'customers', properties: [{ name: 'id', ...id({ primaryKey: true }) }] },
    ]);
    expect(graphqlTypes(contract, 'Lines')[0]).toBe('ID!');
    expect(graphqlTypes(contract, 'Orders').slice(0, 2)).toEqual(['ID!', 'BigInt!']);
    expect(graphqlTypes(contract, 'Customers')).toEqual(['ID!']);
  });

  it('have a note where only some values are allowed', () => {
    const property = {
      name: 'id',
      logicalType: 'string',
      primaryKey: true,
      enum: [{ value: 'a' }],
    };
    expect(notesOf(graphql, table([property]))).toContain(
      't.id: only the description says its allowed values.',
    );
  });
});

it('notes allowed values that types do not tell', () => {
  const contract = table([
    { name: 'a', logicalType: 'integer', enum: [{ value: 1 }] },
    { name: 'b', logicalType: 'string', enum: [{ value: 'in-transit' }] },
  ]);
  expect(notesOf(protobuf, contract)).toContain('t.a: only the comment says its allowed values.');
  expect(notesOf(graphql, contract)).toContain(
    't.b: its allowed values are no names of GraphQL, so every text is accepted.',
  );
  expect(textOf(graphql, contract)).toContain('Allowed values: in-transit');
});
