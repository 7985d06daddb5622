import { pause } from '../../lib/clock.ts';
import { product, team } from '../support/builders/contracts.ts';
import { signIn } from '../support/builders/sessions.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { until } from '../support/until.ts';

const changes = 600;
const wantedKills = 15;
const followers = 3;

let api: TestApi;
let redis: RedisDatabase;
let fleet: Fleet;

beforeAll(async () => {
  ensureBuilt();
  api = await startApi();
  redis = await openRedisDatabase();
  fleet = createFleet({ DATABASE_URL: api.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await fleet.stop();
  await redis.close();
  await api.stop();
});

test('each change gives each follower one notice, in their order, while clocks are killed', async () => {
  const random = seededRandom(chaosSeed());
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
  for (let n = 0; n < followers; n++) {
    const { text } = await api.newKey('user', { email: `reader-${n}@example.com` });
    const headers = await signIn(api, text);
    const path = '/ui/follows/dataproducts/shop';
    const { status } = await api.send('PUT', path, { key: null, headers });
    expect(status).toBe(204);
  }
  for (const name of ['clock 1', 'clock 2', 'clock 3']) fleet.start(name, 'clock');
  const written = new AbortController();
  const write = async (): Promise<void> => {
    for (let n = 1; n <= changes; n++) {
      const body = product('shop', [], { version: `1.0.${n}` });
      expect((await api.send('PUT', '/api/dataproducts/shop', { body })).status).toBe(200);
      await pause(random.between(0, 20));
    }
    written.abort();
  };
  const kill = async (): Promise<void> => {
    for (let kills = 0; kills < wantedKills || !written.signal.aborted; kills++) {
      await pause(random.between(200, 900));
      await fleet.killAndRestart(random.pick([...fleet.members]));
    }
  };
  await Promise.all([write(), kill()]);
  const { knex } = api.database;
  const [last] = await knex('events').where({ public: true }).orderBy('n', 'desc').limit(1);
  await until('all events have become notices', async () => {
    const { rows } = await knex.raw(
      `select 1 from notice_heads h join events e on e.organization_id = h.organization_id
        where e.id = ? and h.cursor_seq >= e.seq`,
      [last.id],
    );
    return rows.length === 1;
  });
  const events = await knex('events')
    .where({ type: 'DataProductUpdatedEvent' })
    .orderBy('seq')
    .select('id');
  expect(events).toHaveLength(changes);
  for (let n = 0; n < followers; n++) {
    const notices = await knex('notices')
      .where({ recipient: `person:reader-${n}@example.com` })
      .orderBy('position')
      .select('id');
    expect(notices).toEqual(events);
  }
});
