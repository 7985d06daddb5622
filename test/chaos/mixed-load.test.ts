import { pause } from '../../lib/clock.ts';
import { tryBound } from '../support/chaos/bounds.ts';
import { createContractStock } from '../support/chaos/loads/contract-stock.ts';
import type { ContractStock } from '../support/chaos/loads/contract-stock.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { followFeed } from '../support/chaos/feed-reader.ts';
import { startInstallationOn, untilAllLive } from '../support/chaos/installation.ts';
import type { Installation } from '../support/chaos/installation.ts';
import type { Load } from '../support/chaos/loads/load.ts';
import {
  generationsOf,
  mergesOf,
  scansOf,
  testsOf,
} from '../support/chaos/loads/loads-of-catalog.ts';
import { mailsOf, timersOf, webhooksOf } from '../support/chaos/loads/loads-of-teams.ts';
import { fillForAccess } from '../support/builders/access.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import type { SeededRandom } from '../support/chaos/seeded-random.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import type { MailServer } from '../support/servers/mail-server.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/servers/webhook-receiver.ts';
import type { Receiver } from '../support/servers/webhook-receiver.ts';

const kills = 10;
/** Work that ends between two kills, so that a slow machine gets no less done. */
const doneBetween = 8;
const patienceMs = 400_000;

let ours: Installation;
let stock: ContractStock;
let mail: MailServer;
let receiver: Receiver;

beforeAll(async () => {
  ensureBuilt();
  const store = await createTestDatabase();
  stock = await createContractStock(store.database);
  [mail, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  // No LEASE_SECONDS: what dies keeps its work for as long as in production.
  ours = await startInstallationOn(store, {
    organizationId: stock.organizationId,
    env: {
      ALLOWED_DATA_DIRS: stock.folder,
      SMTP_URL: mail.url,
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
    },
  });
  for (const name of ['worker 1', 'worker 2']) ours.fleet.start(name, 'worker');
  for (const name of ['clock 1', 'clock 2']) ours.fleet.start(name, 'clock');
  await untilAllLive(ours);
  await fillForAccess(ours);
}, 300_000);
afterAll(async () => {
  await ours?.stop();
  await Promise.all([mail?.stop(), receiver?.stop()]);
  stock?.remove();
});

const work = () => ours.database.knex('work').whereNot({ kind: 'housekeeping' });
const openWork = () => work().whereIn('state', ['QUEUED', 'RUNNING']);

async function kill(random: SeededRandom): Promise<void> {
  const done = async (): Promise<number> => (await work().where({ state: 'DONE' })).length;
  for (let n = 0; n < kills; n++) {
    const before = await done();
    await until('work ends, or none is open', async () => {
      return (await done()) >= before + doneBetween || (await openWork()).length === 0;
    });
    await pause(random.between(0, 300));
    const role = n % 3 === 2 ? 'clock' : 'worker';
    await ours.fleet.killAndRestart(
      random.pick(ours.fleet.members.filter((member) => member.role === role)),
    );
  }
}

async function untilAllEnded(): Promise<void> {
  const { knex } = ours.database;
  await until(
    'all work has ended',
    async () => {
      // In one snapshot: work that ends between two looks would leave an event that neither shows.
      return knex.transaction(
        async (tx) => {
          const open = await openWork().transacting(tx);
          const unstamped = await tx('events').where({ public: true, seq: null });
          const [last] = await tx('events').max<{ seq: number }[]>('seq as seq');
          const behind = await tx('webhooks').whereNot({ cursor_seq: last?.seq });
          const sending = await tx('webhook_deliveries').whereNot({ status: 'delivered' });
          return [open, unstamped, behind, sending].every((rows) => rows.length === 0);
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      );
    },
    patienceMs,
  );
}

test('all kinds of work end, and nothing is done twice, while workers and clocks are killed', async () => {
  const random = seededRandom(chaosSeed());
  const { knex } = ours.database;
  const reader = followFeed(knex, ours.organizationId, 20);
  const place = { ours, random };
  const loads: Load[] = [
    webhooksOf(place, receiver),
    testsOf(place, stock),
    generationsOf(place),
    scansOf(place),
    timersOf(place),
    mailsOf(place, mail),
    mergesOf(place),
  ];
  for (const { prepare } of loads) await prepare?.();
  const what = `${loads.length} kinds of work at once, leases of 30 s, ${kills} kills`;
  try {
    await tryBound(what, 'all ends, nothing twice, none lost', async () => {
      await Promise.all([...loads.map(({ request }) => request?.()), kill(random)]);
      const calm = Date.now();
      await untilAllEnded();
      const drainedMs = Date.now() - calm;
      const wrong = await Promise.all(
        loads.map(async ({ kind, audit }) => (await audit()).map((each) => `${kind}: ${each}`)),
      );
      const ended = await work();
      // Work that newer work of its key replaces is CANCELLED; the audit of ingestion checks its own runs.
      const failed = ended.filter(({ kind, state }) => state === 'FAILED' && kind !== 'ingestion');
      expect([...wrong.flat(), ...failed.map((row) => JSON.stringify(row))]).toEqual([]);
      const feed = await knex('events').where({ public: true }).orderBy('seq').pluck('id');
      await until('the reader has read all', () => reader.seen.length >= feed.length);
      expect(reader.seen.map(({ id }) => id)).toEqual(feed);
      const interrupted = ended.filter(({ attempt }) => attempt > 1).length;
      expect(interrupted).toBeGreaterThan(0);
      return `${ended.length} pieces of work, ${interrupted} interrupted, ${feed.length} events, drained ${Math.round(drainedMs / 1_000)} s after the last kill`;
    });
  } catch (error) {
    const open = (await openWork()).map((row) => JSON.stringify(row)).join('\n');
    const told = error instanceof Error ? error.message : String(error);
    throw new Error(`${told}\n${open}\n${ours.fleet.log().slice(-5_000)}`, { cause: error });
  } finally {
    await reader.stop();
  }
}, 600_000);
