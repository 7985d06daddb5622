import { runWave } from '../../../commands/work/run-wave.ts';
import { deleteOldBatches, lockOpenBatch } from '../../../db/tables/work/batches.ts';
import { claimWork } from '../../../db/tables/work/claims.ts';
import { transact } from '../../../db/transact.ts';
import { newId } from '../../../lib/ids.ts';
import { systemClock } from '../../../lib/clock.ts';
import { startBatchRunner } from '../../../workers/batch-runner.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { captureLog } from '../../support/everything.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

type Work = { kind?: string; state?: string; key?: string; own?: boolean; error?: string };

async function store({ kind = 'mail', state = 'FAILED', key, own = true, error }: Work = {}) {
  const id = newId();
  await api.database.knex('work').insert({
    id,
    organization_id: own ? api.organizationId : null,
    kind,
    job: 'x',
    key: key ?? id,
    payload: '{}',
    state,
    available_at: new Date(),
    created_at: new Date(),
    last_error: error ?? (state === 'FAILED' ? 'no route to host' : null),
    finished_at: state === 'QUEUED' || state === 'RUNNING' ? null : new Date(),
    lease_until: state === 'RUNNING' ? new Date(Date.now() + 60_000) : null,
  });
  return id;
}

/** Stores so many pieces of failed work at once. */
async function storeMany(count: number): Promise<void> {
  await api.database.knex.raw(
    `insert into work (id, organization_id, kind, job, key, payload, state, available_at, created_at, finished_at, last_error)
     select gen_random_uuid(), ?, 'webhooks', 'x', n::text, '{}', 'FAILED', now(), now(), now(), 'refused'
     from generate_series(1, ?) n`,
    [api.organizationId, count],
  );
}

const act = (action: string, filter: object, expectedCount: unknown, key?: string) =>
  api.send('POST', `/api/ops/work/${action}`, {
    body: { filter, expectedCount },
    ...(key && { key }),
  });
const states = () => api.database.knex('work').orderBy('id').pluck<string[]>('state');

describe('POST /api/ops/work/retry', () => {
  it('retries exactly what the filter chooses, and reports each piece', async () => {
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders') });
    const chosen = [await store(), await store()];
    await api.database.knex('work').where({ id: chosen[0] }).update({ subject_id: 'orders' });
    const others = [await store({ kind: 'webhooks' }), await store({ state: 'DONE' })];
    const filter = { kind: 'mail', state: 'FAILED', error: 'NO ROUTE' };
    const answer = await act('retry', filter, 2);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      action: 'retry',
      filter,
      total: 2,
      counts: { waiting: 0, done: 2, refused: 0, failed: 0 },
      requestedBy: expect.stringMatching(/^api-key:/),
      requestedByName: expect.any(String),
    });
    expect(answer.json.rows.map(({ workId }: { workId: string }) => workId)).toEqual(chosen);
    expect(answer.json.rows[0]).toMatchObject({
      outcome: 'done',
      state: 'QUEUED',
      subjectId: 'orders',
      subjectName: expect.stringMatching(/./),
    });
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'FAILED', 'DONE']);
    const { history } = (await api.send('GET', `/api/ops/work/${chosen[1]}`)).json;
    expect(history.at(-1)).toMatchObject({ what: 'retry requested' });
    expect((await api.send('GET', `/api/ops/work/${others[0]}`)).json.history).toHaveLength(2);
  });

  it('retries exactly the pieces that it names, and none of others', async () => {
    const ids = [await store(), await store({ state: 'CANCELLED' })];
    const left = [await store(), await store({ state: 'DONE' })];
    expect((await act('retry', { ids }, 2)).json.counts.done).toBe(2);
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'FAILED', 'DONE']);
    expect(await act('retry', { ids: left, state: 'FAILED' }, 2)).toMatchObject({ status: 409 });
    const wrong = [{ ids: [] }, { ids: ['x'] }, { ids: [newId(), 4] }, {}];
    for (const filter of wrong) expect((await act('retry', filter, 1)).status).toBe(422);
  });

  it('changes nothing if another number matches, and says which', async () => {
    await store();
    await store();
    for (const expected of [1, 3]) {
      const refused = await act('retry', { state: 'FAILED' }, expected);
      expect(refused).toMatchObject({
        status: 409,
        json: { code: 'concurrent_change', count: 2 },
      });
      expect(refused.json.detail).toContain('expectedCount=2');
    }
    expect(await states()).toEqual(['FAILED', 'FAILED']);
    expect((await api.send('GET', '/api/ops/work-batches')).json).toEqual([]);
    expect(await api.database.knex('work_batch_rows')).toEqual([]);
  });

  it('refuses pieces whose state does not allow it, and goes on with the others', async () => {
    await store({ key: 'same' });
    await store({ key: 'same' });
    await store({ key: 'other' });
    const { json } = await act('retry', { state: 'FAILED' }, 3);
    expect(json.counts).toEqual({ waiting: 0, done: 2, refused: 1, failed: 0 });
    const refused = await api.send('GET', `/api/ops/work-batches/${json.id}?outcome=refused`);
    expect(refused.json.rows).toHaveLength(1);
    expect(refused.json.rows[0].reason).toContain("Newer work with the key 'same'");
    expect((await states()).sort()).toEqual(['FAILED', 'QUEUED', 'QUEUED']);
  });

  describe('with a piece that meets an unexpected error', () => {
    const lines = captureLog();

    it('goes on with the others, and the log has the cause', async () => {
      const broken = await store({ kind: 'contract-tests' });
      await api.database.knex('work').where({ id: broken }).update({ payload: 'null' });
      await store();
      const { json, text } = await act('retry', { state: 'FAILED' }, 2);
      expect(json.counts).toEqual({ waiting: 0, done: 1, refused: 0, failed: 1 });
      expect(text).not.toContain('TypeError');
      const logged = lines.filter((line) => line.includes(broken) && line.includes('"level":50'));
      expect(logged).toEqual([expect.stringContaining('TypeError')]);
    });
  });

  it('refuses what is wrong with the filter and the count', async () => {
    await store();
    const wrong: [object, unknown][] = [
      [{}, 1],
      [{ state: 'DONE' }, 1],
      [{ state: 'RUNNING' }, 1],
      [{ state: 'FAILED', kind: 'nothing' }, 1],
      [{ state: 'FAILED', unknown: 'x' }, 1],
      [{ state: 'FAILED' }, 0],
      [{ state: 'FAILED' }, 100_001],
      [{ state: 'FAILED' }, undefined],
    ];
    for (const [filter, count] of wrong)
      expect((await act('retry', filter, count)).status).toBe(422);
    const badTime = await act('retry', { state: 'FAILED', from: 'yesterday' }, 1);
    expect(badTime.status).toBe(400);
    expect(await states()).toEqual(['FAILED']);
  });
});

