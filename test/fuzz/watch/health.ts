import { Worker } from 'node:worker_threads';

type Probe = { started: number; ms: number; ok: boolean };

export type HealthFigures = { probes: number; p50: number; p99: number; max: number };

/** Monitors how fast `/health/live` is answered meanwhile. */
export type HealthWatch = {
  /** The slowest answer, in milliseconds, to a probe sent since this time; 0 without one. */
  slowestSince: (time: number) => number;
  /** Resolves when a probe sent from now on has been answered, or after a few seconds. */
  caughtUp: () => Promise<void>;
  figures: () => HealthFigures;
  stop: () => Promise<void>;
};

const maxCatchUpMs = 5_000;

/** Starts to probe; calls `onSlow` for each answer that took longer than the limit. */
export function watchHealth(
  port: number,
  limitMs: number,
  onSlow: (probe: { started: number; ms: number }) => void = () => {},
): HealthWatch {
  const probes: Probe[] = [];
  const thread = new Worker(new URL('health-probe.mjs', import.meta.url), {
    workerData: { port, everyMs: 25 },
  });
  thread.on('message', (probe: Probe) => {
    // The downtime around a death is no response time; the death is a separate finding.
    if (!probe.ok) return;
    probes.push(probe);
    if (probe.ms > limitMs) onSlow(probe);
  });
  return {
    slowestSince: (time) => {
      let slowest = 0;
      for (let at = probes.length - 1; at >= 0; at -= 1) {
        const probe = probes[at];
        if (!probe || probe.started + probe.ms < time) break;
        if (probe.started >= time - 50) slowest = Math.max(slowest, probe.ms);
      }
      return slowest;
    },
    caughtUp: async () => {
      const since = Date.now();
      const hasAnswer = (): boolean => (probes.at(-1)?.started ?? 0) >= since;
      while (!hasAnswer() && Date.now() - since < maxCatchUpMs) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    figures: () => {
      const sorted = probes.map(({ ms }) => ms).sort((one, other) => one - other);
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
      return { probes: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
    },
    stop: async () => {
      const exited = new Promise((resolve) => thread.once('exit', resolve));
      thread.postMessage('stop');
      await exited;
    },
  };
}
