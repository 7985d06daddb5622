import path from 'node:path';
import { answerCall } from '../../../local/cli/main.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

it('is that by the clock of Postgres, also if a machine with a wrong clock wrote the backup', async () => {
  const { url, database, drop } = await createTestDatabase();
  const folder = makeTestFolder();
  try {
    const began = Date.now();
    const env = { DATABASE_URL: url, DATA_DIR: folder, ATTACHMENTS_DIR: folder };
    const clock = { now: () => new Date(began + 86_400_000) };
    const options = { env, rootDir: process.cwd(), clock };
    const { code, error } = await answerCall(['backup', path.join(folder, 'b.tar.gz')], options);
    expect([code, error]).toEqual([0, '']);
    const [noted] = await database.knex('backups');
    expect(noted.at.getTime()).toBeGreaterThan(began - 1_000);
    expect(noted.at.getTime()).toBeLessThan(Date.now() + 1_000);
  } finally {
    await drop();
    removeTestFolder(folder);
  }
});
