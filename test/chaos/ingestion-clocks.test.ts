import { cancelRun } from '../../commands/integrations/cancel-run.ts';
import { putIntegration } from '../../commands/integrations/put-integration.ts';
import { fireDueSchedules } from '../../commands/schedules/fire-due-schedules.ts';
import { connectDatabase } from '../../db/connect.ts';
import type { Database } from '../../db/connect.ts';
import { insertOrganization } from '../../db/tables/organizations/organizations.ts';
import { transact } from '../../db/transact.ts';
import { pause } from '../../lib/clock.ts';
import { maxWithin, tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createFleet } from '../support/chaos/fleet.ts';
import { openRedisDatabase } from '../support/chaos/redis-database.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { createTestDatabase, quietLog } from '../support/servers/database.ts';
import type { TestDatabase } from '../support/servers/database.ts';
import { testSecretKey } from '../support/sources/job-settings.ts';
import { principalOf } from '../support/fakes/stub-source.ts';
import { until } from '../support/until.ts';

const random = seededRandom(chaosSeed());
const ticks = 60;
const exactlyOnce = 'each tick fires exactly once';

type Scheduler = TestDatabase & {
  /** Creates an integration with this schedule. */
  put: (id: string, scheduleExpression: string) => Promise<void>;
  /** How often it was fired: runs that its schedule opened, and times that were skipped. */
  fired: (id: string) => Promise<{ runs: number; skipped: number }>;
  cancel: (id: string) => Promise<void>;
};

async function createScheduler(): Promise<Scheduler> {
  const store = await createTestDatabase();
  const { database } = store;
  const { knex } = database;
  const name = { name: 'clocks', vanity: 'clocks' };
  const organizationId = await insertOrganization(knex, { ...name, now: new Date() });
  const request = (id: string) => ({
    id,
    principal: principalOf({ organizationId }),
    requestId: undefined,
    now: new Date(),
  });
  const events = (id: string, type: string) =>
    knex('events').where({ type, subject_id: id }).select('data');
  return {
    ...store,
    put: async (id, scheduleExpression) => {
      const document = {
        name: id,
        source: 'postgres',
        configuration: { host: '127.0.0.1', database: 'none' },
        credentials: { username: 'nobody', password: '' },
        scheduleExpression,
      };
      const preconditions = { ifMatch: undefined, mustBeNew: false };
      const put = { ...request(id), document, preconditions, secretKey: testSecretKey };
      await putIntegration(database, put);
    },
    fired: async (id) => ({
      runs: (await events(id, 'IngestionRunStarted')).length,
      skipped: (await events(id, 'IngestionRunSkipped')).length,
    }),
    cancel: (id) => transact(database, (tx) => cancelRun(tx, request(id))),
  };
}

test('each of 60 ticks of two clocks at once is one run', async () => {
  const ours = await createScheduler();
  const connect = (): Database =>
    connectDatabase({ url: ours.url, poolMax: 2, applicationName: 'clock', log: quietLog });
  const clocks = [connect(), connect()];
  await ours.put('ticking', '* * * * *');
  await ours.put('skipping', '* * * * *');
  const { next_due_at: first } = await ours.database
    .knex('schedules')
    .where({ key: 'ticking' })
    .first();
  try {
    await tryBound(`two clocks at once, ${ticks} ticks`, exactlyOnce, async () => {
      for (let tick = 0; tick < ticks; tick++) {
        const now = (first as Date).getTime() + tick * 60_000;
        // Their times differ by some seconds, and so does when they look.
        await Promise.all(
          clocks.map(async (clock) => {
            await pause(random.between(0, 5));
            await fireDueSchedules(clock, new Date(now + random.between(0, 30_000)));
          }),
        );
        expect((await ours.fired('ticking')).runs).toBe(tick + 1);
        await ours.cancel('ticking');
      }
      expect(await ours.fired('ticking')).toEqual({ runs: ticks, skipped: 0 });
      expect(await ours.fired('skipping')).toEqual({ runs: 1, skipped: ticks - 1 });
      const { length } = await ours.database.knex('ingestion_runs');
      return `${ticks} ticks, ${ticks} runs; beside an open run 1 and ${ticks - 1} skipped, ${length} runs in all`;
    });
  } finally {
    await Promise.all(clocks.map((clock) => clock.close()));
    await ours.drop();
  }
});

test('two clock processes fire 60 schedules, one each second, once each while one of them is killed', async () => {
  ensureBuilt();
  const ours = await createScheduler();
  const redis = await openRedisDatabase();
  const fleet = createFleet({ DATABASE_URL: ours.url, REDIS_URL: redis.url, LOG_LEVEL: 'warn' });
  const ids = Array.from({ length: ticks }, (_, n) => `second-${n}`);
  const { knex } = ours.database;
  for (const id of ids) await ours.put(id, '0 0 29 2 *');
  try {
    await tryBound(
      `two clock processes, ${ticks} ticks in ${ticks} s, one killed −9 in the middle`,
      exactlyOnce,
      async () => {
        const [doomed] = [fleet.start('clock 1', 'clock'), fleet.start('clock 2', 'clock')];
        await until('both live', async () => (await knex('processes')).length === 2, 60_000);
        const begun = Date.now() + 1_000;
        for (const [n, key] of ids.entries()) {
          const dueAt = new Date(begun + n * 1_000);
          await knex('schedules').where({ key }).update({ next_due_at: dueAt });
        }
        const killAfter = (ticks / 2) * 1_000 + random.between(0, 2_000);
        const runs = (): Promise<{ integration_id: string; started_at: Date }[]> =>
          knex('ingestion_runs').select('integration_id', 'started_at');
        await until('half is over', () => Date.now() > begun + killAfter, 60_000);
        await fleet.killAndRestart(doomed);
        await until('all have fired', async () => (await runs()).length >= ticks, 60_000);
        const lateMs = (await runs()).map(
          ({ integration_id: id, started_at: at }) =>
            at.getTime() - (begun + ids.indexOf(id) * 1_000),
        );
        expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
        for (const id of ids) expect(await ours.fired(id)).toEqual({ runs: 1, skipped: 0 });
        const work = await knex('work').where({ kind: 'ingestion' });
        expect(work).toHaveLength(ticks);
        return `${ticks} runs, late by at most ${maxWithin(10_000, lateMs)}`;
      },
    );
  } catch (error) {
    throw new Error(fleet.log().slice(-5_000), { cause: error });
  } finally {
    await fleet.stop();
    await redis.close();
    await ours.drop();
  }
}, 400_000);
