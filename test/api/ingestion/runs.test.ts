import { deleteIntegration } from '../../../commands/integrations/delete-integration.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import {
  integrations,
  principalOf,
  registerStubSource,
  table,
} from '../../support/fakes/stub-source.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof integrations>;
const platform = registerStubSource();
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api);
  call = integrations(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const asset = async (id: string) =>
  (await api.send('GET', `/api/assets/${encodeURIComponent(id)}`)).json;
const assetEvents = async (id: string): Promise<string[]> => {
  const rows = await api.database
    .knex('events')
    .where({ subject_kind: 'asset', subject_id: id })
    .orderBy('n');
  return rows.map(({ type }: { type: string }) => type);
};
const counts = ({
  assetsProcessed,
  assetsCreated,
  assetsUpdated,
  assetsDeleted,
  assetsUnchanged,
}: any) => [assetsProcessed, assetsCreated, assetsUpdated, assetsDeleted, assetsUnchanged];

describe('a run', () => {
  it('creates, leaves alone, updates and deletes, and tells of each once', async () => {
    await call.put('life');
    platform.assets = [
      { path: ['shop'], kind: 'database' },
      { path: ['shop', 'public'], kind: 'schema' },
      table('orders', { description: 'What customers order' }),
      table('customers'),
    ];
    const first = await call.run('life');
    expect([first.status, ...counts(first)]).toEqual(['SUCCESS', 4, 4, 0, 0, 0]);
    const orders = await asset('life:shop.public.orders');
    expect(orders).toMatchObject({
      info: {
        source: 'stub',
        sourceId: 'shop.public.orders',
        type: 'stub_table',
        name: 'orders',
        description: 'What customers order',
      },
      columns: [{ name: 'id', type: 'integer', required: true, primaryKey: true }],
      relationships: [{ relationshipType: 'parent', assetId: 'life:shop.public' }],
    });

    const second = await call.run('life');
    expect([second.status, ...counts(second)]).toEqual(['SUCCESS', 4, 0, 0, 0, 4]);
    expect(await assetEvents('life:shop.public.orders')).toEqual(['AssetCreatedEvent']);

    platform.assets = [
      ...platform.assets.slice(0, 2),
      table('orders', { description: 'What customers ordered' }),
    ];
    const third = await call.run('life');
    expect([third.status, ...counts(third)]).toEqual(['SUCCESS', 3, 0, 1, 1, 2]);
    expect((await asset('life:shop.public.orders')).info.description).toBe(
      'What customers ordered',
    );
    expect(await assetEvents('life:shop.public.orders')).toEqual([
      'AssetCreatedEvent',
      'AssetUpdatedEvent',
    ]);
    expect(await assetEvents('life:shop.public.customers')).toEqual([
      'AssetCreatedEvent',
      'AssetDeletedEvent',
    ]);
    const gone = await api.send('GET', '/api/assets/life:shop.public.customers');
    expect(gone.status).toBe(404);
    const logs = (await api.send('GET', call.at('life', `/runs/${third.ingestionRunId}/logs`)))
      .json;
    expect(logs.at(-1)).toMatchObject({
      level: 'info',
      message: expect.stringContaining('1 deleted'),
    });
  });

  it('keeps what people have added, and takes back what they deleted', async () => {
    await call.put('edited');
    platform.assets = [table('orders')];
    await call.run('edited');
    const id = 'edited:shop.public.orders';
    const stored = await asset(id);
    const put = await api.send('PUT', `/api/assets/${id}`, {
      body: {
        ...stored,
        custom: { note: 'ours' },
        info: { ...stored.info, description: 'By people' },
      },
    });
    expect(put.status).toBe(200);
    expect(counts(await call.run('edited'))).toEqual([1, 0, 0, 0, 1]);
    platform.assets = [table('orders', { columns: [{ name: 'id', type: 'bigint' }] })];
    expect(counts(await call.run('edited'))).toEqual([1, 0, 1, 0, 0]);
    expect(await asset(id)).toMatchObject({
      custom: { note: 'ours' },
      info: { description: 'By people' },
      columns: [{ name: 'id', type: 'bigint' }],
    });
    await api.send('DELETE', `/api/assets/${id}`);
    expect(counts(await call.run('edited'))).toEqual([1, 1, 0, 0, 0]);
  });

  it('keeps what a scan could not read this time', async () => {
    await call.put('locked');
    const properties = { definition: 'select 1', owner: 'sales' };
    platform.assets = [table('view', { properties })];
    await call.run('locked');
    const id = 'locked:shop.public.view';
    const whole = await asset(id);
    const { columns: _, ...blind } = table('view', { properties: { owner: 'sales' } });
    platform.assets = [{ ...blind, isIncomplete: true }];
    expect(counts(await call.run('locked'))).toEqual([1, 0, 0, 0, 1]);
    expect(await asset(id)).toEqual(whole);
    platform.assets = [{ ...blind, isIncomplete: true, properties: { problem: 'it is broken' } }];
    expect(counts(await call.run('locked'))).toEqual([1, 0, 1, 0, 0]);
    expect(await asset(id)).toMatchObject({
      columns: whole.columns,
      properties: { ...properties, problem: 'it is broken' },
    });
    platform.assets = [table('view', { properties })];
    expect(counts(await call.run('locked'))).toEqual([1, 0, 1, 0, 0]);
    expect(await asset(id)).toEqual(whole);
  });

  it('takes over what an integration of the same id had stored before it was deleted', async () => {
    await call.put('reborn');
    platform.assets = [table('orders')];
    await call.run('reborn');
    const request = { id: 'reborn', principal: principalOf(api), requestId: undefined };
    const preconditions = { ifMatch: undefined, mustBeNew: false };
    await deleteIntegration(api.database, { ...request, now: new Date(), preconditions });
    expect(await asset('reborn:shop.public.orders')).toMatchObject({ info: { name: 'orders' } });
    await call.put('reborn');
    expect(counts(await call.run('reborn'))).toEqual([1, 0, 0, 0, 1]);
    expect(await assetEvents('reborn:shop.public.orders')).toEqual(['AssetCreatedEvent']);
    platform.assets = [table('customers')];
    expect(counts(await call.run('reborn'))).toEqual([1, 1, 0, 1, 0]);
  });

  it('leaves assets of others alone, whatever their id', async () => {
    await api.send('PUT', '/api/assets/others:shop.public.orders', {
      body: { info: { name: 'Mine' } },
    });
    await call.put('others');
    platform.assets = [table('orders'), table('customers')];
    const run = await call.run('others');
    expect([run.status, run.assetsSkipped, ...counts(run)]).toEqual(['SUCCESS', 1, 2, 1, 0, 0, 0]);
    platform.assets = [table('customers')];
    await call.run('others');
    expect((await asset('others:shop.public.orders')).info.name).toBe('Mine');
  });

  it('finds nothing twice, whatever the source says', async () => {
    await call.put('twice');
    platform.assets = [
      table('orders'),
      ...Array.from({ length: 1_000 }, (_, n) => table(`t${n}`)),
      table('orders', { description: 'Again' }),
    ];
    const run = await call.run('twice');
    expect([run.status, ...counts(run)]).toEqual(['SUCCESS', 1_001, 1_001, 0, 0, 0]);
    expect(counts(await call.run('twice'))).toEqual([1_001, 0, 0, 0, 1_001]);
  });

  it('keeps the last thousand lines of its log', async () => {
    await call.put('chatty');
    platform.assets = Array.from({ length: 1_200 }, () => table('orders'));
    const { ingestionRunId } = await call.run('chatty');
    const logs = (await api.send('GET', call.at('chatty', `/runs/${ingestionRunId}/logs`))).json;
    expect(logs).toHaveLength(1_000);
    expect(logs[0]).toMatchObject({ level: 'warn', message: expect.stringContaining('twice') });
    expect(logs.at(-1).message).toContain('1 created');
  });

  it('stores what platforms hold and Postgres does not, and names with everything in them', async () => {
    await call.put('odd');
    platform.assets = [
      {
        path: ['a/b', 'c\\d', 'e.f "g"\0\ud800'],
        kind: 'table',
        description: 'NUL \0 here',
        columns: [{ name: '', type: '' }],
      },
      { path: ['a'.repeat(300)], kind: 'table' },
      { path: ['a'.repeat(301)], kind: 'table' },
    ];
    const run = await call.run('odd');
    expect([run.message, run.status]).toEqual([expect.stringContaining('3 created'), 'SUCCESS']);
    expect(counts(await call.run('odd'))).toEqual([3, 0, 0, 0, 3]);
    const { json } = await api.send('GET', '/api/assets?q=NUL');
    expect(json).toHaveLength(1);
    expect((await asset(json[0].id)).info.name).toBe('e.f "g"\uFFFD\uFFFD');
  });
});

describe('what vanishes', () => {
  it('fails the run when it is too much at once, until somebody accepts it', async () => {
    await call.put('fuse');
    platform.assets = Array.from({ length: 100 }, (_, n) => table(`t${n}`));
    await call.run('fuse');
    platform.assets = platform.assets.slice(0, 60);
    const failed = await call.run('fuse');
    expect([failed.status, failed.assetsDeleted, failed.removalPlan.count]).toEqual([
      'FAILED',
      0,
      40,
    ]);
    expect(failed.message).toContain('40 of 100 assets');
    expect(await asset('fuse:shop.public.t99')).toMatchObject({ id: 'fuse:shop.public.t99' });
  });

  it('fails it too when nothing else is left', async () => {
    await call.put('empty');
    platform.assets = [table('orders')];
    await call.run('empty');
    platform.assets = [];
    expect(await call.run('empty')).toMatchObject({ status: 'FAILED', assetsDeleted: 0 });
  });

  it('is not what the filters leave out', async () => {
    await call.put('narrow');
    platform.assets = [table('orders'), table('customers')];
    await call.run('narrow');
    await call.put('narrow', {
      filters: { names: { include: ['ORD*'] }, schemas: ['p?blic', 'public'] },
    });
    const run = await call.run('narrow');
    expect([run.status, ...counts(run)]).toEqual(['SUCCESS', 1, 0, 0, 0, 1]);
    expect(await asset('narrow:shop.public.customers')).toMatchObject({
      info: { name: 'customers' },
    });
  });

  it('stays when the source fails in the middle, which the run says', async () => {
    await call.put('broken', { credentials: { token: 'hunter2-secret' } });
    platform.assets = Array.from({ length: 1_500 }, (_, n) => table(`t${n}`));
    await call.run('broken');
    platform.assets = [table('new'), ...platform.assets.slice(0, 1_400)];
    platform.beforePage = (page) =>
      page === 1
        ? Promise.reject(new Error('connection lost (token hunter2-secret)'))
        : Promise.resolve();
    const run = await call.run('broken');
    platform.beforePage = () => Promise.resolve();
    expect(run).toMatchObject({ status: 'FAILED', assetsCreated: 1, assetsDeleted: 0 });
    expect(run.message).toBe('connection lost (token ***)');
    expect(await asset('broken:shop.public.t1499')).toMatchObject({
      id: 'broken:shop.public.t1499',
    });
  });
});
