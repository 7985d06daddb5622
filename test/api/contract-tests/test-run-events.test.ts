import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { createPrivateDatabase } from '../../integration/contract-tests/postgres/private-database.ts';
import type { PrivateDatabase } from '../../integration/contract-tests/postgres/private-database.ts';

let api: TestApi;
let workers: TestWorkers;
let shop: PrivateDatabase;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'test-run-events-'));
  writeFileSync(path.join(folder, 'good.csv'), 'order_id,status\n1,placed\n');
  shop = await createPrivateDatabase();
  const { credentials } = shop.access;
  api = await startApi({ sourceCredentials: credentials });
  workers = startWorkers(api, { ...shop.access, allowedDataDirs: [folder] });
  await shop.run(`create view slow as select 1 as order_id, pg_sleep(2.5)::text as status;
    create table orders (order_id int, status text)`);
  const db = { server: 'db', ...shop.server };
  const file = { server: 'file', type: 'local', path: 'good.csv', format: 'csv' };
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const properties = [
    { name: 'order_id', logicalType: 'integer', required: true },
    { name: 'status', required: true, logicalType: 'string' },
  ];
  const tables = ['orders', 'slow'].map((name) => ({ name, properties }));
  await api.send('PUT', '/api/datacontracts/slow', {
    body: contract('slow', { servers: [db], schema: tables }),
  });
  await api.send('PUT', '/api/datacontracts/quick', {
    body: contract('quick', { servers: [file] }),
  });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  await shop.drop();
  rmSync(folder, { recursive: true });
});

async function start(id: string): Promise<string> {
  const headers = { prefer: 'respond-async' };
  return (await api.send('POST', `/api/datacontracts/${id}/test`, { headers })).json.id;
}
const follow = (id: string, headers: Record<string, string> = {}) =>
  openEvents({ port: api.port, key: api.key, path: `/api/test-runs/${id}/events` }, '', headers);

describe('GET /api/test-runs/:id/events', () => {
  it('tells the present state, progress while it goes on, and the end with the result', async () => {
    const id = await start('slow');
    const stream = await follow(id);
    expect([stream.status, stream.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    await until('the stream has ended', () => stream.ended());
    expect(stream.ended()).toBe('in order');
    const states = stream.events.map(({ event, data }) => `${event} ${data.state}`);
    expect(states[0]).toMatch(/^progress (QUEUED|RUNNING)$/);
    expect(states.at(-1)).toBe('ended DONE');
    expect(states.filter((state) => state.startsWith('ended'))).toHaveLength(1);
    const progress = stream.events.map(({ data }) => data.progress).filter((one) => one !== null);
    expect(progress.length).toBeGreaterThan(0);
    for (const { done, total } of progress) expect(done).toBeLessThan(total);
    const testResultId = stream.events.at(-1)?.data.testResultId;
    expect((await api.send('GET', `/api/test-results/${testResultId}`)).status).toBe(200);
    expect((await api.send('GET', `/api/test-runs/${id}`)).json).toEqual(
      stream.events.at(-1)?.data,
    );
  });

  it('tells a run that has ended at once, also to who comes back with Last-Event-ID', async () => {
    const id = await start('quick');
    await until(
      'it has ended',
      async () => (await api.send('GET', `/api/test-runs/${id}`)).json.endedAt !== null,
    );
    const stream = await follow(id, { 'last-event-id': 'whatever' });
    await until('the stream has ended', () => stream.ended());
    expect(stream.events.map(({ event, data }) => [event, data.state])).toEqual([
      ['ended', 'DONE'],
    ]);
  });

  it('tells of a cancellation', async () => {
    const id = await start('slow');
    const stream = await follow(id);
    await until('the first state is told', () => stream.events.length > 0);
    await api.send('POST', `/api/test-runs/${id}/cancel`);
    await until('the stream has ended', () => stream.ended());
    expect(stream.events.at(-1)?.data).toMatchObject({ state: 'CANCELLED', testResultId: null });
  });

  it('ends when its key is revoked', async () => {
    const { id: keyId, text } = await api.newKey('organization');
    const id = await start('slow');
    const target = { port: api.port, key: text, path: `/api/test-runs/${id}/events` };
    const stream = await openEvents(target);
    await api.send('DELETE', `/api/api-keys/${keyId}`);
    await until('the stream has ended', () => stream.ended());
    expect(stream.events.some(({ event }) => event === 'ended')).toBe(false);
    await api.send('POST', `/api/test-runs/${id}/cancel`);
  });

  it('answers 404 for what is no run', async () => {
    for (const id of ['nope', '01890000-0000-7000-8000-000000000000'])
      expect((await follow(id)).status).toBe(404);
  });
});

describe('GET /api/test-runs', () => {
  it('lists runs newest first, filters and pages them', async () => {
    for (let n = 0; n < 3; n++) await api.send('POST', '/api/datacontracts/quick/test');
    const all: any[] = (await api.send('GET', '/api/test-runs?dataContractId=quick')).json;
    expect(all.length).toBeGreaterThan(3);
    const times = all.map(({ requestedAt }) => requestedAt);
    expect(times).toEqual([...times].sort().toReversed());
    expect(new Set(all.map(({ server }) => server))).toEqual(new Set(['file']));
    const ids: string[] = [];
    for (let address: string | undefined = '/api/test-runs?dataContractId=quick&size=2'; address;) {
      const page = await api.send('GET', address);
      ids.push(...page.json.map(({ id }: { id: string }) => id));
      address = /<http:\/\/[^/]+([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(ids).toEqual(all.map(({ id }) => id));
    expect((await api.send('GET', '/api/test-runs?dataContractId=quick&open=true')).json).toEqual(
      [],
    );
    expect((await api.send('GET', '/api/test-runs?dataContractId=slow&server=file')).json).toEqual(
      [],
    );
    expect((await api.send('GET', '/api/test-runs?after=nope')).status).toBe(400);
  });
});
