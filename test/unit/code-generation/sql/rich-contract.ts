import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { normaliseContract } from '../../../../domain/standards/normalise-contract.ts';

/** A contract with something of everything that a table can express. */
export const richContract: ContractModel = normaliseContract({
  kind: 'DataContract',
  apiVersion: 'v3.2.0',
  id: 'orders-latest',
  version: '1.0.0',
  schema: [
    {
      name: 'orders',
      physicalType: 'table',
      description: "One row per order; it's final",
      tags: ['finance', 'Top Secret'],
      relationships: [
        {
          from: ['orders.customer_country', 'orders.customer_id'],
          to: ['customers.country', 'customers.id'],
        },
      ],
      properties: [
        {
          name: 'order_id',
          logicalType: 'string',
          physicalType: 'uuid',
          primaryKey: true,
          description: 'Key',
        },
        { name: 'customer_id', logicalType: 'integer', required: true },
        {
          name: 'customer_country',
          physicalType: 'char(2)',
          logicalType: 'string',
          required: true,
        },
        {
          name: 'order',
          logicalType: 'integer',
          unique: true,
          logicalTypeOptions: { format: 'i64', minimum: 1 },
        },
        {
          name: 'Order Date',
          logicalType: 'date',
          required: true,
          partitioned: true,
          partitionKeyPosition: 1,
          logicalTypeOptions: { minimum: '2020-01-01' },
        },
        {
          name: 'status',
          logicalType: 'string',
          enum: [{ value: 'open' }, { value: "it's" }],
          tags: ['state'],
        },
        {
          name: 'total',
          physicalType: 'decimal(10,2)',
          logicalType: 'number',
          logicalTypeOptions: { minimum: 0, exclusiveMaximum: 100000 },
        },
        {
          name: 'email',
          logicalType: 'string',
          classification: 'confidential',
          logicalTypeOptions: { minLength: 3, maxLength: 100, pattern: '^[^@]+@[^@]+$' },
        },
        { name: 'created_at', logicalType: 'timestamp' },
        {
          name: 'address',
          logicalType: 'object',
          properties: [
            { name: 'street', logicalType: 'string', description: 'With number' },
            { name: 'zip code', logicalType: 'string', required: true },
          ],
        },
        { name: 'tags', logicalType: 'array', items: { logicalType: 'string' } },
        {
          name: 'labels',
          logicalType: 'map',
          map: { key: { logicalType: 'string' }, value: { logicalType: 'integer' } },
        },
        { name: 'embedding', logicalType: 'vector', logicalTypeOptions: { dimensions: 3 } },
      ],
    },
    {
      name: 'customers',
      description: 'People',
      properties: [
        { name: 'id', logicalType: 'integer', primaryKey: true, primaryKeyPosition: 2 },
        {
          name: 'country',
          physicalType: 'char(2)',
          logicalType: 'string',
          primaryKey: true,
          primaryKeyPosition: 1,
        },
        {
          name: 'favourite',
          physicalType: 'uuid',
          logicalType: 'string',
          relationships: [{ to: 'orders.order_id' }],
        },
      ],
    },
  ],
});
