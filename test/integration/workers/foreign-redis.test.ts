import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { ensureBuilt, startDist } from '../../support/chaos/dist.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

beforeAll(() => ensureBuilt());

test('workers and clocks say that REDIS_URL names a server of something else', async () => {
  const store = await createTestDatabase();
  const web = http.createServer();
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  const env = { DATABASE_URL: store.url, REDIS_URL: `redis://:hunter2@${host}` };
  const started = ['workers/main.js', 'workers/clock.js'].map((main) => startDist(main, env));
  try {
    for (const { output } of started) {
      await until('the log says so', () =>
        output().includes(`REDIS_URL redis://${host}: the server does not speak Redis`),
      );
      expect(output()).not.toMatch(/hunter2|RESP/);
    }
  } finally {
    for (const { child, ended } of started) {
      child.kill('SIGKILL');
      await ended;
    }
    web.close();
    await store.drop();
  }
});
