import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';
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
  await api.send('PUT', '/api/teams/sales', { body: { id: 'sales', name: 'Sales', type: 'Team' } });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const get = async (path: string) => {
  const { status, json, text, headers } = await api.send('GET', path);
  if (status !== 200) throw new Error(text);
  return { json, total: Number(headers.get('x-total-count')), headers };
};
const at = (id: string, runId: string, rest = '') => call.at(id, `/runs/${runId}${rest}`);
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => table(`t${String(from + n).padStart(4, '0')}`));

it('shows the phases of a run with their times, its counters and what it expects', async () => {
  await call.put('phases');
  platform.assets = many(0, 30);
  const first = await call.run('phases');
  expect(first).toMatchObject({
    kind: 'scan',
    undoesRunId: null,
    undoneByRunId: null,
    assetsExpected: null,
    integrationName: 'phases',
    requestedByName: expect.any(String),
    cancelRequestedAt: null,
    stoppedAt: null,
  });
  expect(first.phases.map(({ phase }: any) => phase)).toEqual([
    'queued',
    'connecting',
    'scanning',
    'removing',
  ]);
  const page = (await get(at('phases', first.ingestionRunId))).json;
  expect(page).toEqual({ ...first, mayEdit: true });
  const times = first.phases.flatMap(({ startedAt, endedAt }: any) => [startedAt, endedAt]);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe(first.completedAt);
  expect(first.assetsPerSecond).toBeGreaterThan(0);
  expect(await call.run('phases')).toMatchObject({ assetsExpected: 30, assetsUnchanged: 30 });
});

it('shows what the fuse kept as a list with its limits, which the next run may remove', async () => {
  await call.put('fused', { removalFuse: { assets: 3, percent: 10 } });
  platform.assets = many(0, 30);
  await call.run('fused');
  await api.send('PUT', '/api/dataproducts/figures', {
    body: {
      dataProductSpecification: '0.0.1',
      id: 'figures',
      info: { title: 'Figures', owner: 'sales' },
      outputPorts: [{ id: 'port', name: 'The port', type: 'x' }],
    },
  });
  const assigned = '/api/assets/fused:shop.public.t0001/assignments/figures/port';
  expect((await api.send('PUT', assigned)).status).toBe(200);
  platform.assets = many(10, 30);
  const run = await call.run('fused');
  expect(run).toMatchObject({
    status: 'FAILED',
    assetsDeleted: 0,
    removalPlan: { count: 10, owned: 30, inUse: 1, percent: 10, limit: 3 },
  });
  const held = await get(at('fused', run.ingestionRunId, '/assets?why=fuse&size=4'));
  expect(held.total).toBe(9);
  expect(held.json).toHaveLength(4);
  expect(held.json[0]).toMatchObject({
    assetId: 'fused:shop.public.t0000',
    assetName: 't0000',
    change: 'removed',
    leftAlone: 'fuse',
    ports: [],
  });
  expect(held.headers.get('link')).toContain('after=');
  const found = await get(at('fused', run.ingestionRunId, '/assets?q=T0009'));
  expect(found.json.map(({ assetId }: any) => assetId)).toEqual(['fused:shop.public.t0009']);
  const all = await get(at('fused', run.ingestionRunId, '/assets?q='));
  expect(all.total).toBe(10);
  const used = await get(at('fused', run.ingestionRunId, '/assets?why=in_use'));
  expect(used.json.map(({ assetId, ports }: any) => [assetId, ports])).toEqual([
    [
      'fused:shop.public.t0001',
      [
        {
          dataProductId: 'figures',
          dataProductName: 'Figures',
          outputPortId: 'port',
          outputPortName: 'The port',
        },
      ],
    ],
  ]);
});

it('removes only what a person has looked at, when its run is named', async () => {
  await call.put('exact', { removalFuse: { assets: 3, percent: 10 } });
  platform.assets = many(0, 30);
  await call.run('exact');
  const assigned = '/api/assets/exact:shop.public.t0001/assignments/figures/port';
  expect((await api.send('PUT', assigned)).status).toBe(200);
  platform.assets = many(10, 30);
  const { ingestionRunId: stopped } = await call.run('exact');
  const session = await signIn(api);
  const start = (body: object) =>
    api.send('POST', '/ui/integrations/exact/run', { key: null, headers: session, body });
  const wrong = await start({ acceptRemovals: 10, acceptRemovalsOf: stopped });
  expect([wrong.status, wrong.json.count]).toEqual([409, 9]);
  const accepted = { acceptRemovals: 9, acceptRemovalsOf: stopped };
  // An asset that would have stayed would go now.
  expect((await api.send('DELETE', assigned)).status).toBe(200);
  expect((await start(accepted)).status).toBe(202);
  expect(await call.ended('exact')).toMatchObject({ status: 'FAILED', assetsDeleted: 0 });
  expect((await api.send('PUT', assigned)).status).toBe(200);
  // As many are missing, but one of them was on no list.
  platform.assets = many(9, 29);
  expect((await start(accepted)).status).toBe(202);
  expect(await call.ended('exact')).toMatchObject({ status: 'FAILED', assetsDeleted: 0 });
  platform.assets = many(10, 30);
  expect((await start(accepted)).status).toBe(202);
  const run = await call.ended('exact');
  expect(run).toMatchObject({
    status: 'SUCCESS',
    assetsDeleted: 9,
    acceptedRemovals: 9,
    acceptedRemovalsOf: stopped,
  });
  expect((await start({ ...accepted, acceptRemovalsOf: run.ingestionRunId })).status).toBe(409);
});

