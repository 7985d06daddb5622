import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Resident memory of a process in MB; undefined when it has ended. */
export function residentMegabytes(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  if (fs.existsSync('/proc/self/status')) {
    try {
      const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
      return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  const kilobytes = Number(stdout.trim());
  return kilobytes > 0 ? kilobytes / 1024 : undefined;
}

export type MemoryFigures = { warm: number; peak: number; end: number };

/** Samples the memory of one process at a time; a restart begins a new measurement. */
export type MemoryWatch = {
  /** Measures memory growth from now on. */
  markWarm: () => void;
  figures: () => MemoryFigures;
  /** Waits until the process has settled, and takes the result as its end. */
  settle: () => Promise<void>;
  stop: () => void;
};

/** Time after which the memory of a restarted process is representative. */
const restartMs = 15_000;

export function watchMemory(pidOf: () => number | undefined, everyMs = 250): MemoryWatch {
  let pid: number | undefined;
  let figures: MemoryFigures = { warm: 0, peak: 0, end: 0 };
  let isWarm = false;
  let restartedAt = -Infinity;
  const sample = (): void => {
    const now = pidOf();
    const megabytes = residentMegabytes(now);
    if (megabytes === undefined) return;
    if (pid !== undefined && now !== pid) restartedAt = Date.now();
    pid = now;
    const isStarting = Date.now() - restartedAt < restartMs;
    if (isStarting || !isWarm) figures = { ...figures, warm: megabytes };
    figures = { ...figures, end: megabytes, peak: Math.max(figures.peak, megabytes) };
  };
  const timer = setInterval(sample, everyMs);
  return {
    markWarm: () => {
      sample();
      isWarm = true;
    },
    figures: () => figures,
    settle: async () => {
      let minMb = Infinity;
      for (let n = 0; n < 12; n += 1) {
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        sample();
        minMb = Math.min(minMb, figures.end);
      }
      figures = { ...figures, end: minMb };
    },
    stop: () => clearInterval(timer),
  };
}
