const objects = Array.from({ length: 10_000 }, (_, index) => ({ index, name: `name ${index}` }));

/**
 * CPU time of this process for `work`, as a multiple of its CPU time for a fixed computation right before and after: 10,000 small
 * objects are written as JSON and read back. A slow machine is slow at both. Of several runs of each the cheapest counts.
 */
export function processorCost(work: () => unknown): number {
  const units: number[] = [];
  const works: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    units.push(processorMs(computeUnit));
    works.push(processorMs(work));
    units.push(processorMs(computeUnit));
  }
  return Math.min(...works) / Math.min(...units);
}

function computeUnit(): unknown {
  return JSON.parse(JSON.stringify(objects));
}

function processorMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
