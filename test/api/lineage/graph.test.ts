import { applyRetention } from '../../../jobs/housekeeping/apply-retention.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { newId } from '../../../lib/ids.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { runEvent } from '../../support/builders/lineage.ts';
import type { RunEventParts } from '../../support/builders/lineage.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
  await api.send('PUT', '/api/dataproducts/other', { body: product('other', []) });
  for (const parts of [
    { job: 'load', inputs: ['raw'], outputs: ['shop.public.orders'] },
    {
      job: 'sum',
      inputs: ['shop.public.orders'],
      outputs: ['totals'],
      columns: { total: ['shop.public.orders.amount'] },
    },
    { job: 'report', inputs: ['totals'], outputs: ['report'] },
  ])
    await post(parts);
});
afterAll(() => api.stop());

const named = { datasets: 'postgres://db:5432' };
async function post(parts: RunEventParts, query = 'dataProductId=shop'): Promise<void> {
  const body = runEvent({ ...named, ...parts });
  const { status, text } = await api.send('POST', `/api/v1/lineage?${query}`, { body });
  expect([status, text]).toEqual([200, '']);
}

const dataset = (name: string) => `dataset:postgres://db:5432:${name}`;
async function graph(node: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ node, ...more });
  const { status, json, text } = await api.send('GET', `/api/lineage/graph?${query.toString()}`);
  if (status !== 200) throw new Error(text);
  return json;
}
async function names(node: string, more: Record<string, string> = {}): Promise<string[]> {
  const { nodes } = await graph(node, more);
  return nodes.map(({ name, distance }: any) => `${name} ${distance}`).sort();
}
const nodeNamed = async (name: string) => (await graph(dataset(name), { depth: '0' })).nodes[0];

it('walks as far and in the direction that is wanted', async () => {
  const orders = dataset('shop.public.orders');
  expect(await names(orders)).toEqual(['load -1', 'shop.public.orders 0', 'sum 1']);
  expect(await names(orders, { depth: '2', direction: 'downstream' })).toEqual([
    'shop.public.orders 0',
    'sum 1',
    'totals 2',
  ]);
  expect(await names(orders, { depth: '20' })).toHaveLength(7);
  expect(await names('job:scheduler:sum', { direction: 'upstream' })).toEqual([
    'shop.public.orders -1',
    'sum 0',
  ]);
  const { nodes, edges } = await graph(orders, { depth: '0' });
  expect(nodes).toMatchObject([{ hiddenUpstream: 1, hiddenDownstream: 1, type: 'dataset' }]);
  expect(edges).toEqual([]);
});

it('gives the columns of the shown datasets on demand', async () => {
  const { nodes, edges, columns } = await graph('job:scheduler:sum', { columns: 'true' });
  const idOf = (name: string) => nodes.find((node: any) => node.name === name).id;
  expect(columns).toEqual([
    {
      from: idOf('shop.public.orders'),
      fromColumn: 'amount',
      to: idOf('totals'),
      toColumn: 'total',
      transformation: 'DIRECT/IDENTITY',
    },
  ]);
  expect(edges.map(({ from, to }: any) => [from, to]).sort()).toEqual(
    [
      [idOf('shop.public.orders'), idOf('sum')],
      [idOf('sum'), idOf('totals')],
    ].sort(),
  );
});

it('refuses nodes that are none, and does not know unknown ones', async () => {
  const statusOf = async (node: string) =>
    (await api.send('GET', `/api/lineage/graph?${new URLSearchParams({ node }).toString()}`))
      .status;
  expect(await statusOf('orders')).toBe(400);
  for (const node of [
    'dataset:x:y',
    newId(),
    'asset:none',
    'data-product:none',
    `dataset:x${':'.repeat(1_000)}y`,
  ])
    expect([node.slice(0, 20), await statusOf(node)]).toEqual([node.slice(0, 20), 404]);
  const unknown = await api.send('GET', '/api/lineage/graph?node=data-product:none');
  expect(unknown.json.detail).toBe("There is no data product 'none'.");
});

