import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { readConnectionFile } from '../../../local/servers/connection-file.ts';
import { freePort } from '../../../local/servers/free-port.ts';
import { clusterFolderOf } from '../../../local/servers/postgres-cluster.ts';
import { identify, isAlive, readIdentity } from '../../../local/processes/process-identity.mjs';
import type { ProcessIdentity } from '../../../local/processes/process-identity.mjs';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { until } from '../../support/until.ts';

const rootDir = process.cwd();
const folder = makeTestFolder();
const started: ChildProcess[] = [];

type Start = { child: ChildProcess; output: () => string; address: string };

async function start(): Promise<Start> {
  const port = await freePort();
  const child = spawn(path.join(rootDir, 'bin', 'start'), [], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: String(port) },
  });
  started.push(child);
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  await until('it is ready', () => output.includes('is ready') || child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`bin/start ended:\n${output}`);
  return { child, output: () => output, address: `http://127.0.0.1:${port}` };
}

/** Every process of a start, by the notes it keeps itself. */
function processes(): ProcessIdentity[] {
  const run = path.join(folder, 'run');
  const notes = fs.readdirSync(run).map((name) => readIdentity(path.join(run, name)));
  const pidFile = path.join(clusterFolderOf(rootDir, folder), 'postmaster.pid');
  const postgres = identify(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10));
  return [...notes, postgres].filter((each) => each !== undefined);
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/health/ready`).then(
    (response) => response.status === 200,
    () => false,
  );
}

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  removeTestFolder(folder);
});

test('bin/start comes up, heals, leaves nothing after kill -9, comes back with its data, and stops', async () => {
  const first = await start();
  const key = /ck_o_\w+/.exec(first.output())?.[0];
  expect(key).toBeDefined();

  const apiOf = () => readIdentity(path.join(folder, 'run', 'api.json'));
  const api = apiOf();
  process.kill(api?.pid ?? 0, 'SIGKILL');
  await until('another API is started', () => apiOf()?.pid !== api?.pid);
  await until('it is ready', () => isReady(first.address));
  expect(first.output()).toContain('api ended with SIGKILL; restarting in 0.2 s');

  expect(readConnectionFile(folder)).toMatchObject({
    address: first.address,
    databaseUrl: expect.stringMatching(/^postgres:\/\/concordat:/),
    redisUrl: expect.stringMatching(/^redis:\/\//),
  });

  const orphans = processes();
  expect(orphans).toHaveLength(5);
  first.child.kill('SIGKILL');
  await until('all have ended', () => !orphans.some(isAlive));
  // The file lies there still, but tells of a process that is gone.
  expect(readConnectionFile(folder)).toBeUndefined();

  const second = await start();
  expect(second.output()).toContain('the one printed at the first start');
  expect(second.output()).not.toMatch(/ck_o_/);
  const all = processes();
  expect(all).toHaveLength(5);
  second.child.kill('SIGINT');
  await until('it has stopped', () => second.child.exitCode !== null);
  expect(second.child.exitCode).toBe(0);
  expect(all.some(isAlive)).toBe(false);
  expect(fs.existsSync(path.join(folder, 'lock'))).toBe(false);
  expect(fs.existsSync(path.join(folder, 'connection.json'))).toBe(false);
}, 300_000);
