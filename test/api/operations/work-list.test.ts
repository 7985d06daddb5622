import { claimWork, retryWork } from '../../../db/tables/work/claims.ts';
import { listDueWork } from '../../../db/tables/work/dispatch.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { listWork } from '../../../db/views/work/list.ts';
import { newId } from '../../../lib/ids.ts';
import { findJob, giveUpWork } from '../../../workers/give-up-work.ts';
import { jobs } from '../../../jobs/index.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { explainFirst } from '../../support/explain-work.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const limits = { maxAttempts: 3, leaseMs: 60_000, timeoutMs: 60_000 };
const get = async (path: string) => (await api.send('GET', path)).json;

const request = (key = newId(), subjectId = 'orders'): Promise<string> =>
  transact(api.database, (tx) =>
    requestWork(tx, {
      organizationId: api.organizationId,
      kind: 'contract-tests',
      job: 'test-data-contract',
      key,
      subjectId,
      payload: {},
      dueAt: new Date(),
      now: new Date(),
    }),
  );

async function claim(id: string, attempt: number) {
  const work = await claimWork(api.database.knex, { id, attempt }, limits);
  if (!work) throw new Error(`work ${id} was not claimed`);
  return work;
}

async function fail(id: string, attempt: number, error: string): Promise<void> {
  const work = await claim(id, attempt);
  const subject = { work, job: findJob(jobs, work), now: new Date() };
  await transact(api.database, (tx) => giveUpWork(tx, subject, { outcome: 'FAILED', error }));
}

it('shows the attempts of a piece of work, newest first, with the one that runs', async () => {
  const id = await request();
  expect((await get(`/api/ops/work/${id}`)).attempts).toEqual([]);
  for (const attempt of [1, 2]) {
    const work = await claim(id, attempt);
    const error = `failure ${attempt}`;
    await transact(api.database, (tx) => retryWork(tx, work, { waitMs: 0, error }));
  }
  await claim(id, 3);
  const { attempts } = await get(`/api/ops/work/${id}`);
  expect(attempts).toMatchObject([
    { attempt: 3, outcome: 'RUNNING', error: null, endedAt: null },
    { attempt: 2, outcome: 'RETRIED', error: 'failure 2' },
    { attempt: 1, outcome: 'RETRIED', error: 'failure 1' },
  ]);
  for (const { seconds } of attempts) expect(seconds).toBeGreaterThanOrEqual(0);
  await api.database
    .knex('work')
    .where({ id })
    .update({ state: 'DONE', finished_at: new Date(), lease_until: null });
  const [newest] = (await get(`/api/ops/work/${id}`)).attempts;
  expect(newest).toMatchObject({ attempt: 3, outcome: 'DONE' });
  expect(newest.endedAt).not.toBeNull();
});

it('counts by state what a filter matches, finds parts of keys and subjects, and names subjects', async () => {
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const named = contract('orders', { name: 'Orders of the shop' });
  await api.send('PUT', '/api/datacontracts/orders', { body: named });
  await api.database.knex('work').delete();
  const first = await request('test orders:1');
  await fail(first, 1, 'no route to host');
  const second = await request('test orders:2');
  await request('test 100%', 'parcels');
  const ids = async (query: string) =>
    (await get(`/api/ops/work?${query}`)).work.map(({ id }: { id: string }) => id);
  expect(await ids('subject=ORDERS')).toEqual([second, first]);
  expect(await ids('subject=0%25')).toHaveLength(1);
  expect(await ids('subject=parcel')).toHaveLength(1);
  expect(await ids('subject=%25')).toHaveLength(1);
  const { states, work } = await get('/api/ops/work?subject=orders&state=FAILED');
  expect(states).toEqual({ QUEUED: 1, RUNNING: 0, DONE: 0, FAILED: 1, CANCELLED: 0 });
  expect(work).toMatchObject([{ id: first, subjectName: 'Orders of the shop' }]);
  expect((await get(`/api/ops/work/${first}`)).subjectName).toBe('Orders of the shop');
  expect((await get('/api/ops/work?subject=parcels')).work[0].subjectName).toBeNull();
});

describe('with 100,000 pieces of work', () => {
  const store = (count: number, columns: { kind: string; state: string; dueAt?: string }) =>
    api.database.knex.raw(
      `insert into work (id, organization_id, kind, job, key, payload, state, available_at, created_at, finished_at, last_error)
       select gen_random_uuid(), ?, ?, 'x', n::text, '{}', ?, ?, now(), case when ? = 'QUEUED' then null else now() end,
         case when ? = 'FAILED' then 'x' end
       from generate_series(1, ?) n`,
      [
        api.organizationId,
        columns.kind,
        columns.state,
        columns.dueAt ?? new Date().toISOString(),
        columns.state,
        columns.state,
        count,
      ],
    );

  it('reads few rows for a page, and for rare failures', async () => {
    await store(100_000, { kind: 'webhooks', state: 'DONE' });
    await store(20, { kind: 'mail', state: 'FAILED' });
    await api.database.knex.raw('analyze work');
    const scope = { organizationId: api.organizationId, withInstallation: true };
    const page = { limit: 11, after: undefined };
    const reading = (filter: object) => () => listWork(api.database.knex, scope, filter, page);
    const newest = await explainFirst(api.database, reading({}));
    expect(newest['work']).toBeLessThan(100);
    const failed = await explainFirst(api.database, reading({ kind: 'mail', state: 'FAILED' }));
    expect(failed['work']).toBeLessThan(200);
    // A search looks at each row, once, and not at all at those that another filter leaves out (decision 0073).
    const searched = await explainFirst(api.database, reading({ subject: 'no such subject' }));
    expect(searched['work']).toBeLessThanOrEqual(100_100);
    const part = { subject: '7', kind: 'mail', state: 'FAILED' };
    const narrowed = await explainFirst(api.database, reading(part));
    expect(narrowed['work']).toBeLessThan(200);
  }, 60_000);

  it('dispatches work of other kinds without reading what waits for a paused kind', async () => {
    await store(100_000, { kind: 'mail', state: 'QUEUED', dueAt: '2020-01-01' });
    await store(20, { kind: 'webhooks', state: 'QUEUED' });
    await api.database.knex.raw('analyze work');
    const body = { reason: 'tested' };
    await api.send('POST', '/api/ops/kinds/mail/pause', { body });
    let found: string[] = [];
    const read = await explainFirst(api.database, async () => {
      found = (await listDueWork(api.database.knex, 500)).map(({ kind }) => kind);
    });
    expect(found).toHaveLength(20);
    expect(new Set(found)).toEqual(new Set(['webhooks']));
    expect(read['work']).toBeLessThan(200);
  }, 60_000);
});

it('shows what a job was given, unless it is large', async () => {
  const small = await request();
  await api.database
    .knex('work')
    .where({ id: small })
    .update({ payload: { testRunId: 'one' } });
  expect(await get(`/api/ops/work/${small}`)).toMatchObject({
    payload: { testRunId: 'one' },
    payloadBytes: 19,
  });
  const large = await request();
  const payload = { source: 'x'.repeat(70_000) };
  await api.database.knex('work').where({ id: large }).update({ payload });
  const { payload: shown, payloadBytes } = await get(`/api/ops/work/${large}`);
  expect(shown).toBeNull();
  expect(payloadBytes).toBeGreaterThan(70_000);
});
