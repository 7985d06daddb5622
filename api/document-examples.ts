/** A contract, as examples of bodies show it. */
export const contract = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'orders',
  name: 'Orders of the web shop',
  version: '1.2.0',
  status: 'active',
  description: { purpose: 'One row per order, as it was placed' },
  team: { name: 'checkout' },
  servers: [
    {
      server: 'production',
      type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'shop',
      schema: 'public',
    },
  ],
  schema: [
    {
      name: 'orders',
      physicalName: 'orders',
      physicalType: 'table',
      properties: [
        {
          name: 'order_id',
          logicalType: 'string',
          physicalType: 'uuid',
          primaryKey: true,
          primaryKeyPosition: 1,
          required: true,
        },
        { name: 'placed_at', logicalType: 'date', physicalType: 'timestamptz', required: true },
        { name: 'total_cents', logicalType: 'integer', physicalType: 'bigint' },
      ],
    },
  ],
  tags: ['sales'],
};

/** A team, as examples of bodies show it. */
export const team = {
  id: 'checkout',
  name: 'Checkout',
  type: 'Team',
  description: 'Everything between the basket and the parcel',
  members: [{ emailAddress: 'ada@example.com', role: 'Owner' }],
  tags: ['sales'],
};
