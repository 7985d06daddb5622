import { hostname } from 'node:os';
import { startPresence } from '../../../db/announce-process.ts';
import type { Presence } from '../../../db/announce-process.ts';
import { upsertProcess } from '../../../db/tables/work/processes.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { claimWork, retryWork } from '../../../db/tables/work/claims.ts';
import type { ClaimedWork } from '../../../db/tables/work/claims.ts';
import { transact } from '../../../db/transact.ts';
import { workKinds } from '../../../domain/work/kinds.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import { newId } from '../../../lib/ids.ts';
import { createProcessMetrics } from '../../../lib/metrics.ts';
import { findJob, giveUpWork } from '../../../workers/give-up-work.ts';
import { jobs } from '../../../jobs/index.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { readExposition } from '../../support/http/prometheus.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

const limits = { maxAttempts: 2, leaseMs: 60_000, timeoutMs: 60_000 };

/** Work of this organization, or of the installation, that nobody does: there are no workers. */
function request(
  kind: WorkKind,
  more: { key?: string; dueAt?: Date; own?: boolean } = {},
): Promise<string> {
  const { key = newId(), dueAt = new Date(), own = true } = more;
  return transact(api.database, (tx) =>
    requestWork(tx, {
      organizationId: own ? api.organizationId : undefined,
      kind,
      job: 'apply-retention',
      key,
      subjectId: 'subject',
      payload: {},
      dueAt,
      now: new Date(),
    }),
  );
}

async function claim(id: string, attempt = 1): Promise<ClaimedWork> {
  const claimed = await claimWork(api.database.knex, { id, attempt }, limits);
  if (!claimed) throw new Error(`work ${id} was not claimed`);
  return claimed;
}

async function fail(id: string, error: string): Promise<void> {
  const work = await claim(id);
  await transact(api.database, (tx) =>
    giveUpWork(
      tx,
      { work, job: findJob(jobs, work), now: new Date() },
      { outcome: 'FAILED', error },
    ),
  );
}

const get = async (path: string, key?: string) =>
  (await api.send('GET', path, key ? { key } : {})).json;
const post = (path: string, key?: string) => api.send('POST', path, key ? { key } : {});

