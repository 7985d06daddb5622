import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { freePort } from './free-port.ts';
import { guard } from '../processes/guard.ts';
import { openCluster, serverEnvironment } from './postgres-cluster.ts';
import type { Cluster } from './postgres-cluster.ts';
import { problem } from '../problem.ts';
import { commandLine, identify, signal, untilEnded } from '../processes/process-identity.mjs';

/** Options of a private Postgres; `port` is only set to return to a known port. */
export type PostgresOptions = {
  rootDir: string;
  dataDir: string;
  logFile: string;
  /** False for tests: writes do not wait for the disk, so a crash of the machine loses data. */
  durable: boolean;
  maxConnections: number;
  port?: number | undefined;
  /** Used if it is free. */
  preferredPort?: number | undefined;
  /** Further variables of its environment, e.g. for a test with another time. */
  environment?: Readonly<Record<string, string>> | undefined;
};

/** A private Postgres; `url` is the superuser's, `exited` settles when the server has ended. */
export type PrivatePostgres = {
  url: string;
  port: number;
  pid: number;
  folder: string;
  version: string;
  exited: Promise<void>;
  stop: (graceMs?: number) => Promise<void>;
};

const readyWithinMs = 120_000;
const attempts = 3;

/** Starts Postgres on `dataDir` (created if empty) and returns when it accepts connections. */
export async function startPostgres(options: PostgresOptions): Promise<PrivatePostgres> {
  const cluster = await openCluster(options);
  await stopOrphan(cluster.folder);
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(options, attempt);
    const logStart = fs.statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0;
    const child = launch(cluster, port, options);
    const exited = watch(child);
    const ended = await untilReady(child, cluster);
    const failure =
      ended && `${fs.readFileSync(options.logFile).toString('utf8', logStart)}${ended}`;
    if (failure === undefined) return describe(child, exited, cluster, port);
    // Another process may have taken the free port meanwhile.
    if (attempt < attempts && failure.includes('Address already in use')) continue;
    throw problem(`Postgres did not start:\n${failure.trim().slice(-600)}`);
  }
}

async function choosePort(options: PostgresOptions, attempt: number): Promise<number> {
  const preferred = attempt === 1 ? options.preferredPort : undefined;
  return options.port ?? preferred ?? freePort();
}

/** Stops a server that an earlier, killed start left running on this folder; true if there was one. */
export async function stopOrphan(folder: string): Promise<boolean> {
  const pid = Number(readPidFile(folder)[0]);
  const orphan = identify(pid);
  if (orphan === undefined || !commandLine(pid).includes('postgres')) {
    // Postgres itself would refuse to start because of a zombie (many containers reap none) or another process with the same pid;
    // if backends are still alive, its shared memory check prevents a second server.
    fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true });
    return false;
  }
  if (!isServerOf(pid, folder)) return false;
  for (const [name, waitMs] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 2000],
  ] as const) {
    signal(pid, name);
    if (await untilEnded(orphan, waitMs)) return true;
  }
  throw problem(`An earlier Postgres (process ${pid}) on ${folder} does not stop.`);
}

function isServerOf(pid: number, folder: string): boolean {
  const words = commandLine(pid);
  // Another process may have the pid in postmaster.pid by now, so only a postgres of this folder counts.
  return words.includes('postgres') && `${words} `.includes(` -D ${folder} `);
}

function launch(cluster: Cluster, port: number, options: PostgresOptions): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${options.maxConnections}`,
    'timezone=UTC',
    'log_timezone=UTC',
    'log_destination=stderr',
    'logging_collector=off',
    ...(options.durable
      ? []
      : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_wal_size=256MB']),
  ];
  const words = ['-D', cluster.folder, '-p', String(port)];
  const log = fs.openSync(options.logFile, 'a', 0o600);
  const child = spawn(
    path.join(cluster.binDir, 'postgres'),
    [...words, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...cluster.account,
      // Its own process group: Ctrl-C must reach only the supervisor, because the database stops last.
      detached: true,
      cwd: '/',
      env: { ...serverEnvironment, ...options.environment },
      stdio: ['ignore', log, log],
    },
  );
  fs.closeSync(log);
  return child;
}

/** Undefined when the server is ready, else the reason of the failure. */
async function untilReady(child: ChildProcess, cluster: Cluster): Promise<string | undefined> {
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, name) => (ended = `it ended with ${name ?? code}`));
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const lines = readPidFile(cluster.folder);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return undefined;
    if (ended !== undefined) return ended;
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      return `it was not ready after ${readyWithinMs / 1000} s`;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function watch(child: ChildProcess): Promise<void> {
  const callOff = child.pid === undefined ? undefined : guard(child.pid, 'INT');
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  callOff?.();
}

function describe(
  child: ChildProcess,
  exited: Promise<void>,
  cluster: Cluster,
  port: number,
): PrivatePostgres {
  const pid = child.pid ?? 0;
  child.unref();
  const stop = async (graceMs = 5000): Promise<void> => {
    // Fast shutdown first; an immediate one is also safe, and only costs a recovery.
    const hurry = setTimeout(() => child.kill('SIGQUIT'), graceMs);
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs + 2000);
    child.ref();
    child.kill('SIGINT');
    await exited;
    clearTimeout(hurry);
    clearTimeout(force);
  };
  const url = `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
  return { url, port, pid, folder: cluster.folder, version: cluster.version, exited, stop };
}

/** The lines of postmaster.pid: 0 process, 3 port, 7 state (`ready` once connections are accepted). */
function readPidFile(folder: string): string[] {
  try {
    return fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
