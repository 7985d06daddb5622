import { cancelWork } from '../../../db/tables/work/work.ts';
import { claimWork } from '../../../db/tables/work/claims.ts';
import { recordEvent } from '../../../db/tables/feed/events.ts';
import { transact } from '../../../db/transact.ts';
import { systemClock } from '../../../lib/clock.ts';
import { startSequencer } from '../../../workers/sequencer.ts';
import { startSweeper } from '../../../workers/sweeper.ts';
import { followFeed } from '../../support/chaos/feed-reader.ts';
import { leave, listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { chaosSeed, seededRandom } from '../../support/chaos/seeded-random.ts';
import { createWorkbench, policy } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let bench: Workbench;

const random = seededRandom(chaosSeed());

/** Fails sometimes; done, it leaves one effect and one event. */
const job = scriptedJob('moody', 'code-generation', async ({ work, signal, clock }, text) => {
  await new Promise((resolve) => setTimeout(resolve, random.between(0, 20)));
  signal.throwIfAborted();
  if (random.next() < 0.1) throw new Error('bad mood');
  const { organizationId } = work;
  if (!organizationId) throw new Error('no organization');
  return async (tx) => {
    await leave(tx, work, text);
    await recordEvent(tx, {
      organizationId,
      type: 'WorkDoneEvent',
      subjectKind: 'work',
      subjectId: work.id,
      principal: 'system',
      requestId: undefined,
      public: true,
      now: clock.now(),
    });
  };
});

beforeAll(async () => {
  bench = await createWorkbench();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await bench.close();
});

/** Work whose worker claimed it and died. */
async function requestLost(): Promise<string> {
  const id = await bench.request(job);
  const limits = { maxAttempts: 9, leaseMs: 60_000, timeoutMs: 60_000 };
  // A worker of this test may have been quicker; then it is no lost work but fine all the same.
  if (await claimWork(bench.database.knex, { id, attempt: 1 }, limits)) await bench.expireLease(id);
  return id;
}

test('two dispatchers, sequencers, sweepers and workers at once: one effect and one event each', async () => {
  policy('code-generation', { maxAttempts: 30, backoffMs: () => 50 });
  const { database } = bench;
  const jobs = async () => [job];
  const options = { database, jobs, leaseMs: 2_000, clock: systemClock, log: quietLog };
  const loops = [1, 2].flatMap(() => [
    startSequencer({ database, log: quietLog }),
    startSweeper(options),
  ]);
  await Promise.all([1, 2].map(() => bench.startDispatcher()));
  for (let n = 0; n < 2; n++) bench.startWorker([job]);
  const reader = followFeed(database.knex, bench.organizationId);

  const ids: string[] = [];
  for (let n = 0; n < 30; n++) {
    const some = Array.from({ length: 10 }, (_, index) =>
      index === 0 ? requestLost() : bench.request(job),
    );
    ids.push(...(await Promise.all(some)));
    if (n % 10 === 5) await bench.redis.redis.flushdb();
    if (n % 3 === 0) {
      const id = random.pick(ids);
      await transact(database, (tx) => cancelWork(tx, bench.organizationId, id));
    }
  }

  await until('all work has ended', async () => {
    const [row] = await database.knex('work').whereNull('finished_at').count<{ count: number }[]>();
    return Number(row?.count) === 0;
  });
  const done = await database.knex('work').where({ state: 'DONE' }).pluck<string[]>('id');
  const rest = await database.knex('work').whereNot({ state: 'DONE' }).pluck<string[]>('state');
  expect(new Set(rest)).toEqual(new Set(['CANCELLED']));
  expect(done.length + rest.length).toBe(300);
  const effects = (await listEffects(database.knex)).filter(({ what }) => what === 'done');
  expect(effects.map(({ work_id }) => work_id).sort()).toEqual([...done].sort());
  await until('all events are read', () => reader.seen.length >= done.length);
  await reader.stop();
  expect(reader.seen.map(({ seq }) => seq)).toEqual(done.map((_, index) => index + 1));
  expect(reader.seen.map(({ subjectId }) => subjectId).sort()).toEqual([...done].sort());
  await Promise.all(loops.map((loop) => loop.stop()));
});