describe('GET /api/ops/work', () => {
  it('counts by kind and state, and shows what is late, lost and tried again', async () => {
    const old = new Date(Date.now() - 90_000);
    await request('mail', { dueAt: old });
    await request('mail', { dueAt: new Date(Date.now() + 60_000) });
    const retried = await claim(await request('mail'));
    await transact(api.database, (tx) => retryWork(tx, retried, { waitMs: 0, error: 'no route' }));
    const lost = await request('mail');
    await claim(lost);
    await api.database
      .knex('work')
      .where({ id: lost })
      .update({ lease_until: new Date(Date.now() - 1_000) });
    await fail(await request('housekeeping'), 'disk full');
    const { kinds } = await get('/api/ops/work');
    expect(kinds.map((entry: { kind: string }) => entry.kind)).toEqual([...workKinds]);
    const of = (kind: string) => kinds.find((entry: { kind: string }) => entry.kind === kind);
    expect(of('mail')).toMatchObject({
      queued: 3,
      running: 1,
      done: 0,
      failed: 0,
      due: 2,
      oldestDueAt: old.toISOString(),
      expiredLeases: 1,
      retrying: 1,
    });
    expect(of('mail').oldestDueSeconds).toBeGreaterThanOrEqual(90);
    expect(of('housekeeping')).toMatchObject({ failed: 1, queued: 0, oldestDueSeconds: 0 });
  });

  it('filters by id, kind, key, state, error text and time, and pages', async () => {
    const first = await request('mail', { key: 'a' });
    const second = await request('webhooks', { key: 'b' });
    const third = await request('housekeeping', { key: 'c' });
    await fail(third, 'disk 100% full');
    const ids = async (query: string) =>
      (await get(`/api/ops/work?${query}`)).work.map((work: { id: string }) => work.id);
    expect(await ids('')).toEqual([third, second, first]);
    expect(await ids(`id=${second}`)).toEqual([second]);
    expect(await ids('kind=mail')).toEqual([first]);
    expect(await ids('key=b')).toEqual([second]);
    expect(await ids('state=FAILED')).toEqual([third]);
    expect(await ids('error=100%25%20FULL')).toEqual([third]);
    expect(await ids('error=1%25%25')).toEqual([]);
    expect(await ids('subjectId=subject&job=apply-retention')).toHaveLength(3);
    expect(await ids(`from=${new Date(Date.now() + 1000).toISOString()}`)).toEqual([]);
    expect(await ids(`to=${new Date(Date.now() + 1000).toISOString()}`)).toHaveLength(3);
    const page = await api.send('GET', '/api/ops/work?size=2');
    expect(page.json.work).toHaveLength(2);
    const [, next = ''] =
      /<http[^/]*\/\/[^/]*(.*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
    expect((await get(next)).work.map((work: { id: string }) => work.id)).toEqual([first]);
    for (const wrong of ['kind=x', 'state=x', 'id=x', 'from=x', 'size=0', 'after=x'])
      expect((await api.send('GET', `/api/ops/work?${wrong}`)).status).toBe(400);
  });
});

describe('one piece of work', () => {
  it('tells its history: attempts, errors, and who intervened', async () => {
    const id = await request('housekeeping');
    const first = await claim(id);
    await transact(api.database, (tx) => retryWork(tx, first, { waitMs: 0, error: 'worker_lost' }));
    const second = await claim(id, 2);
    await transact(api.database, (tx) =>
      giveUpWork(
        tx,
        { work: second, job: findJob(jobs, second), now: new Date() },
        { outcome: 'FAILED', error: 'disk full' },
      ),
    );
    const retried = await post(`/api/ops/work/${id}/retry`);
    expect(retried.json).toMatchObject({ id, state: 'QUEUED', attempt: 3, lastError: 'disk full' });
    const { history, ...work } = await get(`/api/ops/work/${id}`);
    expect(work).toMatchObject({ owner: 'organization', finishedAt: null });
    expect(history.map((step: { what: string }) => step.what)).toEqual([
      'requested',
      'attempt retried',
      'attempt failed',
      'retry requested',
    ]);
    expect(history[1]).toMatchObject({ attempt: 1, error: 'worker_lost' });
    expect(history[2]).toMatchObject({ attempt: 2, error: 'disk full' });
    expect(history[3].principal).toMatch(/^api-key:/);
    await post(`/api/ops/work/${id}/cancel`);
    const cancelled = await get(`/api/ops/work/${id}`);
    expect(
      cancelled.history
        .map((step: { what: string }) => step.what)
        .slice(-2)
        .sort(),
    ).toEqual(['cancel requested', 'cancelled']);
  });

  it('is retried only when that means something', async () => {
    const running = await request('mail', { key: 'one' });
    await claim(running);
    const refused = await post(`/api/ops/work/${running}/retry`);
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'invalid_transition', state: 'RUNNING' },
    });
    const waiting = await request('mail', { key: 'two', dueAt: new Date(Date.now() + 3_600_000) });
    const hastened = await post(`/api/ops/work/${waiting}/retry`);
    expect(hastened.json).toMatchObject({ state: 'QUEUED', attempt: 1 });
    expect(Date.parse(hastened.json.availableAt)).toBeLessThanOrEqual(Date.now());
    const failed = await request('housekeeping', { key: 'three' });
    await fail(failed, 'x');
    await request('housekeeping', { key: 'three' });
    const overtaken = await post(`/api/ops/work/${failed}/retry`);
    expect(overtaken.status).toBe(409);
    expect(overtaken.json.detail).toMatch(/Newer work with the key 'three'/);
    expect((await post(`/api/ops/work/${failed}/cancel`)).status).toBe(409);
    expect((await post(`/api/ops/work/${newId()}/retry`)).status).toBe(404);
    expect((await post('/api/ops/work/x/cancel')).status).toBe(404);
  });

  it('that was cancelled before anybody had it keeps the number of its attempt', async () => {
    const id = await request('housekeeping');
    await post(`/api/ops/work/${id}/cancel`);
    expect((await post(`/api/ops/work/${id}/retry`)).json).toMatchObject({
      state: 'QUEUED',
      attempt: 1,
    });
  });

  it('of the installation is for keys of the first organization, which runs it', async () => {
    const id = await request('housekeeping', { own: false });
    const organizationId = await api.newOrganization('second');
    const other = (await api.newKey('organization', { organizationId })).text;
    expect(await get(`/api/ops/work/${id}`)).toMatchObject({ owner: 'installation' });
    expect((await get(`/api/ops/work/${id}`, other)).code).toBe('not_found');
    expect((await get('/api/ops/work', other)).work).toEqual([]);
    expect((await post(`/api/ops/work/${id}/cancel`, other)).status).toBe(404);
    expect((await post(`/api/ops/work/${id}/cancel`)).json.state).toBe('CANCELLED');
  });
});

