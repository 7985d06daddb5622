import { buildSchema, isEnumType, isObjectType, validateSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { graphql } from '../../../../jobs/code-generation/generators/graphql/generator.ts';
import {
  contractOf,
  describeWithShared,
  generateFiles,
  publicContracts,
  recordedContracts,
} from '../contracts.ts';
import { fullContract } from '../full-contract.ts';

const textOf = (contract = fullContract): string =>
  generateFiles(graphql, contract)[0]?.content ?? '';
const notesOf = (contract = fullContract): readonly string[] =>
  generateFiles(graphql, contract)[0]?.metadata.notes ?? [];

function schemaOf(contract = fullContract): GraphQLSchema {
  const schema = buildSchema(textOf(contract));
  expect(validateSchema(schema)).toEqual([]);
  return schema;
}

function fieldsOf(schema: GraphQLSchema, name: string): Record<string, string> {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no type`);
  return Object.fromEntries(
    Object.values(type.getFields()).map((field) => [field.name, String(field.type)]),
  );
}

describe('GraphQL of a contract with everything', () => {
  const schema = schemaOf();

  it('has a type for each property', () => {
    expect(fieldsOf(schema, 'Orders')).toEqual({
      order_id: 'ID!',
      customer_id: 'ID!',
      count: 'Int',
      total: 'Decimal!',
      weight: 'Float',
      paid: 'Boolean!',
      day: 'Date',
      hour: 'Time',
      placed: 'DateTime!',
      local: 'LocalDateTime',
      status: 'OrdersStatus',
      grade: 'String',
      photo: 'Bytes',
      extra: 'JSON',
      address: 'OrdersAddress',
      lines: '[OrdersLinesItem]!',
      matrix: '[[BigInt]]',
      labels: 'JSON',
      embedding: '[Float!]',
      grosse_in_cm: 'Int',
      customer: 'Customers',
    });
    expect(fieldsOf(schema, 'OrdersAddress')).toEqual({ street: 'String!', zip: 'String' });
    expect(fieldsOf(schema, 'Query')).toEqual({ orders: '[Orders!]!', customers: '[Customers!]!' });
  });

  it('declares the scalars that it uses, with what specifies them', () => {
    const type = schema.getType('DateTime');
    expect(type).toMatchObject({
      specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
    });
    expect(schema.getType('UUID')).toBeUndefined();
  });

  it('has enums of values that are names', () => {
    const status = schema.getType('OrdersStatus');
    expect(isEnumType(status) && status.getValues().map(({ name }) => name)).toEqual([
      'open',
      'paid_back',
    ]);
    expect(notesOf()).toContain(
      'orders.grade: its allowed values are no names of GraphQL, so every text is accepted.',
    );
  });

  it('describes types and fields', () => {
    const orders = schema.getType('Orders');
    expect(orders?.description).toBe(
      'One row for each order\n\nPhysical name: shop.orders_v1\nTags: sales',
    );
    expect(isObjectType(orders) && orders.getFields()['customer']?.description).toBe(
      'The customers that customer_id refers to',
    );
    expect(isObjectType(orders) && orders.getFields()['grosse_in_cm']?.description).toBe(
      'Name in the contract: größe in cm',
    );
    expect(schema.description).toContain(
      'Data contract urn:datacontract:shop:orders, version 1.0.0',
    );
  });
});

const column = (name: string, more: object = {}): object => ({
  name,
  logicalType: 'string',
  ...more,
});

describe('keys', () => {
  it('are an ID when they are one column', () => {
    const contract = contractOf([
      { name: 'one', properties: [column('a', { primaryKey: true })] },
      {
        name: 'two',
        properties: [column('a', { primaryKey: true }), column('b', { primaryKey: true })],
      },
      { name: 'day', properties: [{ name: 'a', logicalType: 'date', primaryKey: true }] },
    ]);
    const schema = schemaOf(contract);
    expect(fieldsOf(schema, 'One')).toEqual({ a: 'ID!' });
    expect(fieldsOf(schema, 'Two')).toEqual({ a: 'String!', b: 'String!' });
    expect(fieldsOf(schema, 'Day')).toEqual({ a: 'Date!' });
  });

  it('lead to other types by names that are free', () => {
    const to = (target: string): object => ({ relationships: [{ to: target }] });
    const contract = contractOf([
      {
        name: 'links',
        properties: [
          column('parent_id', to('links.key')),
          column('parent', to('people.id')),
          column('key'),
          column('x', to('nowhere.id')),
        ],
        relationships: [{ from: ['key', 'parent'], to: ['people.id', 'people.name'] }],
      },
      { name: 'people', properties: [column('id'), column('name')] },
    ]);
    expect(fieldsOf(schemaOf(contract), 'Links')).toEqual({
      parent_id: 'String',
      parent: 'String',
      key: 'String',
      x: 'String',
      parent_id_links: 'Links',
      parent_people: 'People',
      people: 'People',
    });
    expect(notesOf(contract)).toContain(
      "links.x: its relationship to nowhere.id is left out, because 'nowhere.id' is not part of this contract.",
    );
  });
});

it('gives types and fields names that GraphQL leaves free', () => {
  const tables = ['Query', 'String', 'JSON', 'orders', 'Orders', '__type', '名前'].map((name) => ({
    name,
    properties: [column('__typename'), column('1st'), column('a-b'), column('a b')],
  }));
  const schema = schemaOf(contractOf(tables));
  expect(Object.keys(fieldsOf(schema, 'Query'))).toHaveLength(7);
  for (const type of ['Query_2', 'String_2', 'JSON_2', 'Orders', 'Orders_2', 'Type', 'Table'])
    expect(Object.keys(fieldsOf(schema, type))).toEqual(['_typename', '_1st', 'a_b', 'a_b_2']);
});

it('is valid without a schema, and for tables without properties', () => {
  expect(fieldsOf(schemaOf(contractOf([])), 'Query')).toEqual({ _empty: 'Boolean' });
  expect(fieldsOf(schemaOf(contractOf([{ name: 't' }])), 'T')).toEqual({ _empty: 'Boolean' });
  expect(notesOf(contractOf([]))).toHaveLength(1);
});

describeWithShared('public contracts', () => {
  it('build valid schemas', () => {
    for (const { contract } of [...publicContracts(), ...recordedContracts()]) schemaOf(contract);
  });
});
