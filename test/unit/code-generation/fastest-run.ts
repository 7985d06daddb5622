/** Milliseconds of the processor in the fastest of a few runs: other work on the machine does not count. */
export function fastestRun(work: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  const fastest = Math.min(...times);
  console.log(`${expect.getState().currentTestName}: ${fastest.toFixed(1)} ms`);
  return fastest;
}
