/** Milliseconds of the processor that this process spends until `work` is done; what other processes spend does not count. */
export async function processorMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return processorMsSince(start);
}

/** Milliseconds of the processor that this process has spent since `process.cpuUsage()` said this. */
export function processorMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const tickMs = 20;
/** Below it a tick that comes late is nothing special. */
const lateMs = 100;

/**
 * Counts milliseconds from now on, without those in which this process wanted to run and got no processor: that a
 * machine stood still says nothing about what was waited for. What the process itself computed counts.
 */
export function startStopwatch(): () => number {
  const begun = performance.now();
  let [seen, spent, stood] = [begun, process.cpuUsage(), 0];
  const look = (): void => {
    const now = performance.now();
    const late = now - seen - tickMs - processorMsSince(spent);
    if (late > lateMs) stood += late;
    [seen, spent] = [now, process.cpuUsage()];
  };
  const timer = setInterval(look, tickMs);
  timer.unref();
  return () => {
    look();
    clearInterval(timer);
    return performance.now() - begun - stood;
  };
}
