import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';

import { identify } from '../../../local/processes/process-identity.mjs';
import { mountSmallDisk } from '../../support/chaos/small-disk.ts';
import { testRedisUrl } from '../../support/servers/worker.ts';
import { changed, listen, ownRedis, secret, undoAll } from './doctor/planted-servers.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

const folder = makeTestFolder();
const foreign = makeTestFolder();
afterAll(async () => {
  await undoAll();
  [folder, foreign].forEach(removeTestFolder);
});

/** Runs bin/start where it must refuse; the build is skipped because dist is fresh. */
async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(path.join(process.cwd(), 'bin', 'start'), [], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', ...env },
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(1);
  expect(output).not.toMatch(/\n\s+at /);
  return output;
}

describe('bin/start says in a few words why it does not start', () => {
  test('the port is busy', async () => {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(fs.existsSync(path.join(folder, 'postgres'))).toBe(false);
    server.close();
  });

  test('another start has the data', async () => {
    const lock = path.join(folder, 'lock');
    fs.writeFileSync(lock, JSON.stringify(identify(process.pid)));
    expect(await refusal({})).toContain(`already runs on ${folder} (process ${process.pid})`);
    fs.rmSync(lock);
  });

  test('the settings are wrong, all of them at once', async () => {
    const output = await refusal({ PORT: 'many', TEST_WAIT_SECONDS: '-1', WORKER_QUEUES: 'nope' });
    expect(output).toContain('PORT');
    expect(output).toContain('TEST_WAIT_SECONDS');
    expect(output).toContain("WORKER_QUEUES: 'nope' must be one of contract-tests, ");
  });

  test('the given database cannot be reached, without its password', async () => {
    const url = 'postgres://me:hidden@127.0.0.1:1/x';
    const output = await refusal({ DATABASE_URL: url, REDIS_URL: testRedisUrl() });
    expect(output).toContain('not ready for use: postgres://127.0.0.1:1/x: ');
    expect(output).not.toContain('hidden');
  });

  test('the given Redis does not answer, refuses the password, or is another program', async () => {
    const url = 'postgres://127.0.0.1:1/x';
    const away = await refusal({ DATABASE_URL: url, REDIS_URL: `redis://:${secret}@127.0.0.1:1` });
    expect(away).toBe(
      'REDIS_URL redis://127.0.0.1:1: the server does not answer.\nStart Redis, or correct host and port in REDIS_URL.\n',
    );
    const wrong = changed(testRedisUrl(), { password: secret });
    const refused = await refusal({ DATABASE_URL: url, REDIS_URL: wrong });
    expect(refused).toContain('Redis refuses the password.\nCorrect the password in REDIS_URL');
    expect(refused).not.toContain(secret);
    const port = await listen(http.createServer());
    expect(await refusal({ DATABASE_URL: url, REDIS_URL: `redis://127.0.0.1:${port}` })).toBe(
      `REDIS_URL redis://127.0.0.1:${port}: the server does not speak Redis.\nAnother program answers there: correct host and port in REDIS_URL.\n`,
    );
  });

  test('the given Redis evicts keys, which is a warning only', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x' };
    const output = await refusal({ ...env, REDIS_URL: await ownRedis(folder, 'allkeys-lru') });
    expect(output).toMatch(/^Warning: REDIS_URL redis:.*maxmemory-policy is allkeys-lru/);
    expect(output).toContain('The database is not ready for use');
  });

  // Only root may mount a disk that fills up.
  const disk = mountSmallDisk(1);
  (disk ? test : test.skip)('the disk is full', async () => {
    fs.mkdirSync(path.join(disk?.folder ?? '', 'data'));
    disk?.fill();
    const output = await refusal({ DATA_DIR: path.join(disk?.folder ?? '', 'data') });
    disk?.remove();
    expect(output).toContain('The disk is full: free space, or set DATA_DIR to a folder');
  });

  test('the data was written by another Postgres', async () => {
    const data = path.join(foreign, 'postgres');
    fs.mkdirSync(data, { mode: 0o755 });
    fs.writeFileSync(path.join(data, 'PG_VERSION'), '9\n');
    expect(await refusal({ DATA_DIR: foreign })).toContain(
      'was written by Postgres 9, but the programs here are Postgres',
    );
  });
});
