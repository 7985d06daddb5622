import {
  fenced,
  fencedClose,
  fencedCloseAll,
  LeaseLost,
  WorkCancelled,
} from '../../../db/fenced.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Claim } from '../../../db/fenced.ts';
import { cancelWork } from '../../../db/tables/work/work.ts';
import { claimWork, finishWork, retryWork } from '../../../db/tables/work/claims.ts';
import { transact } from '../../../db/transact.ts';
import { leave, listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { until } from '../../support/until.ts';

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

const note =
  ({ id, fence }: Claim) =>
  (tx: Tx) =>
    leave(tx, { id, attempt: fence }, 'written');

/** What came of trying to close. */
function closeAs(claim: Claim): Promise<unknown> {
  return fencedClose(bench.database, { claim, write: note(claim) }).then(
    () => 'closed',
    (error: unknown) => error,
  );
}

/** What came of trying to write a page. */
function writeAs(claimed: Claim): Promise<unknown> {
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
  const before = Date.now();
  expect(await writeAs(claimed)).toBe('written');
  const renewed = (await bench.row(claimed.id)).lease_until?.getTime();
  expect(renewed).toBeGreaterThanOrEqual(before + limits.leaseMs);
  expect(await effects(claimed.id)).toHaveLength(1);
});

test('one that was taken over writes nothing, whatever state the work is in now', async () => {
  const stale = await claim(await bench.request(job));
  const { id } = stale;
  await transact(bench.database, (tx) => retryWork(tx, stale, { waitMs: 0, error: 'worker_lost' }));
  expect(await writeAs(stale)).toBeInstanceOf(LeaseLost);
  const fresh = await claim(id, 2);
  expect(fresh.fence).toBe(stale.fence + 1);
  const before = await bench.row(id);
  expect(await writeAs(stale)).toBeInstanceOf(LeaseLost);
  expect(await closeAs(stale)).toBeInstanceOf(LeaseLost);
  expect(await bench.row(id)).toEqual(before);
  await transact(bench.database, async (tx) => {
    expect(await finishWork(tx, stale, { state: 'FAILED' })).toBe(false);
    expect(await retryWork(tx, stale, { waitMs: 0, error: '' })).toBe('lost');
  });
  await fenced(bench.database, fresh, (tx) => finishWork(tx, fresh, { state: 'FAILED' }));
  expect(await writeAs(fresh)).toBeInstanceOf(LeaseLost);
  expect(await effects(id)).toEqual([]);
});

test('cancelled work writes nothing but its end', async () => {
  const claimed = await claim(await bench.request(job));
  await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, claimed.id));
  expect(await writeAs(claimed)).toBeInstanceOf(WorkCancelled);
  expect(await closeAs(claimed)).toBeInstanceOf(WorkCancelled);
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
  let isWritten = false;
  const page = fenced(bench.database, claimed, async (tx) => {
    await leave(tx, { id, attempt: 1 }, 'page');
    isWritten = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
    order.push('page');
  });
  await until('the page is written', () => isWritten);
  await transact(bench.database, async (tx) => {
    await retryWork(tx, claimed, { waitMs: 0, error: 'worker_lost' });
    order.push('take-over');
    expect(await listEffects(tx, id)).toHaveLength(1);
  });
  await page;
  expect(order).toEqual(['page', 'take-over']);
});

describe('attempts that are closed together', () => {
  /** A claim that another has taken over, and that one. */
  async function takeOver(): Promise<[Claim, Claim]> {
    const stale = await claim(await bench.request(job));
    await transact(bench.database, (tx) =>
      retryWork(tx, stale, { waitMs: 0, error: 'worker_lost' }),
    );
    return [stale, await claim(stale.id, 2)];
  }
  const closing = (claimed: Claim) => ({ claim: claimed, write: note(claimed) });

  test('each ends with its own write; lost and cancelled ones have none', async () => {
    const good = await claim(await bench.request(job));
    const cancelled = await claim(await bench.request(job));
    await transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, cancelled.id));
    const [lost] = await takeOver();
    const closings = [cancelled, good, lost].map(closing);
    expect((await fencedCloseAll(bench.database, closings)).size).toBe(1);
    expect(await bench.row(good.id)).toMatchObject({ state: 'DONE' });
    expect(await bench.row(cancelled.id)).toMatchObject({ state: 'RUNNING' });
    expect(await effects(good.id)).toHaveLength(1);
    expect([...(await effects(cancelled.id)), ...(await effects(lost.id))]).toEqual([]);
  });

  test('a stale attempt of the same work beside the fresh one writes nothing', async () => {
    const [stale, fresh] = await takeOver();
    expect((await fencedCloseAll(bench.database, [stale, fresh].map(closing))).size).toBe(1);
    expect(await effects(fresh.id)).toMatchObject([{ attempt: fresh.fence }]);
  });

  test('when one write breaks, nobody’s lands', async () => {
    const good = await claim(await bench.request(job));
    const bad = await claim(await bench.request(job));
    const breaks = { claim: bad, write: () => Promise.reject(new Error('broke')) };
    await expect(fencedCloseAll(bench.database, [closing(good), breaks])).rejects.toThrow('broke');
    expect(await effects(good.id)).toEqual([]);
    expect(await bench.row(good.id)).toMatchObject({ state: 'RUNNING' });
  });
});
