const objects = Array.from({ length: 10_000 }, (_, index) => ({ index, name: `name ${index}` }));

/**
 * CPU time of this process for `work`, as a multiple of its CPU time for a fixed computation right before and after: 10,000 small
 * objects are written as JSON and read back. A slow machine is slow at both. Of three runs of each the cheapest counts; a cost below
 * `enough` needs no further run.
 */
export function processorCost(work: () => unknown, enough = 0): number {
  const units: number[] = [];
  const works: number[] = [];
  let cost = Infinity;
  for (let run = 0; run < 3 && cost >= enough; run += 1) {
    units.push(processorMs(computeUnit));
    works.push(processorMs(work));
    units.push(processorMs(computeUnit));
    cost = Math.min(...works) / Math.min(...units);
  }
  return cost;
}

/** How many times the cost of the short work the long work costs; the long work runs again only while this is not below `limit`. */
export function processorGrowth(short: () => unknown, long: () => unknown, limit: number): number {
  const shortCost = processorCost(short);
  return processorCost(long, limit * shortCost) / shortCost;
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
