/** A run event of OpenLineage, as a pipeline sends it. */
export const lineageEvent = {
  eventType: 'COMPLETE',
  eventTime: '2026-01-31T12:00:00.000Z',
  run: {
    runId: '01890a5d-ac96-774b-bcce-b302099a8057',
    facets: { entropy_data: { dataProductId: 'web-shop', outputPortName: 'orders' } },
  },
  job: { namespace: 'airflow', name: 'shop.load_orders' },
  inputs: [{ namespace: 'postgres://db.example.com:5432', name: 'shop.public.orders' }],
  outputs: [{ namespace: 'snowflake://example-shop', name: 'SHOP.PUBLIC.ORDERS' }],
  producer: 'https://example.com/pipelines',
  schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
};

/** Rules for a warehouse that an integration scans, and for contracts that are named like their tables. */
export const lineageRules = {
  rules: [
    {
      namespace: 'postgres://db.example.com:*',
      name: 'shop.public.*',
      assetId: 'warehouse:{name}',
    },
    { namespace: 'snowflake://*', name: '*', dataContractId: '{name.-1}' },
  ],
};
