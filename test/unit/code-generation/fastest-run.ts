/** Milliseconds of the fastest of a few runs: what the work takes while nothing else runs. */
export function fastestRun(work: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  const fastest = Math.min(...times);
  console.log(`${expect.getState().currentTestName}: ${fastest.toFixed(1)} ms`);
  return fastest;
}
