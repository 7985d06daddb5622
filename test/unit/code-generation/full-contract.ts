import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import { contractOf } from './contracts.ts';

type Json = Record<string, unknown>;

const address: Json = {
  name: 'address',
  logicalType: 'object',
  description: 'Where it goes',
  properties: [
    { name: 'street', logicalType: 'string', required: true },
    { name: 'zip', logicalType: 'string', logicalTypeOptions: { pattern: '^[0-9]{5}$' } },
  ],
};

const orders: Json = {
  name: 'orders',
  physicalName: 'shop.orders_v1',
  physicalType: 'table',
  description: 'One row for each order',
  tags: ['sales'],
  quality: [{ type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 }],
  properties: [
    {
      name: 'order_id',
      logicalType: 'string',
      physicalType: 'uuid',
      primaryKey: true,
      unique: true,
    },
    {
      name: 'customer',
      physicalName: 'customer_id',
      logicalType: 'integer',
      physicalType: 'bigint',
      required: true,
      relationships: [{ to: 'customers.id' }],
    },
    { name: 'count', logicalType: 'integer', physicalType: 'smallint' },
    { name: 'total', logicalType: 'number', physicalType: 'numeric(10,2)', required: true },
    { name: 'weight', logicalType: 'number', physicalType: 'double precision' },
    { name: 'paid', logicalType: 'boolean', required: true, classification: 'internal' },
    { name: 'day', logicalType: 'date' },
    { name: 'hour', logicalType: 'time' },
    { name: 'placed', logicalType: 'timestamp', physicalType: 'timestamptz(6)', required: true },
    { name: 'local', logicalType: 'timestamp', physicalType: 'timestamp without time zone' },
    { name: 'status', logicalType: 'string', enum: [{ value: 'open' }, { value: 'paid_back' }] },
    { name: 'grade', logicalType: 'string', enum: [{ value: 'A+' }, { value: 'true' }] },
    { name: 'photo', logicalType: 'string', physicalType: 'bytea' },
    { name: 'extra', physicalType: 'jsonb' },
    address,
    { name: 'lines', logicalType: 'array', items: { ...address, name: 'line' }, required: true },
    {
      name: 'matrix',
      logicalType: 'array',
      items: { logicalType: 'array', items: { logicalType: 'integer' } },
    },
    {
      name: 'labels',
      logicalType: 'map',
      map: { key: { logicalType: 'string' }, value: { logicalType: 'string' } },
    },
    {
      name: 'embedding',
      logicalType: 'vector',
      logicalTypeOptions: { dimensions: 3, elementType: 'float32' },
    },
    { name: 'größe in cm', logicalType: 'integer', physicalType: 'int' },
  ],
};

const customers: Json = {
  name: 'customers',
  properties: [
    { name: 'id', logicalType: 'integer', physicalType: 'bigint', primaryKey: true },
    { ...address, description: 'Where they live' },
  ],
};

/** A contract with every kind of property. */
export const fullContract: ContractModel = contractOf([orders, customers], {
  servers: [
    { server: 'production', type: 'postgres', host: 'h', port: 5432, database: 'd', schema: 's' },
  ],
});
