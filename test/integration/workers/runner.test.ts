import { Refusal } from '../../../domain/errors.ts';

import { hang, leave, listEffects, scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench, policy } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';

let bench: Workbench;

const attempts = new Map<string, number[]>();
const failsTwice = scriptedJob('fails-twice', 'code-generation', ({ work }, text) => {
  const times = attempts.get(work.id) ?? [];
  attempts.set(work.id, [...times, Date.now()]);
  if (times.length < 2) throw new Error('not yet');
  return Promise.resolve((tx) => leave(tx, work, text));
});
const refuses = scriptedJob('refuses', 'code-generation', () => {
  throw new Refusal('source_refused', 'That host may not be reached.');
});
const fails = scriptedJob('fails', 'mail', () => Promise.reject(new Error('no luck')));
const closesBadly = scriptedJob('closes-badly', 'mail', ({ work }) =>
  Promise.resolve(async (tx) => {
    await leave(tx, work, 'half');
    if (work.attempt === 1) throw new Error('broke behind the effect');
  }),
);
const hanging = scriptedJob('hanging', 'webhooks', hang);
const paged = scriptedJob('paged', 'webhooks', async ({ fenced, work }, text) => {
  await fenced((tx) => leave(tx, work, 'page 1'));
  await fenced((tx) => leave(tx, work, 'page 2'));
  return (tx) => leave(tx, work, text);
});
const jobs = [failsTwice, refuses, fails, closesBadly, hanging, paged];
const unknownJob = scriptedJob('of-a-newer-build', 'code-generation');

beforeAll(async () => {
  bench = await createWorkbench();
  bench.startWorker(jobs);
  await bench.startDispatcher();
});
afterAll(() => bench.close());
afterEach(() => jest.restoreAllMocks());

const effects = (id: string) => listEffects(bench.database.knex, id);

test('a failed attempt is done again after its back-off, and the effect happens once', async () => {
  policy('code-generation', { backoffMs: (attempt) => 300 * attempt });
  const id = await bench.request(failsTwice);
  const row = await bench.untilState(id, 'DONE');
  expect(row).toMatchObject({ attempt: 3, fence: 3, last_error: null, lease_until: null });
  expect(row.finished_at).not.toBeNull();
  expect(await effects(id)).toEqual([{ work_id: id, attempt: 3, what: 'done' }]);
  const [first = 0, second = 0, third = 0] = attempts.get(id) ?? [];
  expect(second - first).toBeGreaterThanOrEqual(300);
  expect(third - second).toBeGreaterThanOrEqual(600);
});

test('a refusal ends the work without another attempt', async () => {
  const id = await bench.request(refuses);
  const row = await bench.untilState(id, 'FAILED');
  expect(row).toMatchObject({ attempt: 1, last_error: 'That host may not be reached.' });
  expect(await effects(id)).toEqual([
    { work_id: id, attempt: 1, what: 'gave up: FAILED That host may not be reached.' },
  ]);
});

test('an attempt that takes too long is stopped and counts as failed', async () => {
  policy('webhooks', { timeoutMs: 200, maxAttempts: 2, backoffMs: () => 0 });
  const hangs = await bench.request(hanging);
  const row = await bench.untilState(hangs, 'FAILED');
  expect(row).toMatchObject({ attempt: 2, last_error: 'took longer than 0.2 s' });
  expect(await effects(hangs)).toEqual([
    { work_id: hangs, attempt: 2, what: 'gave up: FAILED took longer than 0.2 s' },
  ]);
});

test('the last failed attempt gives up, in one transaction with the end of the work', async () => {
  policy('mail', { maxAttempts: 2, backoffMs: () => 0 });
  const id = await bench.request(fails);
  const row = await bench.untilState(id, 'FAILED');
  expect(row).toMatchObject({ attempt: 2, max_attempts: 2, last_error: 'no luck' });
  expect(await effects(id)).toEqual([{ work_id: id, attempt: 2, what: 'gave up: FAILED no luck' }]);
  const { rows } = await bench.database.knex.raw<{ rows: { same: boolean }[] }>(
    'select w.xmin = e.xmin as same from work w join effects e on e.work_id = w.id where w.id = ?',
    [id],
  );
  expect(rows).toEqual([{ same: true }]);
});

test('a closing write that breaks leaves nothing behind', async () => {
  policy('mail', { backoffMs: () => 0 });
  const id = await bench.request(closesBadly);
  await bench.untilState(id, 'DONE');
  expect(await effects(id)).toEqual([{ work_id: id, attempt: 2, what: 'half' }]);
});

test('pages and closing write of one attempt stand under its claim', async () => {
  const id = await bench.request(paged);
  await bench.untilState(id, 'DONE');
  const done = (await effects(id)).map(({ attempt, what }) => `${attempt} ${what}`);
  expect(done).toEqual(['1 page 1', '1 page 2', '1 done']);
});

test('work of a job that this build does not know waits for a build that does', async () => {
  const id = await bench.request(unknownJob);
  const row = await bench.untilAttempt(id, 2);
  expect(row.last_error).toContain("has no job 'of-a-newer-build'");
});

test('a payload that does not fit is tried again, and the job never sees it', async () => {
  const id = await bench.request(failsTwice, 'x', { payload: { text: 7 } });
  const row = await bench.untilAttempt(id, 2);
  expect(row.last_error).toContain('payload does not fit');
  expect(attempts.has(id)).toBe(false);
  expect(await effects(id)).toEqual([]);
});
