import { cancelWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { doIt, hang, listEffects, leave, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';
import { until } from '../../support/until.ts';

let bench: Workbench;
let startedPages = 0;

const hanging = scriptedJob('hanging', 'webhooks', hang);
const quick = scriptedJob('quick', 'mail', doIt);
const deaf = scriptedJob('deaf', 'ontology-merges', async ({ fenced, work }) => {
  // Hears nothing of its signal; the fenced pages are what stops it.
  for (let page = 1; ; page++) {
    startedPages = page;
    await fenced((tx) => leave(tx, work, `page ${page}`));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

/** A lease this long has heartbeats twelve minutes apart: what is heard sooner came by signal. */
const leaseMs = 3_600_000;

beforeAll(async () => {
  bench = await createWorkbench();
  bench.startWorker([hanging, quick, deaf], { leaseMs });
});
afterAll(() => bench.close());

const cancel = (id: string) =>
  transact(bench.database, (tx) => cancelWork(tx, bench.organizationId, id));
const effectsOf = async (id: string) =>
  (await listEffects(bench.database.knex, id)).map(({ what }) => what);

test('queued work ends at once and its doorbell rings in vain', async () => {
  const cancelled = await bench.request(quick);
  expect(await cancel(cancelled)).toBe('CANCELLED');
  const row = await bench.row(cancelled);
  expect(row).toMatchObject({ state: 'CANCELLED', fence: 0 });
  expect(row.finished_at).not.toBeNull();

  const { queues, stop } = await bench.startDispatcher();
  await queues.notify([{ id: cancelled, kind: 'mail', attempt: 1 }]);
  const behind = await bench.request(quick);
  await bench.untilState(behind, 'DONE');
  expect(await effectsOf(cancelled)).toEqual([]);
  expect(await bench.row(cancelled)).toMatchObject({ state: 'CANCELLED', fence: 0 });
  await stop();
});

test('running work is stopped and given up by a signal', async () => {
  const { stop } = await bench.startDispatcher();
  const id = await bench.request(hanging);
  await bench.untilState(id, 'RUNNING');
  expect(await cancel(id)).toBe('RUNNING');
  const row = await bench.untilState(id, 'CANCELLED');
  expect(row).toMatchObject({ attempt: 1, last_error: 'cancelled', lease_until: null });
  expect(await effectsOf(id)).toEqual(['gave up: CANCELLED cancelled']);
  expect(await cancel(id)).toBeUndefined();
  await stop();
});

test('a job that ignores its signal is stopped by its next page', async () => {
  const { stop } = await bench.startDispatcher();
  const id = await bench.request(deaf);
  await until('the second page', () => startedPages >= 2);
  await cancel(id);
  const pages = startedPages;
  await bench.untilState(id, 'CANCELLED');
  const effects = await effectsOf(id);
  expect(effects.at(-1)).toBe('gave up: CANCELLED cancelled');
  expect(effects.length - 1).toBeLessThanOrEqual(pages);
  await stop();
});

test('cancel and finish race for many; each ends once, and its effect agrees with its state', async () => {
  const { stop } = await bench.startDispatcher();
  const ids = await Promise.all(Array.from({ length: 60 }, () => bench.request(quick)));
  await Promise.all(
    ids.map(async (id, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 3));
      await cancel(id);
    }),
  );
  for (const id of ids) {
    const row = await until('the work to end', async () => {
      const found = await bench.row(id);
      return found.finished_at !== null && found;
    });
    const [effect, ...more] = await effectsOf(id);
    expect(more).toEqual([]);
    if (row.state === 'DONE') expect(effect).toBe('done');
    else expect([undefined, 'gave up: CANCELLED cancelled']).toContain(effect);
  }
  await stop();
});
