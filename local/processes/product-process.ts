import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { keepRunning } from './keep-running.ts';
import type { Kept, Running } from './keep-running.ts';
import { openLogFile } from './log-file.ts';
import { readOutput } from './process-output.ts';
import { rememberProcess } from './remembered-processes.ts';

/** One of the processes of Concordat, as in the Procfile. */
export type ProductProcess = { name: string; main: string; flags: string[] };

/** The processes of Concordat, the same as in the Procfile. */
export const productProcesses: ProductProcess[] = [
  // Requests create much short-lived garbage; a larger young generation saves a tenth of the time.
  { name: 'api', main: 'api/main.js', flags: ['--max-semi-space-size=64'] },
  // Limits heap growth: a run of 200,000 assets then takes only 50 MB more than a run of 1,000, at the same speed.
  { name: 'worker', main: 'workers/main.js', flags: ['--heap-growing-percent=100'] },
  { name: 'clock', main: 'workers/clock.js', flags: [] },
];

const drainMs = 8000;

/** Starts one process of Concordat from dist and keeps it running; logs to DATA_DIR/logs. */
export async function keepProcess(
  product: ProductProcess,
  options: {
    rootDir: string;
    dataDir: string;
    env: NodeJS.ProcessEnv;
    show: (line: string) => void;
  },
): Promise<Kept> {
  const { dataDir, show } = options;
  const log = openLogFile(path.join(dataDir, 'logs', `${product.name}.log`));
  return keepRunning({
    name: product.name,
    show,
    start: async () => {
      const output = readOutput(product.name, log, show);
      const running = await launch(product, options, output.take);
      return {
        ...running,
        reason: () => [running.reason(), output.lastWords()].filter(Boolean).join(': '),
      };
    },
  });
}

async function launch(
  product: ProductProcess,
  options: { rootDir: string; dataDir: string; env: NodeJS.ProcessEnv },
  take: (chunk: string) => void,
): Promise<Running & { reason: () => string }> {
  const dist = path.join(options.rootDir, 'dist');
  const endWithParent = pathToFileURL(
    path.join(dist, 'local', 'processes', 'end-with-parent.js'),
  ).href;
  const child = spawn(
    process.execPath,
    [...product.flags, '--import', endWithParent, path.join(dist, product.main)],
    {
      cwd: options.rootDir,
      env: options.env,
      // Its own process group: Ctrl-C must reach only the supervisor, which then stops everything in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', take);
  }
  let reason = 'ended';
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => resolve(void (reason = `did not start (${error.message})`)));
    // `close` instead of `exit`, because the last output may still be in the pipe.
    child.once('close', (code, name) => resolve(void (reason = `ended with ${name ?? code}`)));
  });
  const pid = child.pid ?? 0;
  if (pid > 0) rememberProcess(options.dataDir, product.name, pid);
  const stop = async (): Promise<void> => {
    const force = setTimeout(() => child.kill('SIGKILL'), drainMs);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(force);
  };
  return { pid, exited, reason: () => reason, stop };
}
