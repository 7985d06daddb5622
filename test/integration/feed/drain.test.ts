import { startDist, ensureBuilt } from '../../support/chaos/dist.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { openEvents } from '../../support/http/server-sent-events.ts';
import { until } from '../../support/until.ts';
import { freePort } from '../../../local/servers/free-port.ts';

let api: TestApi;
beforeAll(async () => {
  ensureBuilt();
  api = await startApi();
});
afterAll(() => api.stop());

test('a process that is told to stop ends its streams in order, and does not wait for their clients', async () => {
  const port = await freePort();
  const { child, ended, output } = startDist('api/main.js', {
    DATABASE_URL: api.url,
    PORT: String(port),
  });
  await until('it listens', () => output().includes('api ready'));
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => openEvents({ port, key: api.key })),
  );
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  child.kill('SIGTERM');
  await ended;
  expect(streams.map((stream) => stream.ended())).toEqual(streams.map(() => 'in order'));
  expect(child.exitCode).toBe(0);
  expect(output()).not.toContain('cut off');
});
