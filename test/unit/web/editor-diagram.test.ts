import { describeModel } from '../../../domain/contract-view/contract-view.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { readContract } from '../../../web/src/features/editor/diagram/read-contract.ts';
import { readProduct } from '../../../web/src/features/editor/diagram/read-product.ts';
import { valueAt } from '../../../web/src/lib/yaml/edits.ts';

const foreignKey = (to: unknown, more: object = {}) => ({ relationships: [{ to, ...more }] });

const odcs = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  schema: [
    {
      name: 'orders',
      relationships: [
        { from: ['order_id', 'line'], to: ['lines.order_id', 'lines.line'] },
        { from: 'line', to: 'elsewhere.line' },
      ],
      properties: [
        { name: 'order_id', logicalType: 'integer', primaryKey: true },
        { name: 'line', physicalType: 'int' },
        { name: 'customer', ...foreignKey('customers.id') },
        { name: 'parent', ...foreignKey('orders.order_id') },
        { name: 'place', ...foreignKey('schema/places/properties/p1') },
        { name: 'iban', ...foreignKey('unique_to_customers') },
        { name: 'away', ...foreignKey('https://example.com/other#/x') },
        {
          name: 'address',
          logicalType: 'object',
          properties: [{ name: 'city' }, { name: 'tags', logicalType: 'array', items: {} }],
        },
        {
          name: 'parts',
          logicalType: 'array',
          items: { logicalType: 'object', properties: [{ name: 'sku' }] },
        },
      ],
    },
    {
      name: 'lines',
      properties: [
        { name: 'order_id', primaryKey: true },
        { name: 'line', primaryKey: true },
      ],
    },
    {
      name: 'customers',
      physicalName: 'crm.customers',
      properties: [{ name: 'id', primaryKey: true }, { name: 'unique_to_customers' }],
    },
    { id: 'places', name: 'shop.places', properties: [{ id: 'p1', name: 'code' }] },
    { name: 'trips', properties: [{ name: 'start', ...foreignKey('shop.places.code') }] },
    { name: 'empty' },
  ],
};

const odcs2 = {
  kind: 'DataContract',
  apiVersion: 'v2.2.2',
  dataset: [
    { table: 'orders', columns: [{ column: 'id', isPrimaryKey: true, logicalType: 'string' }] },
  ],
};

const older = {
  dataContractSpecification: '1.1.0',
  models: {
    orders: {
      primaryKey: ['id'],
      fields: {
        id: { type: 'text' },
        customer: { type: 'text', references: 'customers.id' },
        address: { type: 'record', fields: { city: { type: 'text' } } },
      },
    },
    customers: { fields: { id: { type: 'text', primary: true } } },
  },
};

describe('the diagram of a contract', () => {
  it.each([
    ['ODCS 3', odcs],
    ['ODCS 2', odcs2],
    ['the older specification', older],
  ])('has the tables, keys and relationships that the API finds in %s', (_, document) => {
    const ours = readContract(document);
    const { tables, relationships } = describeModel(normaliseContract(document));
    const fieldsOf = (fields: readonly { path: string; depth: number; primaryKey: boolean }[]) =>
      fields.map(({ path, depth, primaryKey }) => ({ path, depth, primaryKey }));
    expect(ours.tables.map(({ name, fields }) => ({ name, fields: fieldsOf(fields) }))).toEqual(
      tables.map(({ name, fields }) => ({ name, fields: fieldsOf(fields) })),
    );
    expect(ours.relationships.toSorted(byText)).toEqual(relationships.toSorted(byText));
  });

  const byText = (left: unknown, right: unknown) =>
    JSON.stringify(left).localeCompare(JSON.stringify(right));

  it('knows where each table and field stands', () => {
    for (const document of [odcs, odcs2, older]) {
      for (const { at, fields } of readContract(document).tables) {
        expect(valueAt(document, at ?? [])).toBeDefined();
        for (const field of fields) expect(valueAt(document, field.at ?? [])).toBeDefined();
      }
    }
  });

  it('tells what leads outside of it', () => {
    expect(readContract(odcs).outsideRelationships).toEqual([
      { table: 'orders', field: 'orders.away', to: ['https://example.com/other#/x'] },
      { table: 'orders', field: 'orders', to: ['elsewhere.line'] },
    ]);
  });

  it.each([
    undefined,
    null,
    7,
    'text',
    [],
    { schema: 7 },
    { schema: [null, 7, {}, { properties: 'x' }, { properties: [null, { relationships: 7 }] }] },
    { schema: [{ name: 'a', properties: [foreignKey([null, {}])] }] },
    { models: { a: null, b: { fields: [] } } },
  ])('is drawn of what is no contract yet: %j', (document) => {
    expect(() => readContract(document)).not.toThrow();
  });

  it('keeps tables of the same name apart', () => {
    const document = { schema: [{ name: 'new_table' }, { name: 'new_table' }] };
    expect(readContract(document).tables.map(({ at }) => at)).toEqual([
      ['schema', 0],
      ['schema', 1],
    ]);
  });
});

describe('the diagram of a product', () => {
  it('has its ports with their contracts', () => {
    const product = {
      name: 'Shop',
      inputPorts: [{ name: 'raw', version: '1.0.0', contractId: 'raw-orders' }, null],
      outputPorts: [{ id: 'api', dataContractId: 'orders' }],
    };
    expect(readProduct(product)).toEqual({
      name: 'Shop',
      inputs: [
        { at: ['inputPorts', 0], name: 'raw', version: '1.0.0', contract: 'raw-orders' },
        {
          at: ['inputPorts', 1],
          name: 'without a name',
          version: undefined,
          contract: undefined,
        },
      ],
      outputs: [{ at: ['outputPorts', 0], name: 'api', version: undefined, contract: 'orders' }],
    });
    expect(readProduct({ info: { title: 'Old' } }).name).toBe('Old');
    expect(readProduct(undefined).inputs).toEqual([]);
  });
});