it('shows at most 500 nodes, and counts the others', async () => {
  const many = Array.from({ length: 1_500 }, (_each, n) => `many-${n}`);
  await post({ job: 'wide', inputs: many, outputs: ['many-out'] });
  const { nodes, edges, truncated } = await graph('job:scheduler:wide');
  expect([nodes.length, edges.length, truncated]).toEqual([500, 499, true]);
  expect(nodes[0]).toMatchObject({ name: 'wide', hiddenUpstream: 1_000 });
  expect((await graph(dataset('many-7'), { depth: '1' })).truncated).toBe(false);
});

describe('matches', () => {
  const asset = (id: string) => ({ id, info: { name: id, source: 'postgres', owner: 'checkout' } });
  const put = async (path: string, body: object) =>
    expect((await api.send('PUT', path, { body })).status).toBe(200);

  it('takes the asset that an event names, else the one with the name of the dataset', async () => {
    await put('/api/assets/totals', asset('totals'));
    expect(await nodeNamed('totals')).toMatchObject({ asset: { id: 'totals', name: 'totals' } });
    await put('/api/assets/said', asset('said'));
    const event = runEvent({ ...named, job: 'say', outputs: [] });
    const facets = { entropy_data: { assetId: 'said' } };
    const inputs = [{ namespace: named.datasets, name: 'totals', facets }];
    await api.send('POST', '/api/v1/lineage?dataProductId=shop', { body: { ...event, inputs } });
    expect(await nodeNamed('totals')).toMatchObject({ asset: { id: 'said' } });
    expect(await names('asset:said')).toContain('totals 0');
    expect(await names('asset:totals')).toEqual([]);
  });

  it('takes the asset of the only integration that scans such a data store', async () => {
    await put('/api/assets/warehouse:shop.public.orders', asset('warehouse:shop.public.orders'));
    const add = (id: string, source: string) =>
      api.database.knex('integrations').insert({
        organization_id: api.organizationId,
        id,
        name: id,
        source,
        enabled: true,
        timezone: 'UTC',
        settings: 'v1.',
        revision: 1,
        created_at: new Date(),
        updated_at: new Date(),
      });
    await add('warehouse', 'postgres');
    await add('lake', 'snowflake');
    const found = { asset: { id: 'warehouse:shop.public.orders' } };
    expect(await nodeNamed('shop.public.orders')).toMatchObject(found);
    expect(await names('asset:warehouse:shop.public.orders')).toContain('shop.public.orders 0');
    await add('copy', 'postgres');
    await put('/api/assets/copy:shop.public.orders', asset('copy:shop.public.orders'));
    expect(await nodeNamed('shop.public.orders')).toMatchObject({ asset: null });
  });

  it('obeys the rules of the organization', async () => {
    await put('/api/settings/lineage-rules', {
      rules: [
        { namespace: 'mysql://*', name: '*', assetId: 'totals' },
        {
          namespace: 'postgres://db:*',
          name: 'shop.*.orders',
          assetId: 'copy:{name}',
          dataContractId: '{name.-1}',
        },
        { namespace: '*', name: 'report', dataProductId: 'shop', outputPortId: 'port-0' },
      ],
    });
    expect(await nodeNamed('shop.public.orders')).toMatchObject({
      asset: { id: 'copy:shop.public.orders' },
      dataContract: { id: 'orders' },
    });
    expect(await names('asset:copy:shop.public.orders')).toContain('shop.public.orders 0');
    expect((await nodeNamed('report')).ports).toContainEqual({
      dataProductId: 'shop',
      dataProductName: expect.any(String),
      outputPortId: 'port-0',
    });
  });

  it.each([
    ['no name', {}, 'rules[0].name'],
    [
      'no id',
      { name: 'x' },
      'rules[0] gives nothing: add assetId, dataContractId or dataProductId.',
    ],
    ['a port without a product', { name: 'x', outputPortId: 'port-0' }, 'needs dataProductId'],
    ['an asset for jobs', { type: 'job', name: 'x', assetId: 'totals' }, 'jobs are no assets'],
    ['an unknown template', { name: 'x', assetId: '{nope}' }, '{nope}'],
    ['a part that no name has', { name: 'x', assetId: 'a-{name.0}' }, '{name.0}'],
    ['an open template', { name: 'x', dataContractId: 'a{name' }, '{name'],
  ])('refuses a rule with %s', async (_what, rule, says) => {
    const body = { rules: [{ namespace: 'x', ...rule }] };
    const { status, json } = await api.send('PUT', '/api/settings/lineage-rules', { body });
    expect([status, JSON.stringify(json)]).toEqual([422, expect.stringContaining(says)]);
    expect(json.violations).not.toEqual([]);
  });

  it('leave out output ports that their product does not have', async () => {
    const outputPorts = [{ id: 'p-1', name: 'sums', version: '1.0.0' }];
    await put('/api/dataproducts/renamed', product('renamed', [], { outputPorts }));
    const event = { datasets: 'mysql://ports', inputs: [] };
    const written = ['shop.none', 'shop.port-0', 'renamed.sums'];
    await post(
      { ...event, job: 'ports', outputs: written },
      'dataProductId=shop&outputPortId=port-0',
    );
    await post({ ...event, job: 'reader', inputs: ['shop.load'], outputs: [] });
    await put('/api/settings/lineage-rules', {
      rules: [
        {
          namespace: 'mysql://ports',
          name: '*',
          dataProductId: '{name.1}',
          outputPortId: '{name.2}',
        },
      ],
    });
    const portsOf = async (name: string) => {
      const { nodes } = await graph(`dataset:mysql://ports:${name}`, { depth: '0' });
      return nodes[0].ports.map(({ outputPortId }: any) => outputPortId);
    };
    const ports = [...written, 'shop.load'].map(portsOf);
    expect(await Promise.all(ports)).toEqual([['port-0'], ['port-0'], ['p-1', 'port-0'], [null]]);
  });

  it('warns of documents that do not exist', async () => {
    const rule = { namespace: 'x', name: 'x', dataProductId: 'shop', dataContractId: 'nowhere' };
    const body = { rules: [rule, { ...rule, dataContractId: '{name}' }] };
    const { status, headers } = await api.send('PUT', '/api/settings/lineage-rules', { body });
    expect([status, headers.get('x-catalog-warnings')]).toEqual([
      200,
      "there is no data contract 'nowhere'",
    ]);
  });

  it('lead from a product to the nodes that rules give to it', async () => {
    const events = { namespace: 'airflow', inputs: [], outputs: [] };
    for (const job of ['ruled.load', 'ruled.other', 'ruled_not', 'shop.sum', 'nested.x.shop'])
      await post({ ...events, job, datasets: 'mysql://db' }, 'dataProductId=other');
    const ofShop = { dataProductId: 'shop' };
    await put('/api/settings/lineage-rules', {
      rules: [
        { type: 'job', namespace: 'airflow', name: 'ruled.other', dataProductId: 'other' },
        { type: 'job', namespace: 'airflow', name: 'ruled.*', ...ofShop },
        { type: 'job', namespace: 'air*', name: 'shop.*', dataProductId: '{name.1}' },
        { type: 'job', namespace: '*', name: '*.x.*', dataProductId: '{name.-1}' },
        { namespace: 'postgres://*', name: 'raw', ...ofShop },
      ],
    });
    const found = await names('data-product:shop', { depth: '0' });
    for (const name of ['ruled.load', 'shop.sum', 'nested.x.shop', 'raw'])
      expect(found).toContain(`${name} 0`);
    for (const name of ['ruled.other', 'ruled_not']) expect(found).not.toContain(`${name} 0`);
    await post({ ...events, job: 'ruled.load', runId: 'ruled' }, 'dataProductId=other');
    const runs = await api.send('GET', '/api/lineage/runs?node=data-product:shop&size=100');
    expect(runs.json.map(({ runId }: any) => runId)).toContain('ruled');
  });

  it('connects written datasets with the output port of their events, and with its contract', async () => {
    await post(
      { job: 'offer', inputs: ['private'], outputs: ['offered'] },
      'dataProductId=shop&outputPortId=port-0',
    );
    expect(await nodeNamed('offered')).toMatchObject({
      ports: [{ dataProductId: 'shop', outputPortId: 'port-0' }],
      dataContract: { id: 'orders' },
    });
    const [job] = (await graph('job:scheduler:offer', { depth: '0' })).nodes;
    expect(job).toMatchObject({ ports: [{ outputPortId: 'port-0' }], dataContract: null });
    expect((await nodeNamed('private')).ports).toEqual([]);
    expect(await names('data-product:shop', { depth: '0' })).toContain('offered 0');
    expect(await names('data-product:shop', { depth: '0' })).not.toContain('private 0');
  });
});