it('says why a run waits: its kind of work is paused', async () => {
  await call.put('waits');
  const path = '/api/ops/kinds/ingestion';
  await api.send('POST', `${path}/pause`, { body: { reason: 'The platform moves' } });
  const started = await api.send('POST', '/ui/integrations/waits/run', {
    key: null,
    headers: await signIn(api),
  });
  const { ingestionRunId } = started.json;
  const waits = (await get(at('waits', ingestionRunId))).json;
  await api.send('POST', `${path}/resume`);
  expect(waits).toMatchObject({
    status: 'RUNNING',
    waiting: { paused: { reason: 'The platform moves', byName: expect.any(String) } },
  });
  expect(await call.ended('waits')).toMatchObject({ status: 'SUCCESS' });
});

describe('the log of a run', () => {
  const hostile = '\u001b[31m<script>alert(1)</script>\u001b[0m 100 %_x';
  let runId: string;
  beforeAll(async () => {
    await call.put('logged', { credentials: { token: 'tok/en+1' } });
    platform.assets = many(0, 2);
    platform.beforePage = (_, { note }) => {
      for (let n = 1; n <= 2_500; n++) note(`line ${n}`);
      note(hostile);
      note('signed in with tok/en+1, https://x.example/?t=tok%2Fen%2B1');
      return Promise.resolve();
    };
    runId = (await call.run('logged')).ingestionRunId;
    platform.beforePage = () => Promise.resolve();
  });

  it('has more than 1,000 lines, read forward and backward', async () => {
    const last = await get(at('logged', runId, '/logs'));
    expect(last.json).toHaveLength(1_000);
    expect(last.total).toBeGreaterThan(2_500);
    const before = await get(at('logged', runId, `/logs?before=${last.json[0].n}&limit=10`));
    expect(before.json.map(({ n }: any) => n)).toEqual(
      Array.from({ length: 10 }, (_, n) => last.json[0].n - 10 + n),
    );
    const read: any[] = [];
    for (;;) {
      const { json } = await get(at('logged', runId, `/logs?after=${read.at(-1)?.n ?? 0}`));
      if (json.length === 0) break;
      read.push(...json);
    }
    expect(read).toHaveLength(last.total);
    expect(read.slice(-1_000)).toEqual(last.json);
  });

  it('is searched by text and level, whatever the text contains', async () => {
    const search = async (q: string, more = '') =>
      (await get(at('logged', runId, `/logs?q=${encodeURIComponent(q)}${more}`))).json;
    expect((await search('LINE 2500')).map(({ message }: any) => message)).toEqual(['line 2500']);
    expect((await search('%_x')).map(({ message }: any) => message)).toEqual([hostile]);
    expect(await search('Connecting', '&level=warn')).toEqual([]);
    expect(await search('Connecting', '&level=info')).toHaveLength(1);
    expect(await search('')).toHaveLength(1_000);
  });

  it('shows no secret in any form', async () => {
    const { json } = await get(at('logged', runId, '/logs?q=signed'));
    expect(json[0].message).toBe('signed in with ***, https://x.example/?t=***');
  });

  it('is followed until the end of the run, from a line on', async () => {
    await call.put('followed');
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    platform.beforePage = async () => gate;
    expect((await call.trigger('followed')).status).toBe(202);
    const isScanning = async () => (await call.latest('followed')).phase === 'scanning';
    await until('it scans', isScanning);
    const { ingestionRunId } = await call.latest('followed');
    const stream = api.send('GET', at('followed', ingestionRunId, '/logs?after=1'), {
      headers: { accept: 'text/event-stream' },
    });
    goOn();
    const { text } = await stream;
    platform.beforePage = () => Promise.resolve();
    const events = text.split('\n\n').filter((part) => part !== '' && part !== ':');
    expect(events.at(-1)).toBe('event: ended\ndata: {"outcome":"SUCCESS"}');
    expect(events[0]).toMatch(/^id: 2\nevent: line\ndata: \{"n":2,/);
    expect(events.at(-2)).toContain('created');
  });
});

it('shows when a cancellation was requested and when the run had stopped', async () => {
  await call.put('cancelled');
  platform.beforePage = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  await call.trigger('cancelled');
  await until('it scans', async () => (await call.latest('cancelled')).phase === 'scanning');
  const cancel = () => api.send('POST', call.at('cancelled', '/cancel'));
  expect((await Promise.all([cancel(), cancel()])).map(({ status }) => status)).toEqual([204, 204]);
  const run = await call.ended('cancelled');
  platform.beforePage = () => Promise.resolve();
  expect((await cancel()).status).toBe(204);
  expect(run).toMatchObject({ status: 'CANCELLED', stoppedAt: run.completedAt });
  expect(Date.parse(run.stoppedAt)).toBeGreaterThanOrEqual(Date.parse(run.cancelRequestedAt));
  const requests = await api.database
    .knex('events')
    .where({ type: 'IngestionRunCancelRequested', subject_id: 'cancelled' });
  expect(requests).toHaveLength(1);
});
