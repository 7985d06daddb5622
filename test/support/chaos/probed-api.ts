import { fork } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Stall } from '../../../bench/loop-probe.ts';

/** The API as a separate process from `dist`, which reports what blocked its event loop. */
export type ProbedApi = {
  address: string;
  /** The longest stall since the last call. */
  stall: () => Promise<Stall>;
  isRunning: () => boolean;
  stop: () => Promise<void>;
};

/** Starts `bench/processes/our-server.ts` from dist. */
export async function startProbedApi(databaseUrl: string): Promise<ProbedApi> {
  const child = fork(path.join(process.cwd(), 'dist', 'bench', 'processes', 'our-server.js'), {
    env: { PATH: process.env.PATH, TZ: 'UTC', NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    child.once('message', (ready) => resolve(ready as AddressInfo));
    child.once('exit', (code) => reject(new Error(`the API ended with ${code}`)));
  });
  return {
    address: `http://127.0.0.1:${port}`,
    stall: () =>
      new Promise((resolve) => {
        child.once('message', (stall) => resolve(stall as Stall));
        child.send('stall');
      }),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