describe('a contract test', () => {
  const put = () =>
    api.send('PUT', '/api/datacontracts/orders', {
      body: contract('orders', {
        servers: [{ server: 's', type: 'local', path: 'x.csv', format: 'csv' }],
      }),
    });
  const start = async (): Promise<{ runId: string; workId: string }> => {
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await put();
    const { json } = await api.send('POST', '/api/datacontracts/orders/test', {
      headers: { prefer: 'respond-async' },
    });
    const { work } = await get('/api/ops/work?kind=contract-tests');
    return { runId: json.id, workId: work[0].id };
  };

  it('that an operator cancels before it begins has ended, also for those who ask for the run', async () => {
    const { runId, workId } = await start();
    expect((await post(`/api/ops/work/${workId}/cancel`)).json.state).toBe('CANCELLED');
    expect(await get(`/api/test-runs/${runId}`)).toMatchObject({ state: 'CANCELLED' });
    expect((await post(`/api/ops/work/${workId}/cancel`)).status).toBe(200);
  });

  it('that failed is done anew when an operator retries it; the first result stays', async () => {
    const { runId, workId } = await start();
    await fail(workId, 'worker_lost');
    const before = await get(`/api/test-runs/${runId}`);
    expect(before).toMatchObject({ state: 'FAILED', error: 'worker_lost' });
    await post(`/api/ops/work/${workId}/retry`);
    expect(await get(`/api/test-runs/${runId}`)).toMatchObject({
      state: 'QUEUED',
      testResultId: null,
    });
    const workers = startWorkers(api);
    const after = await until('it is done', async () => {
      const run = await get(`/api/test-runs/${runId}`);
      return run.state === 'DONE' && run;
    });
    await workers.stop();
    expect(after.testResultId).not.toBe(before.testResultId);
    expect(await get('/api/test-results?dataContractId=orders')).toHaveLength(2);
    expect((await get(`/api/test-results/${before.testResultId}`)).result).toBe('error');
  });
});

