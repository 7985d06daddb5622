import { cancelWork, requestWork } from '../../../db/tables/work/work.ts';
import { claimWork } from '../../../db/tables/work/claims.ts';
import type { ClaimedWork } from '../../../db/tables/work/claims.ts';
import { transact } from '../../../db/transact.ts';
import type { Job } from '../../../jobs/define-job.ts';
import { pause, systemClock } from '../../../lib/clock.ts';
import { startSweeper, sweepExpired } from '../../../workers/sweeper.ts';
import { listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench, policy } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

const job = scriptedJob('quick', 'mail');
const poison: Job = {
  ...scriptedJob('poison', 'mail'),
  giveUp: () => Promise.reject(new Error('cannot give up')),
};
let bench: Workbench;

beforeEach(async () => {
  bench = await createWorkbench();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await bench.close();
});

const sweep = () => sweepExpired(options());
const options = () => ({
  database: bench.database,
  jobs: async () => [job, poison],
  leaseMs: 400,
  clock: systemClock,
  log: quietLog,
});
const effectsOf = async (id: string) =>
  (await listEffects(bench.database.knex, id)).map(({ what }) => what);

/** A worker that claims the work and is never heard of again. */
async function claimAndDie(id: string, maxAttempts = 2): Promise<ClaimedWork> {
  const { attempt } = await bench.row(id);
  const limits = { maxAttempts, leaseMs: 2_000, timeoutMs: 60_000 };
  const work = await claimWork(bench.database.knex, { id, attempt }, limits);
  if (!work) throw new Error('not claimed');
  await bench.expireLease(id);
  return work;
}

test('a lease that holds is left alone, one that ran out puts the work back', async () => {
  const alive = await bench.request(job);
  const dead = await bench.request(job);
  const limits = { maxAttempts: 2, leaseMs: 60_000, timeoutMs: 60_000 };
  await claimWork(bench.database.knex, { id: alive, attempt: 1 }, limits);
  await claimAndDie(dead);
  await sweep();
  expect(await bench.row(alive)).toMatchObject({ state: 'RUNNING', attempt: 1 });
  expect(await bench.row(dead)).toMatchObject({
    state: 'QUEUED',
    attempt: 2,
    lease_until: null,
    dispatched_at: null,
    last_error: 'worker_lost',
  });
  expect(await effectsOf(dead)).toEqual([]);
});

test('put back, the work is done by another', async () => {
  const id = await bench.request(job);
  await claimAndDie(id);
  await bench.startDispatcher();
  bench.startWorker([job]);
  const sweeper = startSweeper(options());
  expect(await bench.untilState(id, 'DONE')).toMatchObject({ attempt: 2, fence: 2 });
  expect(await effectsOf(id)).toEqual(['done']);
  await sweeper.stop();
});

test('the last attempt fails as worker_lost, and its job gives up once', async () => {
  const id = await bench.request(job);
  await claimAndDie(id, 1);
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(await bench.row(id)).toMatchObject({ state: 'FAILED', last_error: 'worker_lost' });
  expect(await effectsOf(id)).toEqual(['gave up: FAILED worker_lost']);
});

test('cancelled work of a dead worker ends cancelled', async () => {
  const id = await bench.request(job);
  await claimAndDie(id);
  await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, id));
  await sweep();
  expect(await bench.row(id)).toMatchObject({ state: 'CANCELLED', last_error: 'cancelled' });
  expect(await effectsOf(id)).toEqual(['gave up: CANCELLED cancelled']);
});

test('an attempt that overran its deadline by far is taken from a worker that still beats', async () => {
  const id = await bench.request(job);
  const limits = { maxAttempts: 2, leaseMs: 60_000, timeoutMs: 60_000 };
  await claimWork(bench.database.knex, { id, attempt: 1 }, limits);
  await bench.database.knex.raw(
    `update work set deadline_at = clock_timestamp() - interval '31 seconds' where id = ?`,
    [id],
  );
  await sweep();
  expect(await bench.row(id)).toMatchObject({ state: 'QUEUED', attempt: 2 });
});

test('work that cannot be given up does not hold up the others', async () => {
  const first = await bench.request(poison);
  await claimAndDie(first, 1);
  const second = await bench.request(job);
  await claimAndDie(second, 1);
  await expect(sweep()).rejects.toThrow('cannot give up');
  expect(await bench.row(first)).toMatchObject({ state: 'RUNNING' });
  expect(await bench.row(second)).toMatchObject({ state: 'FAILED' });
});

