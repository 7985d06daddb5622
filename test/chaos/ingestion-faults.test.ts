import { pause } from '../../lib/clock.ts';
import { maxWithin, tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import type { Member } from '../support/chaos/fleet.ts';
import { createGatedSources, gated } from '../support/chaos/gated-source.ts';
import type { GatedSource, GatedSources } from '../support/chaos/gated-source.ts';
import {
  countTraces,
  createdOnce,
  newestWork,
  startIngestionFleet,
} from '../support/chaos/ingestion-fleet.ts';
import type { IngestionFleet } from '../support/chaos/ingestion-fleet.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { until } from '../support/until.ts';

const random = seededRandom(chaosSeed());
let sources: GatedSources;
let withLongLease: IngestionFleet;
let withShortLease: IngestionFleet;
beforeAll(async () => {
  ensureBuilt();
  [sources, withLongLease, withShortLease] = await Promise.all([
    createGatedSources(),
    startIngestionFleet({ leaseSeconds: 30 }),
    startIngestionFleet({ leaseSeconds: 4, place: 4 }),
  ]);
  for (const { fleet } of [withLongLease, withShortLease]) fleet.start('clock', 'clock');
});
afterAll(async () => {
  await Promise.all([withLongLease?.stop(), withShortLease?.stop()]);
  await sources?.drop();
});

/** Makes an integration and lets its run come as far as the gate. */
async function hang(ours: IngestionFleet, id: string): Promise<GatedSource> {
  const source = await sources.create();
  await ours.call.put(id, source.document());
  await source.shut();
  expect((await ours.call.trigger(id)).status).toBe(202);
  await untilHanging(id, source, 1);
  // The page before is stored while the next one is asked for.
  await until(`${id} has stored what came before the gate`, async () => {
    const { assetsCreated } = await ours.call.latest(id);
    return assetsCreated === gated.beforeGate;
  });
  return source;
}

const untilHanging = (id: string, source: GatedSource, scans: number) =>
  until(`${scans} scans of ${id} hang`, async () => (await source.hanging()) >= scans, 180_000);

const untilAttempt = (ours: IngestionFleet, id: string, attempt: number) =>
  until(
    `attempt ${attempt} of ${id} runs`,
    async () => {
      const work = await newestWork(ours, id);
      return work.attempt === attempt && work.state === 'RUNNING';
    },
    180_000,
  );

/** Waits for the end of the run and asks for the next one. */
async function untilNextAccepted(ours: IngestionFleet, id: string, status: string) {
  const run = await ours.call.ended(id, 180_000);
  expect(run).toMatchObject({ status, assetsDeleted: 0 });
  expect((await ours.call.trigger(id)).status).toBe(202);
  return run;
}

async function shutDown({ process }: Member): Promise<void> {
  process.child.kill('SIGTERM');
  await process.ended;
}

/** One run is at its first attempt when its worker is killed, another one at its last. */
async function killInTheMiddle(ours: IngestionFleet): Promise<void> {
  const { fleet } = ours;
  const stopped = fleet.start('stopped', 'worker');
  const last = await hang(ours, 'last');
  await shutDown(stopped);
  const killed = fleet.start('killed', 'worker');
  await untilAttempt(ours, 'last', 2);
  const first = await hang(ours, 'first');
  await pause(random.between(0, 6_000));
  await fleet.kill(killed);
  const since = performance.now();
  const passed = (): number => performance.now() - since;
  fleet.start('other', 'worker');
  const what = 'a worker is killed −9 in the middle of a scan (lease 30 s)';
  await Promise.all([
    tryBound(what, 'resumed, and the next trigger accepted, in ≤ 60 s', async () => {
      await untilAttempt(ours, 'first', 2);
      const resumed = passed();
      await first.open();
      await untilNextAccepted(ours, 'first', 'SUCCESS');
      const accepted = maxWithin(60_000, [passed()]);
      await ours.call.ended('first', 60_000);
      expect(await countTraces(ours, 'first')).toEqual(createdOnce(gated.assets, 2));
      return `resumed after ${maxWithin(60_000, [resumed])}, next trigger after ${accepted}`;
    }),
    tryBound(`${what}, at its last attempt`, 'FAILED, next trigger accepted, ≤ 60 s', async () => {
      const { message } = await untilNextAccepted(ours, 'last', 'FAILED');
      const accepted = maxWithin(60_000, [passed()]);
      await last.open();
      await ours.call.ended('last', 60_000);
      expect(await countTraces(ours, 'last')).toEqual(createdOnce(gated.assets, 2));
      return `"${message}" after ${accepted}`;
    }),
  ]);
}

/** One run is over when the frozen worker wakes up, the other is being done by somebody else. */
async function freezeInTheMiddle(ours: IngestionFleet): Promise<void> {
  const { fleet } = ours;
  const zombie = fleet.start('zombie', 'worker');
  const [over, shared] = await Promise.all([hang(ours, 'over'), hang(ours, 'shared')]);
  await pause(random.between(0, 2_000));
  zombie.process.child.kill('SIGSTOP');
  const other = fleet.start('other', 'worker');
  const what = 'a worker is frozen past its lease and wakes up';
  await tryBound(what, 'none of its later writes land', async () => {
    await Promise.all([untilAttempt(ours, 'over', 2), untilAttempt(ours, 'shared', 2)]);
    await untilHanging('shared', shared, 2);
    await over.open();
    expect(await ours.call.ended('over', 60_000)).toMatchObject({
      status: 'SUCCESS',
      assetsProcessed: gated.assets,
      assetsCreated: gated.assets,
    });
    const before = await traces(ours, 'over');
    zombie.process.child.kill('SIGCONT');
    await until('it has noticed both', () => lost(zombie) === 2, 60_000);
    await shared.open();
    expect(await ours.call.ended('shared', 60_000)).toMatchObject({
      status: 'SUCCESS',
      assetsCreated: gated.assets,
    });
    // It is fit for work again, and while it does that nothing of the old runs comes.
    await fleet.kill(other);
    expect(await ours.call.run('shared')).toMatchObject({ assetsUnchanged: gated.assets });
    expect(await traces(ours, 'over')).toEqual(before);
    expect(await countTraces(ours, 'over')).toEqual(createdOnce(gated.assets, 1));
    expect(await countTraces(ours, 'shared')).toEqual(createdOnce(gated.assets, 2));
    return `2 runs, each SUCCESS once, ${gated.assets} assets each with 1 created event`;
  });
  await fleet.kill(zombie);
}

const lost = ({ process }: Member): number => process.output().split('lease lost').length - 1;

/** All that a stale worker could have written of a run. */
async function traces({ database: { knex } }: IngestionFleet, id: string): Promise<unknown[]> {
  return [
    await knex('work').where({ kind: 'ingestion', subject_id: id }),
    await knex('ingestion_runs').where({ integration_id: id }),
    await knex('ingestion_log_lines')
      .whereIn('run_id', knex('ingestion_runs').where({ integration_id: id }).select('id'))
      .orderBy('n'),
    await knex('ingested_assets').where({ integration_id: id }).orderBy('n').select('n', 'run_id'),
  ];
}

async function flushRedis(ours: IngestionFleet): Promise<void> {
  const { redis, fleet } = ours;
  const bound = 'the run ends as it would have';
  const source = await sources.create();
  await ours.call.put('waiting', source.document());
  await tryBound('Redis is flushed while a run is queued', bound, async () => {
    expect((await ours.call.trigger('waiting')).status).toBe(202);
    await until('it is told', async () => (await newestWork(ours, 'waiting')).dispatched_at);
    await redis.redis.flushdb();
    fleet.start('worker', 'worker');
    const since = performance.now();
    expect(await ours.call.ended('waiting', 60_000)).toMatchObject({ status: 'SUCCESS' });
    const shown = maxWithin(60_000, [performance.now() - since]);
    expect(await newestWork(ours, 'waiting')).toMatchObject({ attempt: 1 });
    expect(await countTraces(ours, 'waiting')).toEqual(createdOnce(gated.assets, 1));
    return `SUCCESS once, ${shown} after a worker was started`;
  });
  await tryBound('Redis is flushed while a run runs', bound, async () => {
    const running = await hang(ours, 'running');
    await redis.redis.flushdb();
    await running.open();
    expect(await ours.call.ended('running', 60_000)).toMatchObject({ status: 'SUCCESS' });
    expect(await newestWork(ours, 'running')).toMatchObject({ state: 'DONE', attempt: 1 });
    expect(await countTraces(ours, 'running')).toEqual(createdOnce(gated.assets, 1));
    expect(await ours.call.run('running')).toMatchObject({ assetsUnchanged: gated.assets });
    return 'SUCCESS once, in one attempt, and so the next run';
  });
}

test('runs survive the death and the sleep of their workers, and the loss of Redis', async () => {
  const attempts = [
    killInTheMiddle(withLongLease),
    freezeInTheMiddle(withShortLease).then(() => flushRedis(withShortLease)),
  ];
  const outcomes = await Promise.allSettled(attempts);
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error] : [],
  );
  if (failures.length > 0) {
    const logs = [withLongLease, withShortLease].map(({ fleet }) => fleet.log().slice(-5_000));
    throw new AggregateError(failures, `${failures.join('\n')}\n${logs.join('\n')}`);
  }
}, 600_000);
