import { processorMs, startStopwatch } from '../../support/spent-time.ts';

function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('a stopwatch leaves out when this process stood still, and nothing else', async () => {
  const begun = performance.now();
  const elapsedMs = startStopwatch();
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Without the processor, as on a machine that runs something else.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  const whole = performance.now() - begun;
  expect(whole).toBeGreaterThan(1_000);
  expect(elapsedMs()).toBeLessThan(whole - 900);
});

it('a stopwatch counts waiting and computing', async () => {
  const elapsedMs = startStopwatch();
  await new Promise((resolve) => setTimeout(resolve, 300));
  compute(300);
  await new Promise((resolve) => setTimeout(resolve, 50));
  // Somebody else may have had the processor for a part of it.
  expect(elapsedMs()).toBeGreaterThan(400);
});

it('waiting takes no processor, computing does', async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
  expect(await processorMs(pause)).toBeLessThan(250);
  expect(await processorMs(() => compute(300))).toBeGreaterThan(50);
});
