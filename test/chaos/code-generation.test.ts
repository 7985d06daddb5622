import { generators } from '../../jobs/code-generation/generators/index.ts';
import { pause } from '../../lib/clock.ts';
import { freePort } from '../../local/servers/free-port.ts';
import { send, startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { contract, team } from '../support/builders/contracts.ts';
import { until } from '../support/until.ts';

const kills = 8;

let api: TestApi;
let redis: RedisDatabase;
let fleet: Fleet;
beforeAll(() => ensureBuilt());
beforeEach(async () => {
  api = await startApi();
  redis = await openRedisDatabase();
  fleet = createFleet({
    DATABASE_URL: api.url,
    REDIS_URL: redis.url,
    LEASE_SECONDS: '3',
    LOG_LEVEL: 'warn',
  });
});
afterEach(async () => {
  await fleet.stop();
  await redis.close();
  await api.stop();
});

/** Wide, so that a worker is busy with it for a while. */
const properties = Array.from({ length: 1_000 }, (_, index) => ({
  name: `field_${index}`,
  logicalType: 'string',
  description: `What field ${index} is about`,
}));

test('every request gets its files, the same ones each time, while workers are killed', async () => {
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const ids = Array.from({ length: 12 }, (_, index) => `wide-${index}`);
  for (const id of ids) {
    const body = contract(id, { schema: [{ name: 'wide', properties }] });
    expect((await api.send('PUT', `/api/datacontracts/${id}`, { body })).status).toBe(200);
  }
  for (const name of ['worker 1', 'worker 2']) fleet.start(name, 'worker');
  fleet.start('clock', 'clock');
  // Of the same build as the workers: what another one asks for they leave alone.
  const port = await freePort();
  fleet.start('api', 'api', { PORT: String(port) });
  const address = `http://127.0.0.1:${port}/api/datacontracts`;
  await until('the API answers', () =>
    fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined),
  );
  const generate = async (id: string, type: string): Promise<string> => {
    // A request waits for a minute; who repeats it waits for the same work.
    const answer = await until(
      `there is an answer to ${type} of ${id}`,
      async () => {
        const wish = { body: { type }, key: api.key };
        const found = await send(`${address}/${id}/generate`, 'POST', wish);
        return found.json?.code !== 'still_running' && found;
      },
      300_000,
    );
    expect([id, type, answer.status, answer.json.code]).toEqual([id, type, 200, undefined]);
    return answer.text;
  };
  const random = seededRandom(chaosSeed());
  const kill = async (): Promise<void> => {
    for (let count = 0; count < kills; count++) {
      await pause(random.between(50, 600));
      await fleet.killAndRestart(random.pick(fleet.members.slice(0, 2)));
    }
  };
  const wanted = ids.flatMap((id) => generators.map(({ type }) => [id, type] as const));
  const [texts] = await Promise.all([
    Promise.all(wanted.map(([id, type]) => generate(id, type))),
    kill(),
  ]);
  expect(await Promise.all(wanted.map(([id, type]) => generate(id, type)))).toEqual(texts);
  const work = await api.database.knex('work').where({ kind: 'code-generation' });
  expect(work).toHaveLength(wanted.length);
  expect(new Set(work.map(({ state }) => state))).toEqual(new Set(['DONE']));
}, 400_000);
