import { claimWork } from '../../../db/tables/work/claims.ts';
import { scriptedJob } from '../../support/chaos/scripted-jobs.ts';
import { createWorkbench } from '../../support/chaos/workbench.ts';
import type { Workbench } from '../../support/chaos/workbench.ts';

const job = scriptedJob('timer', 'access-timers');
const limits = { maxAttempts: 9, leaseMs: 60_000, timeoutMs: 60_000 };
let bench: Workbench;

beforeAll(async () => {
  bench = await createWorkbench();
});
afterAll(() => bench.close());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

test('the same key moves the work that waits, instead of making more', async () => {
  const key = 'access-1';
  const id = await bench.request(job, 'first', { key, dueAt: inHours(1) });
  await bench.database.knex('work').where({ id }).update({ dispatched_at: new Date() });
  const dueAt = inHours(2);
  expect(await bench.request(job, 'second', { key, dueAt })).toBe(id);
  expect(await bench.row(id)).toMatchObject({
    available_at: dueAt,
    dispatched_at: null,
    payload: '{"text":"second"}',
    attempt: 1,
  });
});

test('many at once make one row', async () => {
  const key = 'access-2';
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, hours) =>
      bench.request(job, 'x', { key, dueAt: inHours(hours) }),
    ),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await bench.database.knex('work').where({ key })).toHaveLength(1);
});

test('work that runs is left alone; what is requested meanwhile is done afterwards', async () => {
  const key = 'access-3';
  const running = await bench.request(job, 'first', { key });
  expect(await claimWork(bench.database.knex, { id: running, attempt: 1 }, limits)).toBeDefined();
  const before = await bench.row(running);
  const next = await bench.request(job, 'second', { key });
  expect(next).not.toBe(running);
  expect(await bench.row(running)).toEqual(before);
  expect(await bench.request(job, 'third', { key })).toBe(next);
});

test('one of many claims wins, and a claim of another attempt does not count', async () => {
  const id = await bench.request(job);
  expect(await claimWork(bench.database.knex, { id, attempt: 2 }, limits)).toBeUndefined();
  const claims = await Promise.all(
    Array.from({ length: 20 }, () => claimWork(bench.database.knex, { id, attempt: 1 }, limits)),
  );
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await bench.row(id)).toMatchObject({ state: 'RUNNING', fence: 1 });
});
