import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { startEmbeddedRedis } from './embedded-redis.ts';
import type { RedisProcess } from './embedded-redis.ts';
import { freePort } from './free-port.ts';
import { guard } from '../processes/guard.ts';
import { messageOf, problem } from '../problem.ts';
import { ping } from './ping-redis.ts';
import { serverAccount } from './server-account.ts';

/** Options of the private Redis; `embedded` forces the server from npm. */
export type RedisOptions = {
  rootDir: string;
  logFile: string;
  only?: 'embedded' | undefined;
  /** The port to return to after a crash. */
  port?: number | undefined;
  password?: string | undefined;
};

/** A private, empty Redis without persistence; `exited` settles when the server has ended. */
export type PrivateRedis = {
  url: string;
  port: number;
  password: string;
  pid: number;
  /** Name and version of the server, for people. */
  origin: string;
  exited: Promise<void>;
  stop: () => Promise<void>;
};

type Endpoint = { port: number; password: string; logFile: string };
type NativeServer = { file: string; origin: string };

const attempts = 3;
const readyWithinMs = 10_000;

/** Starts the first Redis that works: a native server of this machine, else the one from npm. */
export async function startRedis(options: RedisOptions): Promise<PrivateRedis> {
  const failures: string[] = [];
  const natives = options.only === 'embedded' ? [] : findNativeServers();
  const starters = [
    ...natives.map((server) => async (endpoint: Endpoint) => startNative(server, endpoint)),
    async (endpoint: Endpoint) => startEmbeddedRedis({ ...endpoint, rootDir: options.rootDir }),
  ];
  for (const start of starters) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const password = options.password ?? randomBytes(24).toString('base64url');
      const port = options.port ?? (await freePort());
      try {
        return await proveReady(await start({ port, password, logFile: options.logFile }), {
          port,
          password,
        });
      } catch (error) {
        failures.push(messageOf(error));
      }
    }
  }
  throw problem(
    `No private Redis could be started (${[...new Set(failures)].join('; ')}).\n` +
      `See ${options.logFile}, install redis-server, or set REDIS_URL.`,
  );
}

/** The native servers of this machine that are new enough (Redis 6.2), best first. */
export function findNativeServers(): NativeServer[] {
  const found: NativeServer[] = [];
  for (const name of ['redis-server', 'valkey-server', 'redis-check-rdb']) {
    const file = findProgram(name);
    if (file === undefined) continue;
    // redis-check-rdb is the same program under another name: Debian's redis-tools contains it without a service.
    const asked = spawnSync(file, ['--version'], { encoding: 'utf8', argv0: argv0Of(name) });
    const version = /server v=(\d+)\.(\d+)[.\d]*/.exec(asked.status === 0 ? asked.stdout : '');
    if (version === null || Number(version[1]) * 100 + Number(version[2]) < 602) continue;
    found.push({ file, origin: `${file} ${version[0].replace('server v=', '')}` });
  }
  return found;
}

function findProgram(name: string): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        fs.accessSync(file, fs.constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function argv0Of(name: string): string {
  return name === 'redis-check-rdb' ? 'redis-server' : name;
}

function startNative(server: NativeServer, endpoint: Endpoint): RedisProcess {
  const log = fs.openSync(endpoint.logFile, 'a', 0o600);
  // The settings go through standard input, because a password in the arguments would show in `ps`.
  const child = spawn(server.file, ['-'], {
    ...serverAccount(),
    argv0: argv0Of(path.basename(server.file)),
    detached: true,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', log, log],
  });
  fs.closeSync(log);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(
    [
      `port ${endpoint.port}`,
      'bind 127.0.0.1',
      `requirepass ${endpoint.password}`,
      'daemonize no',
      'save ""',
      'appendonly no',
      'maxmemory-policy noeviction',
      '',
    ].join('\n'),
  );
  const callOff = child.pid === undefined ? () => undefined : guard(child.pid, 'KILL');
  return { child, origin: server.origin, callOff };
}

async function proveReady(
  started: RedisProcess,
  endpoint: { port: number; password: string },
): Promise<PrivateRedis> {
  const { child, origin, callOff } = started;
  let ended: string | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => resolve(void (ended = error.message)));
    child.once('exit', (code, name) => resolve(void (ended = `ended with ${name ?? code}`)));
  }).then(callOff);
  const deadline = Date.now() + readyWithinMs;
  while (!(await ping(endpoint.port, endpoint.password))) {
    if (ended === undefined && Date.now() > deadline) ended = 'did not answer';
    if (ended !== undefined) {
      child.kill('SIGKILL');
      throw new Error(`${origin}: ${ended}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  child.unref();
  const stop = async (): Promise<void> => {
    child.ref();
    // SIGKILL, because there is no data to save and a slow script could delay any other signal.
    child.kill('SIGKILL');
    await exited;
  };
  const url = `redis://:${endpoint.password}@127.0.0.1:${endpoint.port}`;
  return { url, ...endpoint, pid: child.pid ?? 0, origin, exited, stop };
}
