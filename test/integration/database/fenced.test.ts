import { fenced, LeaseLost, WorkCancelled } from '../../../db/fenced.ts';
import type { Claim } from '../../../db/fenced.ts';
import { cancelWork, claimWork, finishWork, retryWork } from '../../../db/tables/work.ts';
import { transact } from '../../../db/transact.ts';
import { leave, listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';

const job = scriptedJob('quick', 'mail');
const limits = { maxAttempts: 9, leaseMs: 5_000, timeoutMs: 60_000 };
let bench: Workbench;

beforeAll(async () => {
  bench = await createWorkbench();
});
afterAll(() => bench.close());

async function claim(id: string, attempt = 1): Promise<Claim> {
  const work = await claimWork(bench.database.knex, { id, attempt }, limits);
  if (!work) throw new Error('not claimed');
  return { id, fence: work.fence, leaseMs: limits.leaseMs };
}

/** The stale worker writes in all ways it has; answers what stopped it. */
async function writeAs(claimed: Claim): Promise<unknown> {
  return fenced(bench.database, claimed, (tx) =>
    leave(tx, { id: claimed.id, attempt: 1 }, 'written'),
  ).then(
    () => 'written',
    (error: unknown) => error,
  );
}

const effects = (id: string) => listEffects(bench.database.knex, id);

test('the holder writes, and its lease is renewed by that', async () => {
  const claimed = await claim(await bench.request(job));
  await bench.expireLease(claimed.id);
  expect(await writeAs(claimed)).toBe('written');
  expect((await bench.row(claimed.id)).lease_until?.getTime()).toBeGreaterThan(Date.now() + 4_000);
  expect(await effects(claimed.id)).toHaveLength(1);
});

test('one that was taken over writes nothing, whatever state the work is in now', async () => {
  const stale = await claim(await bench.request(job));
  const { id } = stale;
  await transact(bench.database, (tx) =>
    retryWork(tx, stale, { availableAt: new Date(), error: 'worker_lost' }),
  );
  expect(await writeAs(stale)).toBeInstanceOf(LeaseLost);
  const fresh = await claim(id, 2);
  expect(fresh.fence).toBe(stale.fence + 1);
  const before = await bench.row(id);
  expect(await writeAs(stale)).toBeInstanceOf(LeaseLost);
  expect(await bench.row(id)).toEqual(before);
  await transact(bench.database, async (tx) => {
    expect(await finishWork(tx, stale, { state: 'DONE' })).toBe(false);
    expect(await retryWork(tx, stale, { availableAt: new Date(), error: '' })).toBe('lost');
  });
  await fenced(bench.database, fresh, (tx) => finishWork(tx, fresh, { state: 'DONE' }));
  expect(await writeAs(fresh)).toBeInstanceOf(LeaseLost);
  expect(await effects(id)).toEqual([]);
});

test('cancelled work writes nothing but its end', async () => {
  const claimed = await claim(await bench.request(job));
  await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, claimed.id));
  expect(await writeAs(claimed)).toBeInstanceOf(WorkCancelled);
  expect(await effects(claimed.id)).toEqual([]);
  await fenced(bench.database, claimed, (tx) => finishWork(tx, claimed, { state: 'CANCELLED' }), {
    evenIfCancelled: true,
  });
  expect(await bench.row(claimed.id)).toMatchObject({ state: 'CANCELLED' });
});

test('a write that throws leaves neither its rows nor a renewed lease', async () => {
  const claimed = await claim(await bench.request(job));
  const before = await bench.row(claimed.id);
  const failing = fenced(bench.database, claimed, async (tx) => {
    await leave(tx, { id: claimed.id, attempt: 1 }, 'half');
    throw new Error('broke');
  });
  await expect(failing).rejects.toThrow('broke');
  expect(await effects(claimed.id)).toEqual([]);
  expect(await bench.row(claimed.id)).toEqual(before);
});

test('a take-over waits for the page that is being written, and sees it', async () => {
  const claimed = await claim(await bench.request(job));
  const { id } = claimed;
  const order: string[] = [];
  const page = fenced(bench.database, claimed, async (tx) => {
    await leave(tx, { id, attempt: 1 }, 'page');
    await new Promise((resolve) => setTimeout(resolve, 200));
    order.push('page');
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await transact(bench.database, async (tx) => {
    await retryWork(tx, claimed, { availableAt: new Date(), error: 'worker_lost' });
    order.push('take-over');
    expect(await listEffects(tx, id)).toHaveLength(1);
  });
  await page;
  expect(order).toEqual(['page', 'take-over']);
});
