import { maxWithin, tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { createGatedSources, gated } from '../support/chaos/gated-source.ts';
import type { GatedSource, GatedSources } from '../support/chaos/gated-source.ts';
import {
  countTraces,
  createdOnce,
  newestWork,
  startIngestionFleet,
} from '../support/chaos/ingestion-fleet.ts';
import type { IngestionFleet } from '../support/chaos/ingestion-fleet.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import { openTcpProxy } from '../support/chaos/tcp-proxy.ts';
import { pause } from '../../lib/clock.ts';
import { until } from '../support/until.ts';

const random = seededRandom(chaosSeed());
let ours: IngestionFleet;
let sources: GatedSources;
beforeAll(async () => {
  ensureBuilt();
  [sources, ours] = await Promise.all([createGatedSources(), startIngestionFleet({ apis: 2 })]);
  ours.fleet.start('clock', 'clock');
});
afterAll(async () => {
  await ours?.stop();
  await sources?.drop();
});

const cancel = (id: string) => ours.send('POST', ours.call.at(id, '/cancel'));
const statusOf = async (id: string): Promise<string> => (await ours.call.latest(id)).status;

async function trigger(id: string): Promise<void> {
  expect((await ours.call.trigger(id)).status).toBe(202);
}

/** A run that is past its first pages, and whose statement hangs on the source. */
async function hang(id: string, source: GatedSource): Promise<void> {
  await source.shut();
  await trigger(id);
  await until(`the scan of ${id} hangs`, async () => (await source.hanging()) === 1, 60_000);
}

type Gone = (source: GatedSource) => Promise<boolean>;
const sessionGone: Gone = async (source) => (await source.scans()).length === 0;
/** Where the worker can no longer say goodbye, its session is ended by a timeout of the server. */
const queryGone: Gone = async (source) =>
  (await source.scans()).every(({ state }) => state !== 'active');

/** Milliseconds from the request to both: CANCELLED, and nothing of the scan left on the source. */
async function timeCancel(id: string, source: GatedSource, gone = sessionGone): Promise<number[]> {
  const asked = performance.now();
  const since = (): number => performance.now() - asked;
  expect((await cancel(id)).status).toBe(204);
  return Promise.all([
    until('the run is cancelled', async () => (await statusOf(id)) === 'CANCELLED').then(since),
    until('the query is gone', () => gone(source)).then(since),
  ]);
}

/** Triggers a run and does something while it is busy with a page, and its session on the source idle. */
async function whileStoring(
  id: string,
  source: GatedSource,
  work: () => Promise<void>,
): Promise<void> {
  await ours.database.knex.transaction(async (tx) => {
    await tx.raw('lock table ingested_assets in access exclusive mode');
    await trigger(id);
    await until('it stores a page', async () =>
      (await source.scans()).some(({ state }) => state === 'idle in transaction'),
    );
    await until('it waits for the lock', async () => {
      const { rows } = await ours.database.knex.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and application_name = 'concordat worker'`,
      );
      return rows.length > 0;
    });
    await work();
  });
}

const wants = (ms: number) => `CANCELLED, and the query gone, in ≤ ${ms / 1_000} s`;

describe('while no worker lives', () => {
  test('of two triggers at once one gets through', async () => {
    const rounds = 100;
    const source = await sources.create();
    await ours.call.put('pairs', source.document());
    await tryBound(
      `two triggers at once at two APIs, ${rounds} rounds`,
      'one 202, one 409, one run',
      async () => {
        const path = ours.call.at('pairs', '/run');
        for (let round = 0; round < rounds; round++) {
          const answers = await Promise.all([
            ours.send('POST', path, { api: 0 }),
            ours.send('POST', path, { api: 1 }),
          ]);
          expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
          const open = await ours.database.knex('ingestion_runs').where({ ended_at: null });
          expect(open).toHaveLength(1);
          expect((await cancel('pairs')).status).toBe(204);
        }
        const runs = await ours.database.knex('ingestion_runs').where({ integration_id: 'pairs' });
        expect(runs).toHaveLength(rounds);
        return `${rounds} × 202 and 409, ${runs.length} runs`;
      },
    );
  });

  test('a queued run is cancelled at once', async () => {
    const source = await sources.create();
    await ours.call.put('queued', source.document());
    await tryBound('cancel of a queued run', 'CANCELLED at once', async () => {
      const times: number[] = [];
      for (let round = 0; round < 20; round++) {
        await trigger('queued');
        // In every second round it has been told to the queue already.
        if (round % 2 === 1) {
          await until('it is told', async () => (await newestWork(ours, 'queued')).dispatched_at);
        }
        const asked = performance.now();
        await cancel('queued');
        times.push(performance.now() - asked);
        expect(await statusOf('queued')).toBe('CANCELLED');
      }
      return `with the answer, ${maxWithin(1_000, times)}`;
    });
  });
});

describe('with a worker', () => {
  beforeAll(() => {
    ours.fleet.start('worker', 'worker');
  });

  test('a run whose query hangs on the source is cancelled', async () => {
    const source = await sources.create();
    await ours.call.put('hanging', source.document());
    await tryBound('cancel of a running one, its query hangs', wants(5_000), async () => {
      const times: number[] = [];
      for (let round = 0; round < 6; round++) {
        await hang('hanging', source);
        await pause(random.between(0, 700));
        times.push(...(await timeCancel('hanging', source)));
        await source.open();
      }
      const shown = maxWithin(5_000, times);
      // What was stored stays, and the next run ends well.
      await trigger('hanging');
      expect(await ours.call.ended('hanging', 60_000)).toMatchObject({
        status: 'SUCCESS',
        assetsUnchanged: gated.beforeGate,
        assetsDeleted: 0,
      });
      expect(await countTraces(ours, 'hanging')).toEqual(createdOnce(gated.assets, 7));
      return shown;
    });
  });

  test('a run is cancelled at any moment, and leaves nothing open on the source', async () => {
    const source = await sources.create();
    await ours.call.put('moments', source.document());
    await tryBound('cancel of a running one, at any moment', wants(5_000), async () => {
      const times: number[] = [];
      await source.shut();
      for (let round = 0; round < 15; round++) {
        await trigger('moments');
        await pause(random.between(0, 1_200));
        times.push(...(await timeCancel('moments', source)));
      }
      await source.open();
      return maxWithin(5_000, times);
    });
  });

  test('a run that waits for a lock of the source is cancelled', async () => {
    const source = await sources.create();
    await ours.call.put('locked', source.document());
    await tryBound('cancel of a running one, it waits for a lock', wants(5_000), async () => {
      await source.run('begin; lock table pg_catalog.pg_description in access exclusive mode');
      await trigger('locked');
      const waits = async (): Promise<boolean> =>
        (await source.scans()).some(({ query }) => query.includes('pg_description'));
      await until('it waits', waits);
      const times = await timeCancel('locked', source);
      await source.run('rollback');
      return maxWithin(5_000, times);
    });
  });

  test('a run whose role may have no second session is cancelled', async () => {
    const source = await sources.create();
    const { role } = sources;
    await ours.call.put('single', source.document({ role }));
    const what = 'cancel of a running one, its role may have one session';
    await tryBound(what, wants(5_000), async () => {
      await hang('single', source);
      const times = await timeCancel('single', source);
      await source.open();
      return maxWithin(5_000, times);
    });
  });

  test('a run whose source falls silent is cancelled', async () => {
    const source = await sources.create();
    const wire = await openTcpProxy(process.env.TEST_DATABASE_URL ?? '');
    await ours.call.put('silent', source.document({ wire }));
    const attempt = async (): Promise<string> => {
      const times: number[] = [];
      for (let round = 0; round < 2; round++) {
        await hang('silent', source);
        wire.silence();
        times.push(...(await timeCancel('silent', source, queryGone)));
        await source.open();
      }
      return maxWithin(5_000, times);
    };
    try {
      const what = 'cancel of a running one, its connection is silently dead';
      await tryBound(what, wants(5_000), attempt);
    } finally {
      await wire.close();
    }
  });

  test('a source that disappears in the middle of a scan costs no asset', async () => {
    const source = await sources.create();
    await ours.call.put('vanishing', source.document());
    expect(await ours.call.run('vanishing')).toMatchObject({ assetsCreated: gated.assets });
    await tryBound(
      'the source disappears in the middle of a scan',
      'FAILED with its message, nothing removed',
      async () => {
        const messages: string[] = [];
        const fail = async (): Promise<void> => {
          const run = await ours.call.ended('vanishing', 60_000);
          expect(run).toMatchObject({ status: 'FAILED', assetsDeleted: 0 });
          messages.push(run.message);
        };
        await hang('vanishing', source);
        await source.cutOff();
        await fail();
        await source.open();
        await whileStoring('vanishing', source, source.cutOff);
        await fail();
        await hang('vanishing', source);
        await source.vanish();
        await fail();
        await trigger('vanishing');
        await fail();
        expect(messages).toEqual([
          'terminating connection due to administrator command',
          'terminating connection due to administrator command',
          'terminating connection due to administrator command',
          expect.stringMatching(/^Could not connect to .* does not exist$/),
        ]);
        expect(await countTraces(ours, 'vanishing')).toEqual(createdOnce(gated.assets, 5));
        return `4 × FAILED ("${messages[0]}", …), ${gated.assets} assets stay`;
      },
    );
  });
});
