import { validateDcs } from '../../../domain/standards/dcs/validate.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';

const document = {
  dataContractSpecification: '1.2.1',
  id: 'orders',
  info: { title: 'Orders', version: '2.0.0', owner: 'checkout' },
  servers: {
    production: { type: 'postgres', host: 'h', port: 5432, database: 'd', schema: 's' },
    staging: { type: 'postgres', host: 'h2', port: 5432, database: 'd', schema: 's', roles: null },
  },
  models: {
    orders: {
      type: 'table',
      primaryKey: ['tenant', 'order_id'],
      fields: {
        order_id: { $ref: '#/definitions/order_id', required: true },
        tenant: { type: 'varchar', config: { postgresType: 'varchar(10)', snowflakeType: 'x' } },
        total: {
          type: 'decimal',
          minimum: 0,
          exclusiveMaximum: 100,
          quality: [{ type: 'sql', query: 'select 1', mustBe: 0 }],
        },
        state: { type: 'text', enum: ['open', 'done'], unique: true, classification: 'internal' },
        at: { type: 'timestamp_tz', primary: true },
        raw: { type: 'bytes' },
      },
      quality: [{ type: 'library', metric: 'rowCount', mustBeGreaterThan: 5 }],
    },
  },
  definitions: {
    order_id: { type: 'long', pattern: '^[0-9]+$', minLength: 1, required: false, title: 'Number' },
  },
};

describe('the deprecated Data Contract Specification', () => {
  it('becomes the one model of contracts', () => {
    const model = normaliseContract(document);
    expect(model).toMatchObject({ id: 'orders', version: '2.0.0' });
    expect(model.servers).toEqual([
      { server: 'production', ...document.servers.production },
      { server: 'staging', type: 'postgres', host: 'h2', port: 5432, database: 'd', schema: 's' },
    ]);
    const [table] = model.tables;
    expect(table).toMatchObject({
      name: 'orders',
      physicalName: 'orders',
      quality: [{ metric: 'rowCount', threshold: { operator: '>', value: 5 } }],
    });
    expect(table?.properties.map(({ name, logicalType }) => `${name} ${logicalType}`)).toEqual([
      'order_id integer',
      'tenant string',
      'total number',
      'state string',
      'at timestamp',
      'raw undefined',
    ]);
    expect(table?.properties).toMatchObject([
      {
        required: true,
        primaryKey: true,
        primaryKeyPosition: 2,
        options: { pattern: '^[0-9]+$', minLength: 1 },
      },
      { physicalType: 'varchar(10)', primaryKey: true, primaryKeyPosition: 1 },
      { options: { minimum: 0, exclusiveMaximum: 100 }, quality: [{ type: 'sql' }] },
      { enumValues: ['open', 'done'], unique: true, classification: 'internal', required: false },
      { primaryKey: true, primaryKeyPosition: undefined },
      { enumValues: undefined, options: {}, physicalType: undefined },
    ]);
  });

  it('has no physical types when its servers are of several types', () => {
    const servers = { ...document.servers, other: { type: 'snowflake' } };
    const [table] = normaliseContract({ ...document, servers }).tables;
    expect(table?.properties[1]?.physicalType).toBeUndefined();
  });

  it('never fails, whatever the document holds', () => {
    const marker = { dataContractSpecification: 5 };
    const odd: object[] = [
      {},
      { info: [], servers: [1], models: 'x', definitions: null },
      { servers: { a: null, b: { type: 5 } }, models: { a: null, b: { fields: [5], quality: 1 } } },
      { models: { a: { primaryKey: 'x', fields: { b: { $ref: '#/definitions/__proto__' } } } } },
      { models: { a: { fields: { b: { $ref: 'https://x', type: [], enum: {}, config: 5 } } } } },
    ];
    for (const document of odd) {
      expect(() => normaliseContract({ ...marker, ...document })).not.toThrow();
    }
  });

  it('is checked by a schema of its own', () => {
    expect(validateDcs(document)).toEqual([]);
    expect(validateDcs({ dataContractSpecification: '0.9.3', id: 'a', info: {} })).toEqual([
      { field: 'info.title', message: 'is required' },
      { field: 'info.version', message: 'is required' },
    ]);
    const wrong = {
      ...document,
      dataContractSpecification: '3.0',
      servers: { a: {} },
      models: { orders: { fields: { a: { fields: { b: { required: 'yes' } } } } } },
    };
    expect(validateDcs(wrong)).toEqual([
      {
        field: 'dataContractSpecification',
        message: 'must be one of 0.9.0, 0.9.1, 0.9.2, 0.9.3, 1.1.0, 1.2.0, 1.2.1',
      },
      { field: 'models.orders.fields.a.fields.b.required', message: 'must be true or false' },
      { field: 'servers.a.type', message: 'is required' },
    ]);
  });
});