it('makes runs of the events of a job', async () => {
  const at = (minute: number) => `2026-01-01T12:0${minute}:00.000Z`;
  for (const [runId, eventType, minute] of [
    ['r1', 'START', 0],
    ['r2', 'START', 1],
    ['r1', 'COMPLETE', 2],
    ['r2', 'FAIL', 3],
  ] as const)
    await post({ job: 'timed', runId, eventType, eventTime: at(minute) });
  const { json } = await api.send('GET', '/api/lineage/runs?node=job:scheduler:timed');
  expect(json).toMatchObject([
    { runId: 'r2', name: 'timed', state: 'FAIL', startedAt: at(1), endedAt: at(3) },
    { runId: 'r1', state: 'COMPLETE', startedAt: at(0), endedAt: at(2) },
  ]);
  await post({ job: 'timed', runId: 'r1', eventType: 'START', eventTime: at(1) });
  const late = await api.send('GET', '/api/lineage/runs?node=job:scheduler:timed');
  expect(late.json).toMatchObject([{ runId: 'r1', state: 'COMPLETE' }, { runId: 'r2' }]);
  const ofProduct = await api.send('GET', '/api/lineage/runs?node=data-product:shop&size=100');
  expect(ofProduct.json.map(({ runId }: any) => runId)).toEqual(
    expect.arrayContaining(['r1', 'r2']),
  );
});

