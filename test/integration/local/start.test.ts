import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

import { identify } from '../../../local/process-identity.ts';
import { makeTestFolder, removeTestFolder } from '../../support/private-servers.ts';

const folder = makeTestFolder();
const foreign = makeTestFolder();
afterAll(() => [folder, foreign].forEach(removeTestFolder));

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
    const output = await refusal({ PORT: 'many', TEST_WAIT_SECONDS: '-1' });
    expect(output).toContain('PORT');
    expect(output).toContain('TEST_WAIT_SECONDS');
  });

  test('the given database cannot be reached, without its password', async () => {
    const url = 'postgres://me:hidden@127.0.0.1:1/x';
    const output = await refusal({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1' });
    expect(output).toContain('not ready for use: postgres://127.0.0.1:1/x: ');
    expect(output).not.toContain('hidden');
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