test('a payload that does not fit ends as worker_lost without its job', async () => {
  const id = await bench.request(job, '', { payload: { wrong: true } });
  await claimAndDie(id, 1);
  await sweep();
  expect(await bench.row(id)).toMatchObject({ state: 'FAILED', last_error: 'worker_lost' });
  expect(await effectsOf(id)).toEqual([]);
});

describe('when the same was requested anew while an attempt ran', () => {
  const later = new Date(Date.now() + 3_600_000);

  test('the lost attempt is superseded, and the new work is done as early', async () => {
    const old = await bench.request(job, 'old', { key: 'same' });
    await claimAndDie(old);
    const newer = await bench.request(job, 'new', { key: 'same', dueAt: later });
    expect(newer).not.toBe(old);
    await sweep();
    const row = await bench.row(old);
    expect(row.state).toBe('CANCELLED');
    expect(row.last_error).toContain('superseded');
    expect(await effectsOf(old)).toEqual([expect.stringContaining('gave up: CANCELLED')]);
    const { available_at: dueAt, ...other } = await bench.row(newer);
    expect(other).toMatchObject({ state: 'QUEUED', attempt: 1, dispatched_at: null });
    expect(dueAt.getTime()).toBeLessThanOrEqual(Date.now());
    await bench.startDispatcher();
    bench.startWorker([job]);
    await bench.untilState(newer, 'DONE');
    expect(await effectsOf(newer)).toEqual(['new']);
  });

  test.each([
    ['before it ends', 0],
    ['in the moment in which it is put back', 700],
  ])('so is an attempt that fails: %s', async (_when, openMs) => {
    policy('mail', { backoffMs: () => 0 });
    let requesting: Promise<unknown> = Promise.resolve();
    const failing = scriptedJob('failing', 'mail', async ({ work, database, clock }, text) => {
      if (text === 'new') return () => Promise.resolve();
      const request = {
        organizationId: work.organizationId,
        kind: 'mail' as const,
        job: 'failing',
        key: work.key,
        payload: { text: 'new' },
        dueAt: later,
        now: clock.now(),
      };
      await new Promise<void>((resolve, reject) => {
        requesting = transact(database, async (tx) => {
          await requestWork(tx, request);
          if (openMs > 0) resolve();
          await pause(openMs);
        });
        requesting.then(() => resolve(), reject);
      });
      throw new Error('no luck');
    });
    await bench.startDispatcher();
    bench.startWorker([failing], { leaseMs: 30_000 });
    const old = await bench.request(failing, 'old', { key: 'same' });
    const row = await bench.untilState(old, 'CANCELLED');
    await requesting;
    expect(row.last_error).toContain('no luck');
    const newer = await bench.database
      .knex('work')
      .where({ key: 'same' })
      .whereNot({ id: old })
      .first<{ id: string }>('id');
    await bench.untilState(newer.id, 'DONE');
  });

  test('so is a lost attempt in the moment in which it is put back, and the pass does not fail', async () => {
    const old = await bench.request(job, 'old', { key: 'same' });
    await claimAndDie(old);
    let sweeping: Promise<boolean> | undefined;
    await transact(bench.database, async (tx) => {
      await requestWork(tx, {
        organizationId: bench.organizationId,
        kind: 'mail',
        job: 'quick',
        key: 'same',
        payload: { text: 'new' },
        dueAt: later,
        now: new Date(),
      });
      sweeping = sweep();
      sweeping.catch(() => undefined);
      await until('the sweeper waits for the request', async () => {
        const { rows } = await bench.database.knex.raw<{ rows: unknown[] }>(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length === 1;
      });
    });
    expect(await sweeping).toBe(true);
    expect(await bench.row(old)).toMatchObject({ state: 'RUNNING' });
    expect(await sweep()).toBe(false);
    const row = await bench.row(old);
    expect(row).toMatchObject({ state: 'CANCELLED' });
    expect(row.last_error).toContain('superseded');
  });

  test('another organization with the same key is another matter', async () => {
    const old = await bench.request(job, 'old', { key: 'same' });
    await claimAndDie(old);
    await transact(bench.database, (tx) =>
      requestWork(tx, {
        organizationId: undefined,
        kind: 'mail',
        job: 'quick',
        key: 'same',
        payload: { text: 'x' },
        dueAt: later,
        now: new Date(),
      }),
    );
    await sweep();
    expect(await bench.row(old)).toMatchObject({ state: 'QUEUED', attempt: 2 });
  });
});
