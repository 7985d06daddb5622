import { connectDatabase } from '../../db/connect.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { transact } from '../../db/transact.ts';
import { pause } from '../../lib/clock.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import type { Fleet } from '../support/chaos/fleet.ts';
import { pollFeed, streamFeed } from '../support/chaos/http-feed-readers.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import type { RedisDatabase } from '../support/chaos/redis-database.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import type { SeededRandom } from '../support/chaos/seeded-random.ts';
import { quietLog } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

const writers = 8;
const transactionsEach = 1_000;
const total = writers * transactionsEach;
const subjects = Array.from({ length: 40 }, (_, index) => `subject-${index}`);

let api: TestApi;
let redis: RedisDatabase;
let fleet: Fleet;
let writing: Database;

beforeAll(async () => {
  ensureBuilt();
  api = await startApi();
  redis = await openRedisDatabase();
  const { url } = api;
  writing = connectDatabase({ url, poolMax: writers, applicationName: 'writer', log: quietLog });
  await api.database.knex.raw('create table subjects (id text primary key, version int not null)');
  await api.database.knex('subjects').insert(subjects.map((id) => ({ id, version: 0 })));
  fleet = createFleet({ DATABASE_URL: url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await fleet.stop();
  await writing.close();
  await redis.close();
  await api.stop();
});

/** A new state of a subject, and the event that tells its number. */
async function change(tx: Tx, subjectId: string): Promise<void> {
  const [row] = await tx('subjects')
    .where({ id: subjectId })
    .update({ version: tx.raw('version + 1') }, ['version']);
  await recordEvent(tx, {
    organizationId: api.organizationId,
    type: 'TeamUpdatedEvent',
    subjectKind: 'team',
    subjectId,
    principal: 'system',
    requestId: undefined,
    public: true,
    data: { version: row.version },
    now: new Date(),
  });
}

/** Most commit soon after their insert, some late, behind many that began later. */
async function write(random: SeededRandom): Promise<void> {
  for (let n = 0; n < transactionsEach; n++) {
    await transact(writing, async (tx) => {
      await change(tx, random.pick(subjects));
      await pause(random.next() < 0.01 ? random.between(50, 300) : random.between(0, 4));
    });
  }
}

/** Answers how often the clock died. */
async function killClocks(ended: AbortSignal, random: SeededRandom): Promise<number> {
  const clock = fleet.start('clock', 'clock');
  for (let kills = 0; ; kills++) {
    await pause(random.between(500, 1_500), ended);
    if (ended.aborted) return kills;
    await fleet.killAndRestart(clock);
  }
}

test('three clients read every event once, in one order, and each subject in the order of its states', async () => {
  const random = seededRandom(chaosSeed());
  const stream = await streamFeed(api);
  const readers = [pollFeed(api, 137, false), pollFeed(api, 1_000, true), stream];
  const ending = new AbortController();
  const killing = killClocks(ending.signal, random);
  const cutting = (async () => {
    while (!ending.signal.aborted) {
      await pause(random.between(300, 900), ending.signal);
      stream.cut();
    }
  })();
  await Promise.all(Array.from({ length: writers }, () => write(random)));
  ending.abort();
  const kills = await killing;
  await cutting;
  await until(
    'all have read all',
    () => readers.every(({ taken }) => taken.length >= total),
    200_000,
  );
  await Promise.all(readers.map((reader) => reader.stop()));
  process.stderr.write(`chaos: ${total} events, ${kills} kills of the clock\n`);

  expect(kills).toBeGreaterThan(2);
  const [one, two, three] = readers.map(({ taken }) => taken);
  expect(one).toHaveLength(total);
  expect(new Set(one?.map(({ id }) => id)).size).toBe(total);
  const idsOf = (taken: typeof one) => taken?.map(({ id }) => id).join('\n');
  expect(idsOf(two)).toBe(idsOf(one));
  expect(idsOf(three)).toBe(idsOf(one));
  for (const subject of subjects) {
    const versions = one?.filter((event) => event.subject === subject);
    expect(versions?.map(({ data }) => data.version)).toEqual(versions?.map((_, n) => n + 1));
  }
}, 400_000);
