/** A small dbt project as written by dbt 1.8, without unused members. */
export function dbtManifest(): Record<string, any> {
  const node = (id: string, members: Record<string, unknown>): [string, object] => {
    const [type = '', name = ''] = [id.split('.')[0], id.split('.')[2]];
    const base = { resource_type: type, name, unique_id: id, package_name: 'shop' };
    const place = {
      database: 'wh',
      schema: 'marts',
      alias: name,
      original_file_path: `${name}.sql`,
    };
    return [
      id,
      { ...base, ...place, columns: {}, tags: [], meta: {}, description: '', ...members },
    ];
  };
  const test = (name: string, of: string, column: string, members: object = {}): [string, object] =>
    node(`test.shop.${name}_${column}.a1b2`, {
      schema: 'marts_dbt_test__audit',
      column_name: column,
      attached_node: of,
      depends_on: { nodes: [of] },
      test_metadata: { name, kwargs: { column_name: column }, namespace: null },
      config: { severity: 'ERROR', where: null },
      ...members,
    });
  const orders = 'model.shop.orders';
  return {
    metadata: {
      dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json',
      dbt_version: '1.8.0',
      adapter_type: 'snowflake',
      project_name: 'shop',
      generated_at: '2026-05-01T00:00:00Z',
    },
    nodes: Object.fromEntries([
      node(orders, {
        description: 'All orders.',
        tags: ['finance', 'core'],
        config: { materialized: 'incremental', tags: ['core'], meta: { owner: 'sales' } },
        raw_code: 'select 1',
        access: 'public',
        constraints: [{ type: 'primary_key', columns: ['id'] }],
        columns: {
          id: { name: 'id', description: 'Number of the order', data_type: 'int', constraints: [] },
          status: { name: 'status', meta: { pii: false }, tags: ['short'] },
          gone: { name: 'gone', data_type: 'text', constraints: [{ type: 'not_null' }] },
        },
        depends_on: {
          macros: ['macro.x'],
          nodes: ['model.shop.stg_orders', 'source.shop.raw.orders', 'model.other.unknown'],
        },
      }),
      node('model.shop.stg_orders', {
        schema: 'staging',
        config: { materialized: 'view' },
        depends_on: { nodes: ['seed.shop.countries'] },
      }),
      node('seed.shop.countries', { schema: 'staging' }),
      node('snapshot.shop.orders_history', { depends_on: { nodes: [orders] } }),
      node('analysis.shop.look', {}),
      test('not_null', orders, 'status'),
      test('unique', orders, 'status', { config: { severity: 'warn' } }),
      test('accepted_values', orders, 'status', {
        test_metadata: { name: 'accepted_values', kwargs: { values: ['new', 'paid'] } },
      }),
      test('not_null', orders, 'customer_id', { config: { where: 'id > 5' } }),
      test('relationships', orders, 'customer_id', {
        depends_on: { nodes: ['source.shop.raw.orders', orders] },
        test_metadata: {
          name: 'relationships',
          kwargs: { to: "source('raw', 'customers')", field: 'id' },
        },
      }),
      node('test.shop.totals_add_up', { depends_on: { nodes: [orders] } }),
    ]),
    sources: Object.fromEntries([
      node('source.shop.raw.orders', {
        schema: 'raw',
        name: 'orders',
        identifier: 'ORDERS',
        alias: undefined,
        source_name: 'raw',
        loader: 'fivetran',
      }),
      node('source.shop.marts.orders', { alias: undefined, identifier: 'orders', name: 'orders' }),
    ]),
    exposures: {
      'exposure.shop.dashboard': {
        name: 'dashboard',
        label: 'Sales of the week',
        type: 'dashboard',
        url: 'https://bi.example.com/1',
        owner: { name: 'Ada', email: 'ada@example.com' },
        depends_on: { nodes: [orders] },
        package_name: 'shop',
      },
    },
  };
}

/** The catalog of that project, from a warehouse that writes names in capitals. */
export function dbtCatalog(): Record<string, any> {
  const column = (index: number, type: string, comment: string | null = null): object => ({
    index,
    type,
    comment,
  });
  const columns = {
    STATUS: { ...column(2, 'VARCHAR(20)', 'from the warehouse'), name: 'STATUS' },
    ID: { ...column(1, 'NUMBER(38,0)', 'not shown'), name: 'ID' },
    CUSTOMER_ID: { ...column(3, 'NUMBER(38,0)'), name: 'CUSTOMER_ID' },
  };
  return {
    metadata: {},
    nodes: { 'model.shop.orders': { metadata: { type: 'BASE TABLE', comment: 'x' }, columns } },
    sources: {
      'source.shop.raw.orders': {
        metadata: { comment: 'Raw orders' },
        columns: { id: { ...column(1, 'TEXT'), name: 'id' } },
      },
    },
  };
}
