import { processorMsSince } from '../../support/spent-time.ts';

/** Milliseconds of the processor in the fastest of a few runs: other work on the machine does not count. */
export function fastestRun(work: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    work();
    return processorMsSince(start);
  });
  const fastest = Math.min(...times);
  console.log(`${expect.getState().currentTestName}: ${fastest.toFixed(1)} ms`);
  return fastest;
}
