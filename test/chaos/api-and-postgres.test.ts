import { pause } from '../../lib/clock.ts';
import { tryBound } from '../support/chaos/bounds.ts';
import { insistOn } from '../support/chaos/loads/books.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { auditBook, createDocumentWriter } from '../support/chaos/loads/document-books.ts';
import { pollFeed, streamFeed } from '../support/chaos/http-feed-readers.ts';
import type { HttpFeedReader } from '../support/chaos/http-feed-readers.ts';
import { startInstallationOn, untilAllLive, untilReady } from '../support/chaos/installation.ts';
import type { Installation } from '../support/chaos/installation.ts';
import { createCrashingDatabase } from '../support/chaos/private-postgres.ts';
import type { CrashingDatabase } from '../support/chaos/private-postgres.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import type { SeededRandom } from '../support/chaos/seeded-random.ts';
import { product, team } from '../support/builders/contracts.ts';
import { until } from '../support/until.ts';

const writers = 6;
const faults = 12;
/** Writes that come through between two faults, so that a slow machine gets no less done. */
const writesBetween = 10;
/** Every so many faults, Postgres crashes instead of an API. */
const crashEvery = 4;

let ours: Installation<CrashingDatabase>;
beforeAll(async () => {
  ensureBuilt();
  ours = await startInstallationOn(await createCrashingDatabase(), { apis: 2 });
  for (const name of ['clock 1', 'clock 2']) ours.fleet.start(name, 'clock');
  await untilAllLive(ours);
});
afterAll(() => ours?.stop());

async function wreakHavoc(random: SeededRandom, acknowledged: () => number): Promise<void> {
  for (let fault = 1; fault <= faults; fault++) {
    const before = acknowledged();
    await until('writes come through', () => acknowledged() >= before + writesBetween);
    await pause(random.between(0, 500));
    if (fault % crashEvery === 0) await ours.crash();
    else await ours.fleet.killAndRestart(random.pick(ours.apis));
  }
}

/** Reports costs without a key: each is stored once for its acknowledgement, and at most once more for each other try. */
async function reportCosts(random: SeededRandom, ended: AbortSignal): Promise<Map<number, number>> {
  const tries = new Map<number, number>();
  for (let amount = 1; !ended.aborted; amount++) {
    const body = { dataProductId: 'shop', name: `cost ${amount}`, amount, currency: 'EUR' };
    const { answer, unknown } = await insistOn(ours, random, 'POST', ['/api/costs', { body }]);
    expect([answer.status, answer.text]).toEqual([200, '']);
    tries.set(amount, unknown + 1);
    await pause(random.between(20, 60));
  }
  return tries;
}

/** Five readers, of both APIs, in all ways. */
async function follow(): Promise<HttpFeedReader[]> {
  const at = (api: number) => ({
    key: ours.key,
    port: Number(new URL(ours.addresses[api] ?? '').port),
    send: ((method, path, options) =>
      ours.send(method, path, { ...options, api })) as Installation['send'],
    survivesOutages: true,
  });
  return [
    pollFeed(at(0), 7, false),
    pollFeed(at(1), 137, false),
    pollFeed(at(0), 1_000, true),
    await streamFeed(at(0)),
    await streamFeed(at(1)),
  ];
}

const surplus = async (tries: ReadonlyMap<number, number>): Promise<string[]> => {
  const stored = new Map<number, number>();
  for (const { amount } of (await ours.send('GET', '/api/costs?dataProductId=shop')).json) {
    stored.set(amount, (stored.get(amount) ?? 0) + 1);
  }
  return [...tries]
    .filter(([amount, tried]) => {
      const found = stored.get(amount) ?? 0;
      return found < 1 || found > tried;
    })
    .map(([amount, tried]) => `cost ${amount}: tried ${tried} times, stored ${stored.get(amount)}`);
};

test('what was acknowledged is there, and the feed is exact, while APIs and Postgres are killed', async () => {
  const random = seededRandom(chaosSeed());
  await ours.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await ours.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
  const readers = await follow();
  const clients = Array.from({ length: writers }, (_, n) =>
    createDocumentWriter(ours, `w${n}`, seededRandom(random.between(0, 1e6))),
  );
  const ending = new AbortController();
  const write = async ({ write: once }: (typeof clients)[number]): Promise<void> => {
    while (!ending.signal.aborted) await once();
  };
  const sum = (count: 'acknowledged' | 'unknown' | 'leftOpen'): number =>
    clients.reduce((total, { counts }) => total + counts[count], 0);
  const what = `${faults} kills of 2 APIs and of Postgres under ${writers + 1} writers`;
  try {
    await tryBound(what, 'all acknowledged is there, once; 5 followers exact', async () => {
      const [costs] = await Promise.all([
        reportCosts(seededRandom(random.between(0, 1e6)), ending.signal),
        wreakHavoc(random, () => sum('acknowledged')).finally(() => ending.abort()),
        ...clients.map(write),
      ]);
      const { knex } = ours.database;
      await until('all events are stamped', async () => {
        return (await knex('events').where({ public: true, seq: null })).length === 0;
      });
      // The last fault may have been a moment ago.
      await Promise.all(ours.addresses.map((address) => untilReady(address, ours.fleet)));
      const wrong = await Promise.all(
        clients.flatMap(({ books }) => books.map((book) => auditBook(ours, book))),
      );
      expect([...wrong.flat(), ...(await surplus(costs))]).toEqual([]);

      const feed = await knex('events')
        .where({ public: true })
        .orderBy('seq')
        .select<{ id: string; seq: number }[]>('id', 'seq');
      expect(feed.map(({ seq }) => seq)).toEqual(feed.map((_, index) => index + 1));
      await until('all have read all', () =>
        readers.every(({ taken }) => taken.length >= feed.length),
      );
      const ids = feed.map(({ id }) => id).join('\n');
      for (const { taken } of readers) expect(taken.map(({ id }) => id).join('\n')).toBe(ids);

      // Else no fault met a write.
      expect(sum('unknown')).toBeGreaterThan(0);
      return `${sum('acknowledged')} writes, ${sum('unknown')} tries without an answer, ${sum('leftOpen')} looked up, ${costs.size} costs, ${feed.length} events`;
    });
  } catch (error) {
    throw new Error(ours.fleet.log().slice(-5_000), { cause: error });
  } finally {
    ending.abort();
    await Promise.all(readers.map((reader) => reader.stop()));
  }
}, 600_000);