describe('POST /api/ops/work/cancel', () => {
  it('cancels waiting work only, not what has started meanwhile', async () => {
    const ids = [await store({ state: 'QUEUED' }), await store({ state: 'QUEUED' })];
    const limits = { maxAttempts: 2, leaseMs: 60_000, timeoutMs: 60_000 };
    const dry = await api.send('POST', '/api/ops/work/cancel?dryRun=true', {
      body: { filter: { state: 'QUEUED' }, expectedCount: 2 },
    });
    expect(dry.status).toBe(200);
    expect(await states()).toEqual(['QUEUED', 'QUEUED']);
    await claimWork(api.database.knex, { id: ids[1] ?? '', attempt: 1 }, limits);
    expect((await act('cancel', { state: 'QUEUED' }, 2)).json).toMatchObject({ count: 1 });
    expect((await act('cancel', { state: 'QUEUED' }, 1)).json.counts.done).toBe(1);
    expect(await states()).toEqual(['CANCELLED', 'RUNNING']);
    expect((await act('cancel', { state: 'RUNNING' }, 1)).json.counts.done).toBe(1);
    const row = await api.database.knex('work').where({ id: ids[1] }).first();
    expect(row.cancel_requested_at).not.toBeNull();
  });
});

describe('a large batch', () => {
  it('is handled in waves by clocks, two at a time, each piece once', async () => {
    await storeMany(1_250);
    const started = await act('retry', { state: 'FAILED' }, 1_250);
    expect(started.status).toBe(202);
    expect(started.json).toMatchObject({ endedAt: null, counts: { waiting: 1_150, done: 100 } });
    const { database } = api;
    const runners = [1, 2].map(() =>
      startBatchRunner({ database, clock: systemClock, log: quietLog }),
    );
    const path = `/api/ops/work-batches/${started.json.id}`;
    const ended = await until('the batch has ended', async () => {
      const { json } = await api.send('GET', path);
      return json.endedAt !== null && json;
    });
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(ended.counts).toEqual({ waiting: 0, done: 1_250, refused: 0, failed: 0 });
    expect(new Set(await states())).toEqual(new Set(['QUEUED']));
    const events = await database
      .knex('events')
      .where({ type: 'WorkRetryRequested' })
      .pluck('subject_id');
    expect(new Set(events).size).toBe(1_250);
    expect(events).toHaveLength(1_250);
    const page = await api.send('GET', `${path}?size=1000&outcome=done`);
    expect(page.json.rows).toHaveLength(1_000);
    expect(page.headers.get('link')).toContain('rel="next"');
  });

  it('leaves work that another transaction holds for a later wave, and does not wait for it', async () => {
    const held = await store();
    await store();
    const batchId = await transact(api.database, async (holder) => {
      await holder('work').where({ id: held }).forUpdate();
      const { json, status } = await act('retry', { state: 'FAILED' }, 2);
      expect(status).toBe(202);
      expect(json.counts).toEqual({ waiting: 1, done: 1, refused: 0, failed: 0 });
      const end = await transact(api.database, async (tx) => {
        const batch = await lockOpenBatch(tx);
        return batch && runWave(tx, batch, { now: new Date(), log: quietLog });
      });
      expect(end).toBe('held');
      return json.id;
    });
    await api.database.knex('work').where({ id: held }).delete();
    await transact(api.database, async (tx) => {
      const batch = await lockOpenBatch(tx);
      expect(batch && (await runWave(tx, batch, { now: new Date(), log: quietLog }))).toBe('ended');
    });
    const { json } = await api.send('GET', `/api/ops/work-batches/${batchId}?outcome=refused`);
    expect(json.rows).toMatchObject([
      { workId: held, kind: null, reason: 'The work was deleted meanwhile.' },
    ]);
  });

  it('can be stopped, twice; the rest stays as it is', async () => {
    await storeMany(150);
    const { id } = (await act('retry', { state: 'FAILED' }, 150)).json;
    for (let n = 0; n < 2; n++) {
      const stopped = await api.send('POST', `/api/ops/work-batches/${id}/stop`);
      expect(stopped.json).toMatchObject({ counts: { waiting: 50, done: 100 } });
      expect(stopped.json.stoppedAt).toEqual(expect.any(String));
    }
    expect(await transact(api.database, (tx) => lockOpenBatch(tx))).toBeUndefined();
    expect((await states()).filter((state) => state === 'FAILED')).toHaveLength(50);
  });

  it('is forgotten with its pieces once it has ended long ago, and not before it has ended', async () => {
    await storeMany(150);
    await act('retry', { state: 'FAILED' }, 150);
    await store({ kind: 'mail' });
    await act('retry', { state: 'FAILED', kind: 'mail' }, 1);
    const { knex } = api.database;
    const inAnHour = new Date(Date.now() + 3_600_000);
    expect(await transact(api.database, (tx) => deleteOldBatches(tx, new Date(0), 5))).toBe(0);
    expect(await transact(api.database, (tx) => deleteOldBatches(tx, inAnHour, 5))).toBe(1);
    expect(await knex('work_batch_rows').where({ outcome: 'waiting' })).toHaveLength(50);
    expect(await knex('work_batch_rows')).toHaveLength(150);
  });

  it('of 100,000 pieces is chosen and counted at once, and one piece more is refused', async () => {
    await storeMany(100_000);
    await api.database.knex.raw('analyze work');
    const { states: counts } = (await api.send('GET', '/api/ops/work?kind=webhooks&size=1')).json;
    expect(counts).toMatchObject({ FAILED: 100_000, QUEUED: 0 });
    const started = await act('retry', { state: 'FAILED' }, 100_000);
    expect(started.status).toBe(202);
    expect(started.json).toMatchObject({ total: 100_000, counts: { done: 100 } });
    await storeMany(101);
    const refused = await act('retry', { state: 'FAILED' }, 100_000);
    expect(refused).toMatchObject({ status: 409, json: { code: 'limit_reached' } });
  }, 60_000);
});

it('is for organization-wide keys, each for its own work', async () => {
  await store({ own: false });
  const organizationId = await api.newOrganization('second');
  const other = (await api.newKey('organization', { organizationId })).text;
  expect((await act('retry', { state: 'FAILED' }, 1, other)).json).toMatchObject({ count: 0 });
  const reader = (await api.newKey('organization_read')).text;
  expect((await act('retry', { state: 'FAILED' }, 1, reader)).status).toBe(403);
  const { id } = (await act('retry', { state: 'FAILED' }, 1)).json;
  for (const path of [`/api/ops/work-batches/${id}`, '/api/ops/work-batches/x'])
    expect((await api.send('GET', path, { key: other })).status).toBe(404);
  expect((await api.send('GET', '/api/ops/work-batches')).json).toHaveLength(1);
  expect((await api.send('GET', '/api/ops/work-batches', { key: other })).json).toEqual([]);
});
