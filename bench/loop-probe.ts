import { readFileSync } from 'node:fs';

/**
 * Event-loop delay: the maximum delay of a timer, and the maximum processor time of this thread between two
 * timers.
 */
export type Stall = { wallMs: number; processorMs: number };

const everyMs = 10;

/** Measures its delay every 10 ms; the result is the maximum since the last call. */
export function startLoopProbe(): () => Stall {
  let worst: Stall = { wallMs: 0, processorMs: 0 };
  let [seen, spent] = [performance.now(), processorMs()];
  const look = (): void => {
    const [now, used] = [performance.now(), processorMs()];
    worst = {
      wallMs: Math.max(worst.wallMs, now - seen - everyMs),
      processorMs: Math.max(worst.processorMs, used - spent),
    };
    [seen, spent] = [now, used];
  };
  setInterval(look, everyMs);
  return () => {
    look();
    const found = worst;
    worst = { wallMs: 0, processorMs: 0 };
    return found;
  };
}

/** Processor time of the main thread, without other threads and processes; NaN on systems without `schedstat`. */
function processorMs(): number {
  try {
    const [nanoseconds = ''] = readFileSync(
      `/proc/self/task/${process.pid}/schedstat`,
      'latin1',
    ).split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return Number.NaN;
  }
}
