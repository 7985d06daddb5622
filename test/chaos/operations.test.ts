import { recordMinute } from '../../db/tables/operations/minutes.ts';
import { workKinds } from '../../domain/work/kinds.ts';
import { pause } from '../../lib/clock.ts';
import { team } from '../support/builders/contracts.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { until } from '../support/until.ts';

const pieces = 1_000;
const wantedKills = 8;

let api: TestApi;
let redis: RedisDatabase;
let fleet: Fleet;
const random = seededRandom(chaosSeed());

beforeAll(async () => {
  ensureBuilt();
  api = await startApi();
  redis = await openRedisDatabase();
  const env = { DATABASE_URL: api.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' };
  fleet = createFleet({ ...env, LEASE_SECONDS: '5' });
});
afterAll(async () => {
  await fleet.stop();
  await redis.close();
  await api.stop();
});

const countDone = async (): Promise<number> => {
  const done = api.database.knex('work').where({ state: 'DONE' }).whereLike('key', 'many %');
  const [row] = await done.count<{ count: string }[]>();
  return Number(row?.count);
};

const setPaused = async (verb: 'pause' | 'resume'): Promise<void> => {
  const body = { reason: 'tested' };
  const { status } = await api.send('POST', `/api/ops/kinds/mail/${verb}`, { body });
  expect(status).toBe(200);
};

test('a batch retries each piece once and paused work is done once, while clocks and workers are killed', async () => {
  const { knex } = api.database;
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  // Nobody asked for these sign-in links, so that each ends at once.
  await knex.raw(
    `insert into work (id, organization_id, kind, job, key, payload, state, available_at, created_at, finished_at, last_error)
     select gen_random_uuid(), null, 'mail', 'send-sign-in-link', 'many ' || n, json_build_object('codeId', gen_random_uuid()), 'FAILED', now(), now(), now(), 'x'
     from generate_series(1, ?) n`,
    [pieces],
  );
  const names = ['clock 1', 'clock 2', 'worker 1', 'worker 2'];
  for (const name of names) fleet.start(name, name.startsWith('clock') ? 'clock' : 'worker');
  await setPaused('pause');
  const filter = { kind: 'mail', state: 'FAILED', subject: 'many' };
  const started = await api.send('POST', '/api/ops/work/retry', {
    body: { filter, expectedCount: pieces },
  });
  expect(started.status).toBe(202);
  const path = `/api/ops/work-batches/${started.json.id}`;
  for (let kills = 0; kills < wantedKills; kills++) {
    await pause(random.between(200, 900));
    await fleet.killAndRestart(random.pick([...fleet.members]));
    if (kills % 3 === 0) await redis.redis.flushdb();
    if (kills % 2 === 1) await setPaused(random.next() < 0.5 ? 'pause' : 'resume');
  }
  await until('the batch has ended', async () => (await api.send('GET', path)).json.endedAt);
  await setPaused('resume');
  await until('all is done', async () => (await countDone()) === pieces, 180_000);
  const { counts } = (await api.send('GET', path)).json;
  expect(counts).toEqual({ waiting: 0, done: pieces, refused: 0, failed: 0 });
  const retried = await knex('events').where({ type: 'WorkRetryRequested' }).pluck('subject_id');
  expect(retried).toHaveLength(pieces);
  expect(new Set(retried).size).toBe(pieces);
}, 240_000);

test('each minute has one row of each kind, whoever recorded it', async () => {
  const { knex } = api.database;
  await until('a clock has recorded a minute', async () => {
    const [row] = await knex('installation_minutes').count<{ count: string }[]>();
    return Number(row?.count) > 0;
  });
  // A clock that is killed in the middle leaves nothing; this process records what is left.
  await Promise.all(Array.from({ length: 5 }, () => recordMinute(knex)));
  const minutes = await knex('installation_minutes').select('at');
  const rows = await knex('work_minutes').select('at', 'kind');
  expect(rows).toHaveLength(minutes.length * workKinds.length);
}, 120_000);
