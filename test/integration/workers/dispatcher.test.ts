import { requestWork } from '../../../db/tables/work/work.ts';
import { claimWork, retryWork } from '../../../db/tables/work/claims.ts';
import { listDueWork, markDispatched } from '../../../db/tables/work/dispatch.ts';
import { transact } from '../../../db/transact.ts';
import { openQueues } from '../../../workers/queues.ts';
import type { Queues } from '../../../workers/queues.ts';
import { listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { openTcpProxy } from '../../support/chaos/tcp-proxy.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

const job = scriptedJob('quick', 'code-generation');
let bench: Workbench;

beforeEach(async () => {
  bench = await createWorkbench();
});
afterEach(() => bench.close());

const entry = (id: string, attempt = 1) =>
  `{concordat}:code-generation:code-generation-${id}-${attempt}`;
const isRung = async (id: string) => (await bench.redis.redis.exists(entry(id))) === 1;
const effectsOf = async (id: string) => (await listEffects(bench.database.knex, id)).length;
const due = () => listDueWork(bench.database.knex, 100);

async function withQueues(use: (queues: Queues) => Promise<void>): Promise<void> {
  const queues = openQueues(bench.redis.url, quietLog);
  await queues.reached(2_000);
  await use(queues);
  await queues.close();
}

test('a crash between ringing and marking rings again and has no second effect', async () => {
  const ids = await Promise.all([bench.request(job), bench.request(job), bench.request(job)]);
  await withQueues(async (crashed) => {
    await crashed.notify(await due());
    expect(await Promise.all(ids.map(isRung))).toEqual([true, true, true]);
    expect((await due()).map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  await bench.startDispatcher();
  await until('all are marked', async () => (await due()).length === 0);
  bench.startWorker([job]);
  for (const id of ids) await bench.untilState(id, 'DONE');
  // A second crashed one, whose entries come when all is over.
  await withQueues((late) =>
    late.notify(ids.map((id) => ({ id, kind: 'code-generation', attempt: 1 }))),
  );
  await bench.untilState(await bench.request(job), 'DONE');
  expect(await Promise.all(ids.map(effectsOf))).toEqual([1, 1, 1]);
});

test('an attempt that nobody claimed is rung again', async () => {
  const id = await bench.request(job);
  await withQueues((queues) => queues.markEpoch());
  await markDispatched(bench.database.knex, await due());
  await bench.database.knex('work').update({ dispatched_at: new Date(Date.now() - 31_000) });
  bench.startWorker([job]);
  await bench.startDispatcher();
  expect(await bench.untilState(id, 'DONE')).toMatchObject({ attempt: 1, fence: 1 });
});

test('an attempt that was rung a moment ago is not rung again', async () => {
  const id = await bench.request(job);
  await withQueues((queues) => queues.markEpoch());
  await markDispatched(bench.database.knex, await due());
  await bench.startDispatcher();
  const other = await bench.request(job, 'other');
  await until('the other is rung', () => isRung(other));
  expect(await isRung(id)).toBe(false);
});

test('after Redis lost everything, all that waits is rung again', async () => {
  const ids: string[] = [];
  // More than one batch of the dispatcher; not all at once, for whom the pool has no connection in time is refused.
  while (ids.length < 700) {
    const some = Array.from({ length: 50 }, () => bench.request(job));
    ids.push(...(await Promise.all(some)));
  }
  const future = await bench.request(job, 'later', { dueAt: new Date(Date.now() + 3_600_000) });
  await bench.startDispatcher();
  await until('all are rung', async () => (await due()).length === 0);
  // Those that nobody claims for half a minute would be rung again, too.
  const inAnHour = new Date(Date.now() + 3_600_000);
  await bench.database.knex('work').whereIn('id', ids).update({ dispatched_at: inAnHour });
  await bench.redis.redis.flushdb();
  const allRung = () => bench.redis.redis.exists(ids.map((id) => entry(id)));
  await until('all are rung again', async () => (await allRung()) === ids.length);
  expect(await isRung(future)).toBe(false);

  bench.startWorker([job]);
  await bench.redis.redis.flushdb();
  for (const id of ids) await bench.untilState(id, 'DONE');
  expect(await listEffects(bench.database.knex)).toHaveLength(ids.length);
});

test('while Redis is away work is accepted, and it is done when Redis is back', async () => {
  const wire = await openTcpProxy(bench.redis.url);
  const redisUrl = wire.through(bench.redis.url);
  const { stop } = await bench.startDispatcher(redisUrl);
  const worker = bench.startWorker([job], { redisUrl });
  await bench.untilState(await bench.request(job), 'DONE');

  await wire.cut();
  const ids = await Promise.all(Array.from({ length: 20 }, () => bench.request(job)));
  await bench.redis.redis.flushdb();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await due()).length).toBe(ids.length);
  await wire.mend();
  for (const id of ids) await bench.untilState(id, 'DONE');
  expect(await Promise.all(ids.map(effectsOf))).toEqual(ids.map(() => 1));
  await worker.stop();
  await stop();
  await wire.close();
});

test('a dispatcher that starts before its Redis begins when that is there', async () => {
  const wire = await openTcpProxy(bench.redis.url);
  await wire.cut();
  const { stop } = await bench.startDispatcher(wire.through(bench.redis.url));
  const id = await bench.request(job);
  await wire.mend();
  await until('it is rung', () => isRung(id));
  await stop();
  await wire.close();
});

test('work is rung when it is due, and a timer that was moved at its new time', async () => {
  const soon = new Date(Date.now() + 700);
  const later = new Date(Date.now() + 3_600_000);
  const timer = { key: 'timer', dueAt: later };
  const id = await bench.request(job, 'old', timer);
  const other = await bench.request(job, 'soon', { key: 'other', dueAt: soon });
  await bench.startDispatcher();
  bench.startWorker([job]);
  await bench.untilState(other, 'DONE');
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime());
  expect(await bench.row(id)).toMatchObject({ state: 'QUEUED', dispatched_at: null });

  expect(await bench.request(job, 'new', { ...timer, dueAt: new Date() })).toBe(id);
  await bench.untilState(id, 'DONE');
  expect(await listEffects(bench.database.knex, id)).toMatchObject([{ what: 'new' }]);
});

test('a timer that is moved while it is rung is not lost', async () => {
  const id = await bench.request(job, 'first', { key: 'timer' });
  const listed = await due();
  const moved = new Date(Date.now() + 1_200);
  await transact(bench.database, (tx) =>
    requestWork(tx, {
      organizationId: bench.organizationId,
      kind: job.kind,
      job: job.name,
      key: 'timer',
      payload: { text: 'moved' },
      dueAt: moved,
      now: new Date(),
    }),
  );
  // The dispatcher had listed it before, rang, lost Redis with the entry, and marks now.
  await withQueues((queues) => queues.markEpoch());
  await markDispatched(bench.database.knex, listed);
  expect(await bench.row(id)).toMatchObject({ dispatched_at: null });
  bench.startWorker([job]);
  await bench.startDispatcher();
  await bench.untilState(id, 'DONE');
  expect(Date.now()).toBeGreaterThanOrEqual(moved.getTime());
});

test('work that a queue was told of too early waits for its time, and is not tried again and again', async () => {
  const dueAt = new Date(Date.now() + 1_500);
  const id = await bench.request(job, 'early', { dueAt });
  bench.startWorker([job]);
  const { queues } = await bench.startDispatcher();
  const bell = { id, kind: job.kind, attempt: 1, availableAt: dueAt };
  await queues.notify([bell]);
  await markDispatched(bench.database.knex, [bell]);
  await until('it is put back', async () => (await bench.row(id)).dispatched_at === null);
  expect(await bench.row(id)).toMatchObject({ state: 'QUEUED', attempt: 1, fence: 0 });
  await bench.untilState(id, 'DONE');
  expect(await bench.row(id)).toMatchObject({ attempt: 1, fence: 1 });
  expect(Date.now()).toBeGreaterThanOrEqual(dueAt.getTime());
});

test('what a fast machine requests for now, and puts back, is due by the clock of Postgres', async () => {
  const ahead = new Date(Date.now() + 7_200_000);
  const id = await bench.request(job, 'now', { dueAt: ahead, now: ahead });
  expect((await due()).map((work) => work.id)).toEqual([id]);
  const limits = { maxAttempts: 3, leaseMs: 60_000, timeoutMs: 60_000 };
  const work = await claimWork(bench.database.knex, { id, attempt: 1 }, limits);
  if (!work) throw new Error('it is due');
  const next = { waitMs: 600_000, error: 'not now' };
  const before = Date.now();
  await transact(bench.database, (tx) => retryWork(tx, work, next));
  const { available_at: availableAt } = await bench.row(id);
  expect(availableAt.getTime()).toBeGreaterThanOrEqual(before + next.waitMs);
  expect(availableAt.getTime()).toBeLessThanOrEqual(Date.now() + next.waitMs);
  expect(await claimWork(bench.database.knex, { id, attempt: 2 }, limits)).toBeUndefined();
  // A test or a sandbox that has moved time by as much may have it.
  const moved = { ...limits, aheadMs: 660_000 };
  expect(await claimWork(bench.database.knex, { id, attempt: 2 }, moved)).toBeDefined();
});