describe('GET /api/ops/overview', () => {
  const worker = { role: 'worker', host: 'h', pid: 1, kinds: workKinds } as const;
  const clock = { role: 'clock', host: 'h', pid: 2, kinds: [] } as const;
  const codes = async (): Promise<string[]> =>
    (await get('/api/ops/overview')).needs.map((need: { code: string }) => need.code);

  it('is empty when all is well', async () => {
    await upsertProcess(api.database.knex, { id: newId(), ...worker }, '[]');
    await upsertProcess(api.database.knex, { id: newId(), ...clock }, '[]');
    const overview = await get('/api/ops/overview');
    expect(overview).toMatchObject({
      status: 'ok',
      needs: [],
      lag: { dispatchSeconds: 0, oldestDueSeconds: 0, feedSeconds: 0 },
    });
    expect(overview.processes.map(({ role, alive }: any) => `${role} ${alive}`)).toEqual([
      'clock true',
      'worker true',
    ]);
  });

  it('names processes that are missing or vanished', async () => {
    const id = newId();
    await upsertProcess(api.database.knex, { id, ...worker }, '[]');
    expect(await codes()).toEqual(['no_process']);
    await api.database
      .knex('processes')
      .where({ id })
      .update({ seen_at: new Date(Date.now() - 60_000) });
    expect((await codes()).sort()).toEqual(['no_process', 'no_process', 'process_lost']);
    expect((await get('/api/ops/overview')).status).toBe('critical');
  });

  it('names the machine of a living process whose clock is far off, to the operator only', async () => {
    const { knex } = api.database;
    const fast = { id: newId(), ...worker, host: 'fast-host' };
    await upsertProcess(knex, fast, '[]', 7_200_000);
    await upsertProcess(knex, { id: newId(), ...clock }, '[]', -4_000);
    const { needs } = await get('/api/ops/overview');
    expect(needs).toMatchObject([
      { code: 'clock_skewed', message: expect.stringContaining('7200.0 s ahead of Postgres') },
    ]);
    expect(needs[0].message).toContain('the worker fast-host:');
    const { text } = await api.send('GET', '/metrics');
    expect(text).toContain('concordat_clock_skew_seconds{role="worker"} 7200');
    await upsertProcess(knex, fast, '[]', 0);
    expect(await codes()).toEqual([]);
  });

  it('names late dispatch, lost leases, failures, a late feed, and kinds that nobody does', async () => {
    const { knex } = api.database;
    await upsertProcess(knex, { id: newId(), ...worker, kinds: ['mail'] }, '[]');
    await upsertProcess(knex, { id: newId(), ...clock }, '[]');
    const old = new Date(Date.now() - 60_000);
    const late = await request('mail', { dueAt: old });
    expect(await codes()).toEqual(['dispatch_late']);
    await knex('work').where({ id: late }).update({ dispatched_at: old });
    expect(await codes()).toEqual(['work_unclaimed']);
    const claimed = await claim(late);
    await knex('work').where({ id: late }).update({ lease_until: old });
    expect(await codes()).toEqual(['leases_expired']);
    await transact(api.database, (tx) =>
      retryWork(tx, claimed, { waitMs: 60_000, error: 'worker_lost' }),
    );
    expect(await codes()).toEqual(['leases_lost']);
    await fail(await request('housekeeping'), 'disk full');
    const failed = (await get('/api/ops/overview')).needs.find(
      (need: { code: string }) => need.code === 'work_failed',
    );
    expect(failed.message).toContain('disk full');
    await knex('work').where({ id: late }).update({ attempt: 9 });
    expect(await codes()).toContain('work_struggling');
    await request('webhooks', { dueAt: old });
    expect(await codes()).toContain('kind_without_worker');
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await knex('events').update({ at: old });
    expect(await codes()).toContain('feed_late');
  });
});

