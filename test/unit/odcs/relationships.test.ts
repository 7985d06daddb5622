import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { resolveRelationships } from '../../../domain/standards/odcs/relationships.ts';

type Json = Record<string, unknown>;

function resolve(schema: Json[]): { keys: string[]; reasons: string[] } {
  const contract = normaliseContract({
    kind: 'DataContract',
    apiVersion: 'v3.2.0',
    id: 'c',
    version: '1.0.0',
    schema,
  });
  const { foreignKeys, unresolved } = resolveRelationships(contract);
  return {
    keys: foreignKeys.map(
      ({ table, columns, targetTable, targetColumns }) =>
        `${table.name}(${columns.map(({ name }) => name).join()}) -> ` +
        `${targetTable.name}(${targetColumns.map(({ name }) => name).join()})`,
    ),
    reasons: unresolved.map(({ field, reason }) => `${field}: ${reason}`),
  };
}

const customers = {
  name: 'customers',
  id: 'customers-id',
  physicalName: 'crm.customers',
  properties: [
    { name: 'id', id: 'customer-id', physicalName: 'customer_no' },
    { name: 'country' },
    { name: 'home', logicalType: 'object', properties: [{ name: 'zip' }] },
  ],
};

const orders = (more: Json, column: Json = {}): Json => ({
  name: 'orders',
  properties: [{ name: 'customer_id', ...column }, { name: 'country_code' }],
  ...more,
});

const toCustomers = (to: unknown): string[] => {
  const { keys, reasons } = resolve([orders({}, { relationships: [{ to }] }), customers]);
  return [...keys, ...reasons];
};

describe('relationships of properties', () => {
  it.each([
    'customers.id',
    'crm.customers.id',
    'customers.customer_no',
    'schema/customers-id/properties/customer-id',
    '/schema/customers-id/properties/customer-id',
    '#/schema/customers/properties/id',
    'id',
  ])('finds %s', (to) => {
    expect(toCustomers(to)).toEqual(['orders(customer_id) -> customers(id)']);
  });

  it.each([
    ['customers.name', "the contract has no column 'name' in 'customers'"],
    ['schema/unknown/properties/id', "the contract has no schema object 'unknown'"],
    ['schema/customers-id/id', "'schema/customers-id/id' does not lead to a property"],
    ['customers', "it names the table 'customers' but no column of it"],
    ['products.id', "'products.id' is not part of this contract"],
    [
      'other.yaml#/schema/a/properties/b',
      "'other.yaml#/schema/a/properties/b' is in another document",
    ],
    ['customers.home.zip', "'customers.home.zip' is within a column"],
  ])('says why %s leads nowhere', (to, reason) => {
    expect(toCustomers(to)).toEqual([`orders.customer_id: ${reason}`]);
  });

  it('does not look for what is too long to be a name', () => {
    expect(toCustomers('a.'.repeat(600))).toEqual(['orders.customer_id: its target is too long']);
  });

  it('takes each target of a property for itself, and the same one once', () => {
    expect(toCustomers(['customers.id', 'customers.country', 'crm.customers.id'])).toEqual([
      'orders(customer_id) -> customers(id)',
      'orders(customer_id) -> customers(country)',
    ]);
  });

  it('leaves out other types and what begins inside of a column', () => {
    const nested = {
      name: 'box',
      properties: [{ name: 'a', relationships: [{ to: 'customers.id' }] }],
      items: { properties: [{ name: 'b', relationships: [{ to: 'customers.id' }] }] },
    };
    const similar = { name: 'c', relationships: [{ to: 'customers.id', type: 'similarTo' }] };
    const { keys, reasons } = resolve([
      { name: 'orders', properties: [nested, similar] },
      customers,
    ]);
    expect(keys).toEqual([]);
    expect(reasons).toEqual([
      "orders.c: its type is 'similarTo'",
      'orders.box.a: it starts within a column',
      'orders.box[].b: it starts within a column',
    ]);
  });

  it('finds a table that refers to itself, and cycles', () => {
    const one = { name: 'a', properties: [{ name: 'id', relationships: [{ to: 'b.id' }] }] };
    const two = {
      name: 'b',
      properties: [{ name: 'id', relationships: [{ to: 'a.id' }, { to: 'b.id' }] }],
    };
    expect(resolve([one, two]).keys).toEqual([
      'a(id) -> b(id)',
      'b(id) -> a(id)',
      'b(id) -> b(id)',
    ]);
  });
});

describe('relationships of tables', () => {
  const ofTable = (from: unknown, to: unknown): string[] => {
    const { keys, reasons } = resolve([orders({ relationships: [{ from, to }] }), customers]);
    return [...keys, ...reasons];
  };

  it('finds several columns by their names, with or without the table', () => {
    const expected = ['orders(customer_id,country_code) -> customers(id,country)'];
    const to = ['customers.id', 'customers.country'];
    expect(ofTable(['orders.customer_id', 'orders.country_code'], to)).toEqual(expected);
    expect(ofTable(['customer_id', 'country_code'], to)).toEqual(expected);
  });

  it.each([
    [['customer_id'], ['customers.id', 'customers.country'], 'it has 1 columns but 2 targets'],
    [[], ['customers.id'], 'it does not say where it begins'],
    [['customers.id'], ['customers.id'], 'it begins with customers.id, which is in another table'],
    [
      ['customer_id', 'country_code'],
      ['customers.id', 'orders.country_code'],
      'customers.id, orders.country_code are columns of several tables',
    ],
    [['ghost'], ['customers.id'], "'ghost' is not part of this contract"],
  ])('says why %j -> %j leads nowhere', (from, to, reason) => {
    expect(ofTable(from, to)).toEqual([`orders: ${reason}`]);
  });

  it('counts a key once that a property and its table both name', () => {
    const own = orders(
      { relationships: [{ from: 'customer_id', to: 'customers.id' }] },
      { relationships: [{ to: 'customers.id' }] },
    );
    expect(resolve([own, customers]).keys).toEqual(['orders(customer_id) -> customers(id)']);
  });
});

it('knows `references` of the deprecated specification', () => {
  const contract = normaliseContract({
    dataContractSpecification: '1.2.1',
    id: 'c',
    models: {
      orders: { fields: { customer: { references: 'customers.id' } } },
      customers: { fields: { id: {} } },
    },
  });
  const [key] = resolveRelationships(contract).foreignKeys;
  expect(key?.targetTable.name).toBe('customers');
});
