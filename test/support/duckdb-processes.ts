import { readFileSync, readdirSync } from 'node:fs';
import { until } from './until.ts';

export type DuckdbProcess = { pid: number; cpuSeconds: number };

function read(pid: string, parent: number): DuckdbProcess | undefined {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    if (Number(facts[1]) !== parent) return undefined;
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (!words.includes('duckdb/process.mjs')) return undefined;
    const ticks = Number(facts[11]) + Number(facts[12]);
    return { pid: Number(pid), cpuSeconds: ticks / 100 };
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}

/** The DuckDB processes started by a process, from Linux's /proc. */
export function listDuckdbProcesses(parent: number | undefined): DuckdbProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => read(pid, parent ?? -1) ?? []);
}

/** Waits until one of them has used half a second of CPU time since now. */
export async function untilDuckdbIsBusy(parent: number | undefined): Promise<DuckdbProcess> {
  const before = new Map(listDuckdbProcesses(parent).map((each) => [each.pid, each.cpuSeconds]));
  return until('a process of DuckDB is busy', () =>
    listDuckdbProcesses(parent).find(
      ({ pid, cpuSeconds }) => cpuSeconds - (before.get(pid) ?? 0) > 0.5,
    ),
  );
}

/** Waits until none of them uses a significant part of a core. */
export async function untilDuckdbIsCalm(parent: number | undefined): Promise<DuckdbProcess[]> {
  let last = listDuckdbProcesses(parent);
  let lookedAt = Date.now();
  return until('no process of DuckDB is busy', () => {
    if (Date.now() - lookedAt < 300) return undefined;
    const before = new Map(last.map(({ pid, cpuSeconds }) => [pid, cpuSeconds]));
    last = listDuckdbProcesses(parent);
    lookedAt = Date.now();
    const isCalm = last.every(({ pid, cpuSeconds }) => cpuSeconds - (before.get(pid) ?? 0) < 0.05);
    return isCalm && last;
  });
}
