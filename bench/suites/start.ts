import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pause } from '../../lib/clock.ts';
import { productProcesses } from '../../local/processes/product-process.ts';
import { freePort } from '../../local/servers/free-port.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import type { Loaded } from '../processes/report-loaded.ts';
import { endWithParent, rootDir } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

/** Number of starts of each process, for the median. */
const starts = 5;
const maxStartMs = 60_000;
const reportLoaded = new URL('../processes/report-loaded.js', import.meta.url).href;

/**
 * Maximum number of modules of a process; the other bounds are multiples of a bare process, which has only the
 * libraries of its kind.
 */
type Bounds = { modules: number; heap: number; rss: number; processor: number };

const bounds: Record<string, Bounds> = {
  // Most of its time and memory goes into the schemas that it compiles before it is ready.
  api: { modules: 2_000, heap: 5.5, rss: 6, processor: 25 },
  worker: { modules: 2_900, heap: 5.5, rss: 3, processor: 8 },
  clock: { modules: 2_900, heap: 5.5, rss: 3, processor: 8 },
};

type Program = { main: string; flags: readonly string[]; untilReady: UntilReady };
type UntilReady = (child: ChildProcess, signal: AbortSignal) => Promise<unknown>;
type Start = Loaded & { readyMs: number };

/**
 * Starts every process of the product as bin/start does, and measures the loaded state when it is ready, and
 * the duration.
 */
export async function benchStart(servers: BenchServers): Promise<Figure[]> {
  const port = String(await freePort());
  const env = {
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    HOST: '127.0.0.1',
    PORT: port,
    LOG_LEVEL: 'info',
  };
  const figures: Figure[] = [];
  for (const { name, main, flags } of productProcesses) {
    const isApi = name === 'api';
    const untilReady = isApi ? untilOk(`http://127.0.0.1:${port}/health/ready`) : untilLogged(name);
    const bare = {
      main: `bench/processes/${isApi ? 'bare-server' : 'bare-queue-process'}.js`,
      flags,
      untilReady: untilSaid,
    };
    const [ours, limit]: [Start[], Start[]] = [[], []];
    // Alternating, so that a slow phase of the machine affects both.
    for (let count = 0; count < starts; count += 1) {
      limit.push(await start(bare, env));
      ours.push(await start({ main, flags, untilReady }, env));
    }
    figures.push(...toFigures(name, ours, limit));
  }
  return figures;
}

async function start(
  { main, flags, untilReady }: Program,
  env: Record<string, string>,
): Promise<Start> {
  const began = performance.now();
  const child = fork(path.join(rootDir, 'dist', main), {
    execArgv: [...flags, '--import', endWithParent, '--import', reportLoaded],
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.stdout?.resume();
  const ended = new AbortController();
  const exited = once(child, 'exit').then(() => ended.abort());
  const tooLate = setTimeout(() => child.kill('SIGKILL'), maxStartMs);
  try {
    await untilReady(child, ended.signal);
    const readyMs = performance.now() - began;
    child.send('loaded');
    const [loaded] = (await once(child, 'message', { signal: ended.signal })) as [Loaded];
    return { ...loaded, readyMs };
  } catch (error) {
    throw new Error(`${main} did not get ready in ${maxStartMs} ms`, { cause: error });
  } finally {
    clearTimeout(tooLate);
    child.kill('SIGKILL');
    await exited;
  }
}

/** Resolves on the first message of a process. */
const untilSaid: UntilReady = (child, signal) => once(child, 'message', { signal });

/** Resolves on the first answer 200 at an address. */
function untilOk(url: string): UntilReady {
  return async (_child, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const answer = await fetch(url, { signal }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status === 200) return;
      await pause(5, signal);
    }
  };
}

/** Resolves on the log line in which a process reports that it is ready. */
function untilLogged(name: string): UntilReady {
  return async ({ stdout }, signal) => {
    if (stdout === null) throw new Error('there is no log to read');
    for await (const line of createInterface({ input: stdout, signal })) {
      if (line.includes(`"${name} ready"`)) return;
    }
    throw new Error('the log ended');
  };
}

function toFigures(name: string, ours: readonly Start[], limit: readonly Start[]): Figure[] {
  const { modules, heap, rss, processor } = bounds[name] ?? {};
  const middle = (all: readonly Start[], member: keyof Start): number =>
    median(all.map((each) => each[member]));
  const compare = (what: string, [member, unit]: [keyof Start, string], most = 0): Figure => {
    const [value, other] = [middle(ours, member), middle(limit, member)];
    return {
      what: `${what}, beside a bare process`,
      ours: `${Math.round(value)} ${unit}`,
      limit: `${Math.round(other)} ${unit}`,
      ratio: value / other,
      demand: `≤ ${most}`,
      met: value / other <= most,
    };
  };
  const loaded = middle(ours, 'modules');
  const [ready, bareReady] = [middle(ours, 'readyMs'), middle(limit, 'readyMs')].map(Math.round);
  return [
    {
      what: `Modules that the ${name} loads`,
      ours: String(loaded),
      limit: '–',
      ratio: undefined,
      demand: `≤ ${modules}`,
      met: loaded <= (modules ?? 0),
    },
    compare(`Heap of the ${name} when it is ready`, ['heapMb', 'MB'], heap),
    compare(`Memory (RSS) of the ${name} when it is ready`, ['rssMb', 'MB'], rss),
    compare(
      `Processor time until the ${name} is ready (${ready} ms by the clock to ${bareReady})`,
      ['processorMs', 'ms'],
      processor,
    ),
  ];
}
