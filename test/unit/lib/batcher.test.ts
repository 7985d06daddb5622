import { createBatcher } from '../../../lib/waiting/batcher.ts';
import { pause } from '../../../lib/clock.ts';

/** Batches end when the test says so. */
function start(limits: { maxRunning: number; patienceMs?: number }) {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const add = createBatcher<number>({ ...limits, maxBatch: 3 }, (batch) => {
    batches.push([...batch]);
    return new Promise((resolve) => ends.push(() => resolve()));
  });
  return { add, batches, ends };
}

it('takes together what comes while as many batches as may be are under way', async () => {
  const { add, batches, ends } = start({ maxRunning: 1 });
  for (const entry of [1, 2]) add(entry);
  await pause(5);
  for (const entry of [3, 4, 5, 6]) add(entry);
  await pause(5);
  expect(batches).toEqual([[1, 2]]);
  ends[0]?.();
  await pause(5);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

it('starts another batch at once, or after its patience', async () => {
  const hasty = start({ maxRunning: 2 });
  const patient = start({ maxRunning: 3, patienceMs: 100 });
  for (const { add } of [hasty, patient]) add(1);
  await pause(5);
  for (const { add } of [hasty, patient]) add(2);
  await pause(5);
  expect(hasty.batches).toEqual([[1], [2]]);
  expect(patient.batches).toEqual([[1]]);
  patient.add(3);
  await pause(300);
  // The first one hangs; nobody else does.
  expect(patient.batches).toEqual([[1], [2, 3]]);
  patient.add(4);
  await pause(5);
  expect(patient.batches).toEqual([[1], [2, 3], [4]]);
});

it('goes on at once when a batch ends', async () => {
  const { add, batches, ends } = start({ maxRunning: 2, patienceMs: 60_000 });
  add(1);
  await pause(5);
  add(2);
  await pause(5);
  ends[0]?.();
  await pause(5);
  expect(batches).toEqual([[1], [2]]);
});
