import { pause } from '../../lib/clock.ts';
import { access, fillForAccess, isEmptyPeriod } from '../support/builders/access.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { followFeed } from '../support/chaos/feed-reader.ts';
import type { FeedReader } from '../support/chaos/feed-reader.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import type { SeededRandom } from '../support/chaos/seeded-random.ts';
import { until } from '../support/until.ts';

const count = 300;
const wantedKills = 20;
const patienceMs = 300_000;

let api: TestApi;
let redis: RedisDatabase;
let fleet: Fleet;
let reader: FeedReader;

beforeAll(() => ensureBuilt());
beforeEach(async () => {
  api = await startApi();
  redis = await openRedisDatabase();
  await fillForAccess(api);
  reader = followFeed(api.database.knex, api.organizationId, 20);
  fleet = createFleet({
    DATABASE_URL: api.url,
    REDIS_URL: redis.url,
    LEASE_SECONDS: '3',
    LOG_LEVEL: 'warn',
  });
});
afterEach(async () => {
  await reader.stop();
  await fleet.stop();
  await redis.close();
  await api.stop();
});

/** Accesses whose first and last moment are some seconds away; some are moved or cancelled before they begin. */
async function makeAccesses(random: SeededRandom): Promise<Map<string, 'period' | 'none'>> {
  const wanted = new Map<string, 'period' | 'none'>();
  for (let n = 0; n < count; n++) {
    const id = `timed-${n}`;
    const start = Date.now() + random.between(500, 6_000);
    const info = {
      status: 'approved',
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + random.between(1, 5_000)).toISOString(),
    };
    const answer = await api.send('PUT', `/api/access/${id}`, { body: access(id, info) });
    expect([id, answer.status]).toEqual([id, 200]);
    wanted.set(id, 'period');
    if (n % 10 === 0) {
      // Far enough away that no timer can be faster.
      const far = `far-${n}`;
      const later = { ...info, startDate: '2099-01-01', endDate: '2099-02-01' };
      await api.send('PUT', `/api/access/${far}`, { body: access(far, later) });
      if (n % 20 === 0) await api.send('POST', `/api/access/${far}/cancel`);
      else await api.send('PUT', `/api/access/${far}`, { body: access(far, info) });
      wanted.set(far, n % 20 === 0 ? 'none' : 'period');
    }
    await pause(random.between(0, 40));
  }
  return wanted;
}

async function kill(random: SeededRandom): Promise<void> {
  for (let kills = 0; kills < wantedKills; kills++) {
    await pause(random.between(200, 900));
    const byAge = [...fleet.members].sort((a, b) => a.startedAt - b.startedAt);
    await fleet.killAndRestart(random.pick(byAge.slice(0, 3)));
  }
}

test(
  '300 accesses are activated once and deactivated once while workers, clocks and dispatchers are killed',
  async () => {
    const random = seededRandom(chaosSeed());
    for (const name of ['worker 1', 'worker 2']) fleet.start(name, 'worker');
    for (const name of ['clock 1', 'clock 2']) fleet.start(name, 'clock');
    const [wanted] = await Promise.all([
      makeAccesses(random),
      kill(random),
      pause(5_000).then(() => redis.redis.flushdb()),
    ]);
    const { knex } = api.database;
    try {
      await until(
        'every period is over',
        async () => (await knex('access').whereNot({ state: 'expired' })).length === 0,
        patienceMs,
      );
    } catch (error) {
      throw new Error(fleet.log().slice(-10_000), { cause: error });
    }
    await until('all events are stamped', async () => {
      return (await knex('events').where({ public: true, seq: null })).length === 0;
    });
    const events = await knex('events')
      .whereIn('type', ['AccessActivatedEvent', 'AccessDeactivatedEvent'])
      .orderBy('seq')
      .select<{ id: string; type: string; subject_id: string; at: Date }[]>();
    const told = new Map<string, string[]>([...wanted.keys()].map((id) => [id, []]));
    for (const { type, subject_id } of events) told.get(subject_id)?.push(type);
    const once = ['AccessActivatedEvent', 'AccessDeactivatedEvent'];
    const stored = await knex('access').select('id', 'activate_at', 'deactivate_at');
    for (const row of stored) if (isEmptyPeriod(row)) wanted.set(row.id, 'none');
    expect([...wanted.values()]).toContain('period');
    const wrong = [...told].filter(
      ([id, types]) => types.join() !== (wanted.get(id) === 'none' ? '' : once.join()),
    );
    expect(wrong).toEqual([]);

    const rows = await knex('access')
      .whereNotNull('activated_at')
      .select('activate_at', 'activated_at', 'deactivate_at', 'deactivated_at');
    const lateMs = rows.flatMap((row) => [
      row.activated_at - row.activate_at,
      row.deactivated_at - row.deactivate_at,
    ]);
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);

    const [last] = await knex('events').max<{ seq: number }[]>('seq as seq');
    await until('the reader has read all', () => reader.seen.at(-1)?.seq === last?.seq);
    expect(reader.seen.map(({ seq }) => seq)).toEqual(
      Array.from({ length: last?.seq ?? 0 }, (_, index) => index + 1),
    );
    const open = knex('work')
      .where({ kind: 'access-timers' })
      .whereIn('state', ['QUEUED', 'RUNNING']);
    expect(await open).toEqual([]);
    lateMs.sort((a, b) => a - b);
    const at = (share: number) => lateMs[Math.floor((lateMs.length - 1) * share)];
    process.stderr.write(
      `chaos: ${wanted.size} accesses, ${wantedKills} kills, late by ${at(0.5)} ms (median), ${at(0.99)} ms (99 %)\n`,
    );
  },
  patienceMs + 60_000,
);
