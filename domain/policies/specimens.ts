import type { ContractSubject, ProductSubject } from './subject.ts';

const rule = {
  name: 'filled',
  kind: 'library' as const,
  metric: 'nullValues',
  threshold: null,
  unit: 'rows' as const,
  severity: 'error',
  dimension: 'completeness',
  description: 'Every order has a customer',
  query: 'select 1',
};

const head = {
  id: 'orders',
  name: 'Orders',
  version: '1.0.0',
  status: 'active',
  domain: 'sales',
  team: 'checkout',
  description: { purpose: 'Orders of the shop', usage: 'Reports', limitations: 'None' },
  customProperties: {},
};

/** A contract in which each member has a value and each list an item: what rules may read. */
export const contractSpecimen: ContractSubject = {
  ...head,
  tags: ['gold'],
  classifications: ['internal'],
  servers: [{ server: 'production', type: 'postgres' }],
  relationships: [
    {
      from: { table: 'orders', fields: ['customer_id'] },
      to: { table: 'customers', fields: ['id'] },
    },
  ],
  serviceLevels: [
    { property: 'latency', value: 1, unit: 'd', description: 'Daily', elements: ['orders.id'] },
  ],
  tables: [
    {
      name: 'orders',
      physicalName: 'orders_v1',
      physicalType: 'table',
      businessName: 'Orders',
      description: 'One row per order',
      tags: ['gold'],
      deprecated: false,
      primaryKey: ['id'],
      promises: [{ type: 'quality', value: 0, rule }],
      fields: [
        {
          path: 'id',
          physicalPath: 'id',
          name: 'id',
          depth: 0,
          logicalType: 'string',
          physicalType: 'text',
          businessName: 'Order number',
          description: 'Number of the order',
          required: true,
          unique: true,
          primaryKey: true,
          primaryKeyPosition: 1,
          partitioned: false,
          classification: 'internal',
          tags: ['gold'],
          deprecated: false,
          computed: false,
          expression: 'id',
          examples: ['A-1'],
          promises: [{ type: 'minLength', value: 1, rule }],
        },
      ],
    },
  ],
};

const port = {
  name: 'orders',
  version: '1.0.0',
  contractId: 'orders',
  description: 'Orders',
  tags: ['gold'],
  customProperties: {},
};

/** A product in which each member has a value and each list an item. */
export const productSpecimen: ProductSubject = {
  ...head,
  tags: ['gold'],
  inputPorts: [port],
  outputPorts: [{ ...port, type: 'postgres' }],
};

/** Members of specimens that hold what the author of a document has written. */
export const freeMembers: ReadonlySet<string> = new Set(['customProperties', 'value', 'examples']);

/** The same without what a document may leave out: such members are null. */
export const sparseContract: ContractSubject = {
  ...contractSpecimen,
  version: null,
  status: null,
  domain: null,
  team: null,
  description: { purpose: null, usage: null, limitations: null },
  serviceLevels: contractSpecimen.serviceLevels.map((level) => {
    return { ...level, value: null, unit: null, description: null };
  }),
  tables: contractSpecimen.tables.map((table) => ({
    ...table,
    physicalType: null,
    businessName: null,
    description: null,
    promises: table.promises.map((promised) => ({ ...promised, rule: null })),
    fields: table.fields.map((field) => ({
      ...field,
      logicalType: null,
      physicalType: null,
      businessName: null,
      description: null,
      primaryKeyPosition: null,
      classification: null,
      expression: null,
      promises: field.promises.map((promised) => ({ ...promised, value: null, rule: null })),
    })),
  })),
};

const sparsePort = { ...port, version: null, contractId: null, description: null };

export const sparseProduct: ProductSubject = {
  ...productSpecimen,
  version: null,
  status: null,
  domain: null,
  team: null,
  description: { purpose: null, usage: null, limitations: null },
  inputPorts: [sparsePort],
  outputPorts: [{ ...sparsePort, type: null }],
};
