import { connectDatabase } from '../../../db/connect.ts';
import type { Database } from '../../../db/connect.ts';
import { fenced, LeaseLost, WorkCancelled } from '../../../db/fenced.ts';
import type { Claim } from '../../../db/fenced.ts';
import { cancelWork } from '../../../db/tables/work/work.ts';
import { claimWork } from '../../../db/tables/work/claims.ts';
import { transact } from '../../../db/transact.ts';
import { systemClock } from '../../../lib/clock.ts';
import { startHeartbeat } from '../../../workers/heartbeat.ts';
import type { Heartbeat } from '../../../workers/heartbeat.ts';
import { sweepExpired } from '../../../workers/sweeper.ts';
import { scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

const job = scriptedJob('quick', 'mail');
let bench: Workbench;
let own: Database;
let heartbeat: Heartbeat;
const leaseMs = 1_500;

beforeEach(async () => {
  bench = await createWorkbench();
  own = connectDatabase({
    url: bench.url,
    poolMax: 1,
    applicationName: 'heartbeat',
    log: quietLog,
  });
  const { signals } = bench.database;
  heartbeat = startHeartbeat({ connection: own, signals, leaseMs, log: quietLog });
});
afterEach(async () => {
  await heartbeat.stop();
  await own.close();
  await bench.close();
});

async function claim(): Promise<Claim> {
  return claimAgain(await bench.request(job));
}

async function claimAgain(id: string): Promise<Claim> {
  const { attempt } = await bench.row(id);
  const limits = { maxAttempts: 9, leaseMs, timeoutMs: 60_000 };
  const work = await claimWork(bench.database.knex, { id, attempt }, limits);
  if (!work) throw new Error('not claimed');
  return { id, fence: work.fence, leaseMs };
}

const sweep = () =>
  sweepExpired({
    database: bench.database,
    jobs: async () => [job],
    leaseMs,
    clock: systemClock,
    log: quietLog,
  });

/** Holds the claim and notes why it was aborted. */
function hold(claimed: Claim): { reasons: Error[]; release: () => void } {
  const reasons: Error[] = [];
  return { reasons, ...heartbeat.hold(claimed, (reason) => reasons.push(reason)) };
}

async function leaseEnds(id: string): Promise<number> {
  return (await bench.row(id)).lease_until?.getTime() ?? 0;
}

test('a held claim outlives its lease many times over, a released one does not', async () => {
  const kept = await claim();
  const released = await claim();
  const { reasons } = hold(kept);
  hold(released).release();
  const first = await leaseEnds(kept.id);
  await until(
    'three leases have passed',
    async () => (await leaseEnds(kept.id)) > first + 3 * leaseMs,
  );
  await sweep();
  expect(await bench.row(kept.id)).toMatchObject({ state: 'RUNNING', fence: 1 });
  expect(await bench.row(released.id)).toMatchObject({ state: 'QUEUED', attempt: 2 });
  expect(reasons).toEqual([]);
});

test('a page that has locked the row stops neither its own lease nor those of others', async () => {
  const paging = await claim();
  const beside = await claim();
  const [first, second] = [hold(paging), hold(beside)];
  const before = await leaseEnds(beside.id);
  await fenced(bench.database, paging, async () => {
    // Longer than a lease: the row of the page cannot be renewed now, nor taken.
    await until('others are renewed', async () => (await leaseEnds(beside.id)) > before + leaseMs);
    await sweep();
  });
  const after = await leaseEnds(paging.id);
  await until('it is renewed again', async () => (await leaseEnds(paging.id)) > after);
  expect(await bench.row(paging.id)).toMatchObject({ state: 'RUNNING', fence: 1 });
  expect([...first.reasons, ...second.reasons]).toEqual([]);
});

test('pages and beats of the same work get on with each other', async () => {
  const claimed = await claim();
  const { reasons } = hold(claimed);
  const first = await leaseEnds(claimed.id);
  while ((await leaseEnds(claimed.id)) < first + 2 * leaseMs) {
    await fenced(bench.database, claimed, (tx) => tx.raw('select pg_sleep(0.01)'));
  }
  expect(reasons).toEqual([]);
});

test('a lease that was lost aborts the job at the next beat', async () => {
  const claimed = await claim();
  const { reasons } = hold(claimed);
  await bench.expireLease(claimed.id);
  // The beat may have come first; then nothing is lost, and the lease is let run out once more.
  await until('it is lost', async () => {
    await bench.expireLease(claimed.id);
    await sweep();
    return (await bench.row(claimed.id)).state === 'QUEUED';
  });
  let beats = 0;
  own.knex.on('query', () => void (reasons.length === 0 && (beats += 1)));
  await until('the job hears of it', () => reasons.length > 0);
  expect(beats).toBeLessThanOrEqual(1);
  expect(reasons[0]).toBeInstanceOf(LeaseLost);
});

test('a stale attempt hears that it lost although its process holds the same work again', async () => {
  const stale = await claim();
  await bench.expireLease(stale.id);
  await sweep();
  const fresh = await claimAgain(stale.id);
  expect(fresh.fence).toBe(2);
  const [first, second] = [hold(stale), hold(fresh)];
  await until('the stale one hears of it', () => first.reasons.length > 0);
  expect(first.reasons[0]).toBeInstanceOf(LeaseLost);
  first.release();
  const before = await leaseEnds(fresh.id);
  await until('the fresh one is renewed', async () => (await leaseEnds(fresh.id)) > before);
  expect(second.reasons).toEqual([]);
});

test('a cancellation is told', async () => {
  const claimed = await claim();
  const { reasons } = hold(claimed);
  await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, claimed.id));
  await until('the job hears of it', () => reasons.length > 0);
  expect(reasons[0]).toBeInstanceOf(WorkCancelled);
});

test('beats go on after their connection was cut', async () => {
  const claimed = await claim();
  const { reasons } = hold(claimed);
  await bench.database.knex.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'heartbeat'`,
  );
  const before = await leaseEnds(claimed.id);
  await until('it is renewed', async () => (await leaseEnds(claimed.id)) > before + leaseMs);
  expect(reasons).toEqual([]);
});
