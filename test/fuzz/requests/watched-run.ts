import path from 'node:path';
import { createFindings } from '../findings.ts';
import type { Findings } from '../findings.ts';
import type { FuzzOptions } from '../options.ts';
import { watchHealth } from '../watch/health.ts';
import type { HealthFigures, HealthWatch } from '../watch/health.ts';
import { watchMemory } from '../watch/memory.ts';
import type { MemoryFigures, MemoryWatch } from '../watch/memory.ts';
import { watchProcesses } from '../watch/processes.ts';
import { examineAll } from './examine.ts';
import { rememberRecent, sendAll } from './run-requests.ts';
import type { RequestRun } from './run-requests.ts';
import { createTally } from './tally.ts';
import type { Tally } from './tally.ts';

export type RequestReport = {
  findings: Findings;
  tally: Tally;
  /** Number of requests sent within the time limit, and number requested. */
  sent: number;
  wanted: number;
  seconds: number;
  health: HealthFigures;
  memory: MemoryFigures;
};

export type WatchedRun = {
  run: RequestRun;
  health: HealthWatch;
  memory: MemoryWatch;
  suspects: Map<string, readonly number[]>;
  /** Ignores deaths and stalls from now on, because the examination repeats requests that caused them. */
  beginExamining: () => void;
  stop: () => Promise<void>;
};

/** A death is noticed when the pipes of the process are closed, which takes a while on a busy machine. */
const beforeDeathMs = 3_000;

/** Starts to monitor processes, health and memory of a run. */
export function watchRun(
  parts: Pick<RequestRun, 'installation' | 'prepared' | 'seed' | 'command' | 'limits'>,
  say: (line: string) => void,
): WatchedRun {
  const { installation } = parts;
  const suspects = new Map<string, readonly number[]>();
  const findings = createFindings(say);
  const recent = rememberRecent();
  const ofSeveral = { operation: 'API', index: undefined };
  let isExamining = false;
  const processes = watchProcesses(installation, ({ member, how, message, location }) => {
    // Deaths of tries are intended.
    if (isExamining) return;
    const signature = `death ${member} ${location} ${message.slice(0, 60)}`;
    const detail = `${member} died (${how}): ${message} at ${location}`;
    const finding = { kind: 'death', ...ofSeveral, operation: member, signature, detail } as const;
    if (findings.add(finding) && member === 'api') {
      suspects.set(signature, recent.suspects(Date.now() - beforeDeathMs));
    }
  });
  const health = watchHealth(installation.port, parts.limits.stallMs, ({ started, ms }) => {
    const indexes = recent.suspects(started - 50);
    if (isExamining || indexes.length === 0) return;
    // Probes that waited for the same request are one stall.
    const signature = `stall ${Math.round((started + ms) / 5_000)}`;
    const detail = `/health/live took ${Math.round(ms)} ms`;
    if (findings.add({ kind: 'stall', ...ofSeveral, signature, detail })) {
      suspects.set(signature, indexes);
    }
  });
  const memory = watchMemory(() => installation.api.process.child.pid);
  return {
    run: { ...parts, processes, findings, recent, tally: createTally() },
    health,
    memory,
    suspects,
    beginExamining: () => {
      isExamining = true;
    },
    stop: async () => {
      processes.stop();
      memory.stop();
      await health.stop();
    },
  };
}

/** Sends all requests, then examines the findings. */
export async function runAndExamine(
  watched: WatchedRun,
  options: FuzzOptions,
): Promise<RequestReport> {
  const { run, health, memory, suspects } = watched;
  const { findings, tally } = run;
  const started = Date.now();
  const secondsSince = (): number => (Date.now() - started) / 1_000;
  const warm = Math.min(options.to, options.from + run.limits.warmRequests - 1);
  let sent = await sendAll(run, { ...options, to: warm });
  memory.markWarm();
  if (warm < options.to) {
    const left = options.seconds - secondsSince();
    sent += await sendAll(run, { ...options, from: warm + 1, seconds: left });
  }
  const seconds = secondsSince();
  const healthFigures = health.figures();
  await memory.settle();
  const memoryFigures = memory.figures();
  noteMemory(run, memoryFigures);
  watched.beginExamining();
  const folder = path.join('.data', 'fuzz', String(options.seed));
  await examineAll({ run, health, suspects, folder, shrinkSeconds: options.shrinkSeconds });
  const wanted = options.to - options.from + 1;
  return { findings, tally, sent, wanted, seconds, health: healthFigures, memory: memoryFigures };
}

function noteMemory({ findings, limits }: RequestRun, { warm, peak, end }: MemoryFigures): void {
  if (end - warm <= limits.maxGrowthMegabytes && peak <= limits.maxPeakMegabytes) return;
  findings.add({
    kind: 'memory',
    signature: 'memory',
    operation: 'API',
    index: undefined,
    detail: `${Math.round(warm)} MB after the first requests, ${Math.round(peak)} MB at most, ${Math.round(end)} MB in the end`,
  });
}
