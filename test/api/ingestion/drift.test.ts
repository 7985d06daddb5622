import { requestCheck } from '../../../commands/integrations/request-check.ts';
import { findIntegrationCheck } from '../../../db/tables/ingestion/integration-checks.ts';
import { transact } from '../../../db/transact.ts';
import { findDrift } from '../../../domain/ingestion/asset-drift.ts';
import { normaliseContract } from '../../../domain/standards/normalise-contract.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import {
  integrations,
  principalOf,
  registerStubSource,
  table,
} from '../../support/fakes/stub-source.ts';
import type { ScannedColumn } from '../../../domain/ingestion/scanned-asset.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof integrations>;
// Types of Postgres are known.
const platform = registerStubSource('postgres');
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api);
  call = integrations(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const send = async (path: string, body: object): Promise<void> => {
  const { status, text } = await api.send('PUT', path, { body });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
};
const columns: ScannedColumn[] = [
  { name: 'ID', type: 'bigint', required: true },
  { name: 'placed_at', type: 'timestamp with time zone', required: true },
];
/** What a run would do, as a worker found it. */
async function plan(id: string): Promise<unknown> {
  const request = { id, kind: 'plan', principal: principalOf(api), requestId: undefined } as const;
  const { checkId } = await transact(api.database, (tx) =>
    requestCheck(tx, { ...request, now: new Date() }),
  );
  const { plan: text } = await until('the plan is made', async () => {
    const key = { organizationId: api.organizationId, id: checkId };
    const check = await findIntegrationCheck(api.database.knex, key);
    return check?.outcome === 'SUCCESS' && check;
  });
  return JSON.parse(text ?? '{}');
}
const eventsOf = async (assetId: string): Promise<string[]> =>
  api.database
    .knex('events')
    .where({ subject_id: assetId })
    .whereRaw("type like 'AssetDrift%'")
    .orderBy('n')
    .pluck('type');

it('tells where assets of ports are not as contracts say, on both pages and as events', async () => {
  await send('/api/teams/sales', { id: 'sales', name: 'Sales', type: 'Team' });
  await send('/api/datacontracts/orders', {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'orders',
    version: '1.0.0',
    status: 'active',
    team: { name: 'sales' },
    schema: [
      {
        name: 'orders',
        properties: [
          { name: 'id', logicalType: 'integer', required: true },
          { name: 'placed_at', physicalType: 'timestamptz', required: true },
        ],
      },
    ],
  });
  const port = { name: 'orders', version: '1.0.0', type: 'postgres', contractId: 'orders' };
  await send('/api/dataproducts/shop', {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id: 'shop',
    status: 'active',
    team: { name: 'sales' },
    outputPorts: [port],
  });
  await call.put('dwh', { source: 'postgres' });
  platform.assets = [table('orders', { columns }), table('other')];
  await call.run('dwh');
  const id = 'dwh:shop.public.orders';
  await api.send('PUT', `/api/assets/${id}/assignments/shop/orders`);
  expect((await call.run('dwh')).status).toBe('SUCCESS');
  expect((await api.send('GET', `/api/assets/${id}/drift`)).json).toEqual([]);

  const drifted = [
    { name: 'id', type: 'text', required: false },
    { name: 'note', type: 'text' },
  ];
  platform.assets = [table('orders', { columns: drifted }), table('other')];
  await call.run('dwh');
  const found = (await api.send('GET', `/api/assets/${id}/drift`)).json;
  expect(found).toEqual([
    {
      dataProductId: 'shop',
      outputPortId: 'orders',
      assetId: id,
      dataContractId: 'orders',
      foundAt: expect.any(String),
      differences: [
        { kind: 'type_changed', field: 'id', expected: 'integer', actual: 'text' },
        { kind: 'nullable', field: 'id' },
        { kind: 'column_missing', field: 'placed_at' },
        { kind: 'column_added', field: 'note' },
      ],
    },
  ]);
  expect((await api.send('GET', '/api/dataproducts/shop/drift')).json).toEqual(found);
  await call.run('dwh');
  expect(await eventsOf(id)).toEqual(['AssetDriftDetectedEvent']);

  platform.assets = [table('orders', { columns }), table('other')];
  await call.run('dwh');
  expect((await api.send('GET', '/api/dataproducts/shop/drift')).json).toEqual([]);
  platform.assets = [table('other')];
  expect(await plan('dwh')).toMatchObject({ deleted: { count: 0 }, kept: 1 });
  const gone = await call.run('dwh');
  expect([gone.assetsDeleted, gone.message]).toEqual([
    0,
    expect.stringContaining('1 missing but in use'),
  ]);
  const finding = [
    { assetId: id, dataContractId: 'orders', differences: [{ kind: 'asset_gone' }] },
  ];
  expect((await api.send('GET', '/api/dataproducts/shop/drift')).json).toMatchObject(finding);
  await call.run('dwh');
  expect(await eventsOf(id)).toEqual([
    'AssetDriftDetectedEvent',
    'AssetDriftResolvedEvent',
    'AssetDriftDetectedEvent',
  ]);
  // It comes back, and is still assigned.
  platform.assets = [table('orders', { columns: drifted }), table('other')];
  await call.run('dwh');
  expect((await api.send('GET', `/api/assets/${id}/drift`)).json).toEqual([
    { ...found[0], foundAt: expect.any(String) },
  ]);
  platform.assets = [table('other')];
  await api.send('DELETE', `/api/assets/${id}/assignments/shop/orders`);
  expect(await plan('dwh')).toMatchObject({ deleted: { count: 1, assets: [id] }, kept: 0 });
  expect((await call.run('dwh')).assetsDeleted).toBe(1);
  expect((await api.send('GET', '/api/dataproducts/shop/drift')).json).toEqual([]);
});

it('knows nulls of platforms that say only what is never null, and types by their common names', () => {
  const contract = normaliseContract({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'c',
    version: '1',
    status: 'active',
    schema: [
      {
        name: 't',
        properties: [
          { name: 'email', logicalType: 'string', required: true },
          { name: 'total', logicalType: 'number' },
        ],
      },
    ],
  });
  const asset = (source: string, email: object) => ({
    info: { source, name: 't' },
    columns: [
      { name: 'email', type: 'varchar(20)', ...email },
      { name: 'total', type: 'datetime' },
    ],
  });
  const type = { kind: 'type_changed', field: 'total', expected: 'number', actual: 'datetime' };
  expect(findDrift(asset('mariadb', {}), contract)).toEqual([
    { kind: 'nullable', field: 'email' },
    type,
  ]);
  expect(findDrift(asset('mariadb', { required: true }), contract)).toEqual([type]);
  expect(findDrift(asset('kafka', {}), contract)).toEqual([type]);
});

it('does not take long with a type that is called oddly', () => {
  const contract = normaliseContract({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'c',
    version: '1',
    status: 'active',
    schema: [{ name: 't', properties: [{ name: 'x', logicalType: 'string' }] }],
  });
  const type = `timestamp${'a'.repeat(200)}!`;
  const asset = { info: { source: 'kafka', name: 't' }, columns: [{ name: 'x', type }] };
  expect(findDrift(asset, contract)).toEqual([]);
});

it('keeps lineage in both directions', async () => {
  await call.put('views', { source: 'postgres' });
  const view = {
    kind: 'view',
    upstream: [
      ['shop', 'public', 'orders'],
      ['shop', 'raw', 'missing'],
    ],
  };
  platform.assets = [table('orders'), table('sums', view)];
  await call.run('views');
  const lineage = async (name: string) =>
    (await api.send('GET', `/api/assets/views:shop.public.${name}/lineage`)).json;
  expect(await lineage('sums')).toEqual({
    upstream: [
      { assetId: 'views:shop.public.orders', name: 'orders' },
      { assetId: 'views:shop.raw.missing', name: null },
    ],
    downstream: [],
  });
  expect((await lineage('orders')).downstream).toEqual([
    { assetId: 'views:shop.public.sums', name: 'sums' },
  ]);
});
