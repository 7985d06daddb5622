import { spawn } from 'node:child_process';
import path from 'node:path';

import { prepareInstallation } from '../../../commands/prepare-installation.ts';
import { freePort } from '../../../local/servers/free-port.ts';
import { createTestDatabase, quietLog } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';
import { testRedisUrl } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';
import { undoAll } from './doctor/planted-servers.ts';
import { otherKey, plantSealed } from './doctor/unsealed-address.ts';

const folder = makeTestFolder();
let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  const options = { databaseUrl: store.url, bootstrapApiKey: undefined, log: quietLog };
  const { organizationId } = await prepareInstallation(options);
  await plantSealed({ url: store.url, organizationId });
});
afterAll(async () => {
  await undoAll();
  await store.drop();
  removeTestFolder(folder);
});

/** Runs bin/start until it stops after it was ready, and returns what it has printed. */
async function outputOf(env: NodeJS.ProcessEnv): Promise<string> {
  const servers = { DATABASE_URL: store.url, REDIS_URL: testRedisUrl() };
  const where = { DATA_DIR: folder, PORT: String(await freePort()) };
  const child = spawn(path.join(process.cwd(), 'bin', 'start'), [], {
    env: { PATH: process.env['PATH'], ...servers, ...where, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    await until(
      'it is ready',
      () => output.includes('is ready') || child.exitCode !== null,
      90_000,
    );
    child.kill('SIGINT');
    await until('it has ended', () => child.exitCode !== null, 30_000);
  } finally {
    child.kill('SIGKILL');
  }
  expect(output).toMatch(
    /Concordat is ready .*\n\n  Sign in +http:\/\/127\.0\.0\.1:\d+\/sign-in#code=[\w-]{22}\n/,
  );
  return output;
}

describe('bin/start beside secrets that another key has sealed', () => {
  test('warns once it is ready, with the number of doctor', async () => {
    const output = await outputOf({});
    expect(output.slice(output.indexOf('is ready'))).toMatch(
      /\nWarning: the file \S+\/secret-key does not open 2 stored credentials: set SECRET_KEY, or SECRET_KEY_PREVIOUS, to the key that sealed them\.\n/,
    );
  });

  test('is silent if a previous key opens them', async () => {
    expect(await outputOf({ SECRET_KEY_PREVIOUS: otherKey })).not.toContain('Warning');
  });
});
