import { doIt, listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import type { Script } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench, policy } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await createWorkbench();
  await bench.startDispatcher();
});
afterAll(() => bench.close());
afterEach(() => jest.restoreAllMocks());

/** Hangs until it is stopped, in its first attempt; the second does it. */
const firstHangs: Script = (context, text) => {
  if (context.work.attempt > 1) return doIt(context, text);
  return new Promise((_resolve, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
  });
};
const job = scriptedJob('first-hangs', 'webhooks', firstHangs);

test('a worker that is stopped puts its work back at once, and another does it', async () => {
  const stopped = bench.startWorker([job], { leaseMs: 30_000 });
  const id = await bench.request(job);
  await bench.untilState(id, 'RUNNING');
  await stopped.stop(100);
  expect(await bench.row(id)).toMatchObject({
    state: 'QUEUED',
    attempt: 2,
    last_error: 'the worker process was stopped',
  });
  const other = bench.startWorker([job], { leaseMs: 30_000 });
  expect(await bench.untilState(id, 'DONE')).toMatchObject({ fence: 2, last_error: null });
  expect(await listEffects(bench.database.knex, id)).toEqual([
    { work_id: id, attempt: 2, what: 'done' },
  ]);
  await other.stop();
});

test('a stop waits for work that ends in time', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const job = scriptedJob('short', 'mail', async ({ signal, ...context }, text) => {
    await ended;
    signal.throwIfAborted();
    return doIt({ signal, ...context }, text);
  });
  const worker = bench.startWorker([job]);
  const id = await bench.request(job);
  await bench.untilState(id, 'RUNNING');
  const stopping = worker.stop(3_600_000);
  end();
  await stopping;
  expect(await bench.row(id)).toMatchObject({ state: 'DONE', attempt: 1 });
});

test('a stop never counts as the last attempt: the work is not at fault', async () => {
  policy('webhooks', { maxAttempts: 1 });
  const stopped = bench.startWorker([job], { leaseMs: 30_000 });
  const id = await bench.request(job);
  await bench.untilState(id, 'RUNNING');
  await stopped.stop(0);
  expect(await bench.row(id)).toMatchObject({ state: 'QUEUED', attempt: 2 });
  const other = bench.startWorker([job], { leaseMs: 30_000 });
  await bench.untilState(id, 'DONE');
  await other.stop();
});