it('shows nothing of another organization', async () => {
  const organizationId = await api.newOrganization('other');
  const other = (await api.newKey('organization', { organizationId })).text;
  for (const path of ['graph', 'runs'])
    for (const node of [
      dataset('totals'),
      'job:scheduler:sum',
      'asset:totals',
      'data-product:shop',
    ])
      expect(
        (
          await api.send(
            'GET',
            `/api/lineage/${path}?${new URLSearchParams({ node }).toString()}`,
            {
              key: other,
            },
          )
        ).status,
      ).toBe(404);
  expect((await api.send('GET', '/api/v1/lineage', { key: other })).json).toEqual([]);
  expect((await api.send('GET', '/api/settings/lineage-rules', { key: other })).json).toEqual({
    rules: [],
  });
  const run = '/api/v1/lineage?jobNamespace=scheduler&jobName=sum';
  expect((await api.send('DELETE', run, { key: other })).json).toEqual({ deletedCount: 0 });
  expect(await names('job:scheduler:sum')).toHaveLength(3);
});

it('forgets nodes and edges that no event has named for 90 days', async () => {
  const old = new Date(Date.now() - 91 * 86_400_000);
  for (const table of ['nodes', 'edges', 'columns', 'ports'])
    await api.database.knex(`lineage_${table}`).update({ last_seen_on: old });
  await post({ job: 'sum', inputs: ['shop.public.orders'], outputs: ['totals'] });
  const workers = startWorkers(api);
  await transact(api.database, (tx) =>
    requestWork(tx, {
      organizationId: undefined,
      kind: applyRetention.kind,
      job: applyRetention.name,
      key: 'retention',
      payload: {},
      dueAt: new Date(),
      now: new Date(),
    }),
  );
  await until(
    'retention has been applied',
    async () => (await api.database.knex('lineage_nodes')).length === 3,
  );
  await workers.stop();
  expect(await api.database.knex('lineage_edges')).toHaveLength(2);
  expect(await names('job:scheduler:sum')).toHaveLength(3);
});
