import { pauseKind, resumeKind } from '../../../commands/operations/pause-kind.ts';
import { listUnclaimedKinds } from '../../../db/tables/work/leases.ts';
import { transact } from '../../../db/transact.ts';
import type { Principal } from '../../../domain/principal.ts';
import { doIt, leave, listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { until } from '../../support/until.ts';

const quick = scriptedJob('quick', 'code-generation', async (context, text) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return doIt(context, text);
});
const other = scriptedJob('other', 'mail');

let bench: Workbench;
beforeEach(async () => {
  bench = await createWorkbench();
});
afterEach(() => bench.close());

const asked = () => ({
  kind: 'code-generation' as const,
  principal: { organizationId: bench.organizationId, name: 'api-key:x' } as Principal,
  requestId: undefined,
  now: new Date(),
});
const pause = () =>
  transact(bench.database, (tx) => pauseKind(tx, { ...asked(), reason: 'tested' }));
const resume = () => transact(bench.database, (tx) => resumeKind(tx, asked()));

const countIn = async (state: string): Promise<number> => {
  const query = bench.database.knex('work').where({ state, kind: 'code-generation' });
  return Number((await query.count<{ count: string }[]>())[0]?.count);
};

test('pausing and resuming under load, with Redis emptied in between, loses and doubles nothing', async () => {
  await Promise.all([1, 2].map(() => bench.startDispatcher()));
  for (let n = 0; n < 2; n++) bench.startWorker([quick]);
  const ids: string[] = [];
  for (let round = 0; round < 8; round++) {
    const some = await Promise.all(Array.from({ length: 40 }, () => bench.request(quick)));
    ids.push(...some);
    await pause();
    const more = await Promise.all(Array.from({ length: 10 }, () => bench.request(quick)));
    ids.push(...more);
    await until('what runs has ended', async () => (await countIn('RUNNING')) === 0);
    if (round % 2 === 1) await bench.redis.redis.flushdb();
    await resume();
  }
  await until('all work is done', async () => (await countIn('DONE')) === ids.length);
  const effects = (await listEffects(bench.database.knex)).map(({ work_id }) => work_id);
  expect(effects.sort()).toEqual([...ids].sort());
}, 120_000);

test('nothing of a paused kind starts, also with old entries in Redis; the running attempt ends', async () => {
  const finishers: (() => void)[] = [];
  const finishNext = async (): Promise<void> =>
    (await until('an attempt runs', () => finishers.shift()))();
  const long = scriptedJob('quick', 'code-generation', async ({ work }, text) => {
    await new Promise<void>((resolve) => finishers.push(resolve));
    return (tx) => leave(tx, work, text);
  });
  const running = await bench.request(long);
  await bench.startDispatcher();
  bench.startWorker([long, other]);
  await bench.untilState(running, 'RUNNING');
  await pause();
  const waiting = await bench.request(long);
  // The other kind goes on, and shows that the dispatcher has passed the waiting work.
  await bench.untilState(await bench.request(other), 'DONE');
  expect(await bench.untilState(waiting, 'QUEUED')).toMatchObject({
    dispatched_at: null,
    fence: 0,
  });
  await finishNext();
  await bench.untilState(running, 'DONE');
  expect(finishers).toEqual([]);
  await resume();
  await finishNext();
  await bench.untilState(waiting, 'DONE');
});

test('an entry that was already in the queue claims nothing while its kind is paused', async () => {
  await bench.startDispatcher();
  const id = await bench.request(quick);
  await until('it is notified', async () => {
    const row = await bench.database.knex('work').where({ id }).first();
    return row.dispatched_at !== null;
  });
  await pause();
  bench.startWorker([quick, other]);
  await until('a worker has taken the entry', async () => {
    const row = await bench.database.knex('work').where({ id }).first();
    return row.dispatched_at === null;
  });
  expect(await bench.untilState(id, 'QUEUED')).toMatchObject({ attempt: 1, fence: 0 });
  await resume();
  await bench.untilState(id, 'DONE');
});

test('waiting work of a paused kind does not end a worker with free slots', async () => {
  const id = await bench.request(quick);
  await bench.database.knex('work').update({ dispatched_at: new Date(Date.now() - 60_000) });
  const { knex } = bench.database;
  expect(await listUnclaimedKinds(knex, 15_000, ['code-generation'])).toEqual(['code-generation']);
  await pause();
  expect(await listUnclaimedKinds(knex, 15_000, ['code-generation'])).toEqual([]);
  await resume();
  expect((await knex('work').where({ id }).first()).dispatched_at).toBeNull();
});