describe('/metrics', () => {
  let presence: Presence | undefined;
  afterEach(() => presence?.stop());

  const read = async () => {
    const answer = await api.send('GET', '/metrics');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const samples = readExposition(answer.text);
    return (name: string, wanted: Record<string, string> = {}) =>
      samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(wanted).every(([label, text]) => sample.labels[label] === text),
      );
  };

  it('can be parsed, and has requests by route, the pool, work, lags and the event loop', async () => {
    await api.send('GET', '/api/teams/x');
    await api.send('GET', '/nowhere/at/all');
    await request('mail', { dueAt: new Date(Date.now() - 60_000) });
    const find = await read();
    const requests = 'concordat_http_request_duration_seconds_count';
    const team404 = { method: 'GET', route: '/api/teams/:id', status: '404', role: 'api' };
    expect(find(requests, team404)?.value).toBe(1);
    expect(find(requests, { route: 'unrouted' })?.labels).toMatchObject({ status: '404' });
    expect(find('concordat_work', { kind: 'mail', state: 'QUEUED' })?.value).toBe(1);
    expect(find('concordat_work', { kind: 'webhooks', state: 'FAILED' })?.value).toBe(0);
    for (const lag of ['concordat_work_oldest_due_seconds', 'concordat_dispatch_lag_seconds'])
      expect(find(lag, { kind: 'mail' })?.value).toBeGreaterThan(59);
    expect(find('concordat_feed_lag_seconds')?.value).toBe(0);
    const open = ['used', 'free'].map((state) => find('concordat_database_connections', { state }));
    expect(open.reduce((sum, sample) => sum + (sample?.value ?? NaN), 0)).toBeGreaterThan(0);
    expect(find('concordat_processes', { role: 'worker', alive: 'true' })?.value).toBe(0);
    expect(find('concordat_event_loop_delay_seconds_bucket', { role: 'api' })).toBeDefined();
  });

  it('shows what workers have measured', async () => {
    const metrics = createProcessMetrics('worker');
    const durations = metrics.histogram({
      name: 'concordat_job_duration_seconds',
      help: 'x',
      labels: ['kind', 'name', 'outcome'],
      buckets: [1],
    });
    durations.observe({ kind: 'mail', name: 'send', outcome: 'done' }, 0.5);
    presence = startPresence({ database: api.database, role: 'worker', metrics, log: quietLog });
    const seconds = await until('the worker has said so', async () =>
      (await read())('concordat_job_duration_seconds_sum', { kind: 'mail' }),
    );
    expect(seconds.value).toBe(0.5);
    const process_ = `${hostname()}:${process.pid}`;
    expect(seconds.labels).toMatchObject({ outcome: 'done', role: 'worker', process: process_ });
    const { version } = (await get('/api/ops/system')) as { version: string };
    expect((await get('/api/ops/overview')).processes).toMatchObject([{ role: 'worker', version }]);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    await presence.stop();
    presence = undefined;
    expect((await read())('concordat_job_duration_seconds_sum')).toBeUndefined();
  });
});

it('tells other organizations nothing of the installation and of each other', async () => {
  const organizationId = await api.newOrganization('second');
  const other = (await api.newKey('organization', { organizationId })).text;
  await fail(await request('housekeeping'), 'theirs alone');
  const process = { role: 'worker', host: 'secret-host', pid: 1, kinds: workKinds } as const;
  await upsertProcess(api.database.knex, { id: newId(), ...process }, '[]');
  await api.database.knex('processes').update({ seen_at: new Date(Date.now() - 60_000) });
  const overview = await api.send('GET', '/api/ops/overview', { key: other });
  expect(overview.text).not.toMatch(/theirs alone|secret-host/);
  expect(overview.json).toMatchObject({ status: 'critical', processes: [] });
  const { kinds } = await get('/api/ops/work', other);
  expect(kinds.every((kind: { failed: number }) => kind.failed === 0)).toBe(true);
  const metrics = await api.send('GET', '/metrics', { key: other });
  expect(metrics).toMatchObject({ status: 403, json: { code: 'permission_denied' } });
});

it('is for keys of the whole organization; reading ones may look', async () => {
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const id = await request('mail');
  const reader = (await api.newKey('organization_read')).text;
  const teamKey = (await api.newKey('team', { teamId: 'checkout' })).text;
  const paths = ['/api/ops/work', `/api/ops/work/${id}`, '/api/ops/overview', '/metrics'];
  for (const path of paths) {
    expect(`${path} ${(await api.send('GET', path, { key: reader })).status}`).toBe(`${path} 200`);
    expect(`${path} ${(await api.send('GET', path, { key: teamKey })).status}`).toBe(`${path} 403`);
    expect((await api.send('GET', path, { key: null })).status).toBe(403);
  }
  for (const verb of ['retry', 'cancel'])
    expect((await post(`/api/ops/work/${id}/${verb}`, reader)).status).toBe(403);
});
