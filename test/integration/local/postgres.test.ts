import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { Client } from 'pg';

import { startPostgres, stopOrphan } from '../../../local/servers/postgres.ts';
import { clusterFolderOf } from '../../../local/servers/postgres-cluster.ts';
import type { PrivatePostgres } from '../../../local/servers/postgres.ts';
import { identify, isAlive, signal } from '../../../local/processes/process-identity.mjs';
import { until } from '../../support/until.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

const rootDir = process.cwd();
const folder = makeTestFolder();
const options = {
  rootDir,
  dataDir: folder,
  logFile: path.join(folder, 'postgres.log'),
  durable: true,
  maxConnections: 20,
};
let running: PrivatePostgres | undefined;

async function start(): Promise<PrivatePostgres> {
  running = await startPostgres(options);
  return running;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => removeTestFolder(folder));

describe('private Postgres', () => {
  test('starts durable, in UTC, on the loopback only, and stops cleanly', async () => {
    const { url, pid, stop } = await start();
    const sql = `select current_setting('fsync') as fsync, current_setting('TimeZone') as zone,
      current_setting('listen_addresses') as address, current_setting('unix_socket_directories') as sockets,
      current_setting('server_encoding') as encoding, current_setting('max_connections') as connections`;
    expect(await ask(url, sql)).toEqual([
      {
        fsync: 'on',
        zone: 'UTC',
        address: '127.0.0.1',
        sockets: '',
        encoding: 'UTF8',
        connections: '20',
      },
    ]);
    await stop();
    expect(identify(pid)).toBeUndefined();
  });

  test('lets nobody in without the password, which only we can read', async () => {
    const { url } = await start();
    await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    expect(fs.statSync(path.join(folder, 'postgres-password')).mode & 0o777).toBe(0o600);
  });

  test('keeps what was committed through kill -9 of the server', async () => {
    const first = await start();
    await ask(first.url, 'create table kept (id int)');
    await ask(first.url, 'insert into kept select generate_series(1, 100)');
    signal(first.pid, 'SIGKILL');
    await first.exited;
    const second = await start();
    expect(await ask(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 100 }]);
  });

  test('a server left behind by a killed start is stopped and replaced', async () => {
    const first = await start();
    const second = await start();
    expect(identify(first.pid)).toBeUndefined();
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a stranger who got the number in postmaster.pid is left alone', async () => {
    const stranger = spawn('sleep', ['30']);
    const data = path.join(folder, 'stranger');
    fs.mkdirSync(data);
    fs.writeFileSync(path.join(data, 'postmaster.pid'), `${stranger.pid}\n${data}\n`);
    expect(await stopOrphan(data)).toBe(false);
    expect(stranger.exitCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  test('ends when its parent is killed', async () => {
    const script = `
      import { startPostgres } from ${JSON.stringify(path.join(rootDir, 'dist/local/servers/postgres.js'))};
      console.log((await startPostgres(${JSON.stringify(options)})).pid);
      setInterval(() => undefined, 1000);`;
    const file = path.join(folder, 'parent.mjs');
    fs.writeFileSync(file, script);
    const parent = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    });
    const server = identify(pid);
    parent.kill('SIGKILL');
    expect(server).toBeDefined();
    await until('it has ended', () => server === undefined || !isAlive(server));
  });

  test('data of another Postgres version is refused in two lines', async () => {
    const version = path.join(clusterFolderOf(rootDir, folder), 'PG_VERSION');
    const right = fs.readFileSync(version);
    fs.writeFileSync(version, '9\n');
    try {
      await expect(start()).rejects.toMatchObject({
        name: 'Problem',
        message: expect.stringMatching(/^The data in .* was written by Postgres 9, .*\n[^\n]+$/),
      });
    } finally {
      fs.writeFileSync(version, right);
    }
  });
});
