import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { until } from '../../support/until.ts';

const folder = makeTestFolder();
afterAll(() => removeTestFolder(folder));

test('npm run test:servers keeps Postgres for other processes until it is told to stop', async () => {
  const program = path.resolve('test/support/servers/run.mjs');
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const keptFile = path.join(folder, '.data', 'test-servers.json');
  try {
    await until('the servers are ready', () => output.includes('Test servers are ready'));
    const { databaseUrl } = JSON.parse(fs.readFileSync(keptFile, 'utf8'));
    // The first connection comes behind what the program does at its start.
    for (let count = 0; count < 2; count++) {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await client.end();
    }
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGINT');
  }
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(fs.existsSync(keptFile)).toBe(false);
});
