import { tryBound } from '../support/chaos/bounds.ts';
import { ensureBuilt } from '../support/chaos/dist.ts';
import { auditBook, createDocumentWriter } from '../support/chaos/loads/document-books.ts';
import { startInstallation, untilAllLive, untilReady } from '../support/chaos/installation.ts';
import type { Installation } from '../support/chaos/installation.ts';
import { chaosSeed, seededRandom } from '../support/chaos/seeded-random.ts';
import type { SeededRandom } from '../support/chaos/seeded-random.ts';
import { team } from '../support/builders/contracts.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/servers/webhook-receiver.ts';
import type { Receiver } from '../support/servers/webhook-receiver.ts';
import { kindPolicies } from '../../jobs/retry-policies.ts';
import { pause } from '../../lib/clock.ts';

const kills = 12;
const writers = 6;
/** Messages that arrive between two kills, so that a slow machine gets no less done. */
const messagesBetween = 15;

type Call = { id: string; at: number; isTaken: boolean; body: string; subject: string };

let receiver: Receiver;
let ours: Installation;
/** Calls to the receiver, in the order of its answers. */
const calls: Call[] = [];
/** For each kill of a worker what was being sent, as far as the ledger knew. */
const windows: Set<string>[] = [];

beforeAll(async () => {
  ensureBuilt();
  receiver = await startReceiver();
  ours = await startInstallation({
    apis: 2,
    env: { LEASE_SECONDS: '3', WEBHOOK_ALLOWED_HOSTS: receiver.host },
  });
  for (const name of ['worker 1', 'worker 2']) ours.fleet.start(name, 'worker');
  for (const name of ['clock 1', 'clock 2']) ours.fleet.start(name, 'clock');
  await untilAllLive(ours);
});
afterAll(async () => {
  await ours?.stop();
  await receiver?.stop();
});

/** Answers after a while, so that kills meet messages that are under way; refuses some the first time. */
function answerLate(random: SeededRandom): void {
  receiver.answer((response, { headers, body, event }) => {
    const id = String(headers['webhook-id']);
    const isFirst = !calls.some((call) => call.id === id);
    const isTaken = !(isFirst && random.next() < 0.03);
    expect(event.id).toBe(id);
    setTimeout(
      () => {
        calls.push({ id, at: Date.now(), isTaken, body, subject: event.subject });
        response.writeHead(isTaken ? 204 : 500).end();
      },
      random.between(5, 60),
    );
  });
}

async function kill(random: SeededRandom): Promise<void> {
  const ofRole = (role: string) => ours.fleet.members.filter((member) => member.role === role);
  for (let n = 0; n < kills; n++) {
    const before = calls.length;
    await until('messages arrive', () => calls.length >= before + messagesBetween);
    await pause(random.between(0, 100));
    const victim = random.pick(ofRole(['worker', 'worker', 'clock', 'api'][n % 4] ?? 'worker'));
    if (victim.role === 'worker') {
      await ours.fleet.kill(victim);
      const sending = ours.database.knex('webhook_deliveries').whereNotNull('sending_by');
      windows.push(new Set(await sending.pluck<string[]>('event_id')));
    }
    await ours.fleet.killAndRestart(victim);
  }
}

/** Waits until the webhook has had the whole feed; fails with what is left. */
async function untilAllDelivered(): Promise<void> {
  const { knex } = ours.database;
  const left = async (): Promise<unknown[]> => {
    const unstamped = await knex('events').where({ public: true, seq: null });
    const [last] = await knex('events').max<{ seq: number }[]>('seq as seq');
    const behind = await knex('webhooks').whereNot({ cursor_seq: last?.seq });
    const open = await knex('webhook_deliveries').whereNot({ status: 'delivered' });
    const work = await knex('work')
      .where({ kind: 'webhooks' })
      .whereIn('state', ['QUEUED', 'RUNNING']);
    return [...unstamped, ...behind, ...open, ...work];
  };
  try {
    await until('all is delivered', async () => (await left()).length === 0, 240_000);
  } catch (error) {
    const rows = (await left()).map((row) => JSON.stringify(row));
    throw new Error(rows.join('\n').slice(0, 10_000), { cause: error });
  }
}

/** Lists errors in the messages about one subject. */
function audit(fed: readonly string[], sent: readonly Call[]): string[] {
  const taken = sent.filter(({ isTaken }) => isTaken);
  const wrong: string[] = [];
  // Copies follow each other: a late one would bring an old state behind a new one.
  const inOrder = taken.filter(({ id }, at) => id !== taken[at - 1]?.id).map(({ id }) => id);
  if (inOrder.join() !== fed.join()) wrong.push(`taken ${inOrder.join()}, fed ${fed.join()}`);
  for (const id of fed) {
    const copies = sent.filter((call) => call.id === id);
    const killed = windows.filter((window) => window.has(id)).length;
    const repeated = copies.filter(({ isTaken }) => isTaken).length - 1;
    if (repeated > killed) wrong.push(`${id}: ${repeated} repeats in ${killed} kills`);
    if (new Set(copies.map(({ body }) => body)).size > 1) wrong.push(`${id}: copies differ`);
    const [first, second] = copies;
    const wait = kindPolicies.webhooks.backoffMs(1);
    if (first && second && !first.isTaken && killed === 0 && second.at - first.at < wait)
      wrong.push(`${id}: again ${second.at - first.at} ms after it was refused`);
  }
  return wrong;
}

test('every event arrives in the order of its subject while workers, clocks and APIs are killed', async () => {
  const random = seededRandom(chaosSeed());
  answerLate(random);
  const body = { url: receiver.url, events: ['*'] };
  expect((await ours.send('PUT', '/api/webhooks/all', { body })).status).toBe(200);
  await ours.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const clients = Array.from({ length: writers }, (_, n) =>
    createDocumentWriter(ours, `w${n}`, seededRandom(random.between(0, 1e6))),
  );
  const ending = new AbortController();
  const what = `webhooks, ${kills} kills of workers, clocks and APIs`;
  try {
    await tryBound(what, 'in order, none lost, repeats only of what was under way', async () => {
      await Promise.all([
        kill(random).finally(() => ending.abort()),
        ...clients.map(async ({ write }) => {
          while (!ending.signal.aborted) {
            await write();
            await pause(random.between(100, 300));
          }
        }),
      ]);
      const { knex } = ours.database;
      await untilAllDelivered();
      // The last kill may have met the API that the audit asks.
      await Promise.all(ours.addresses.map((address) => untilReady(address, ours.fleet)));
      const books = clients.flatMap((client) => client.books);
      const wrong = await Promise.all(books.map((book) => auditBook(ours, book)));
      const events = await knex('events')
        .where({ public: true })
        .orderBy('seq')
        .select<{ id: string; subject_id: string }[]>('id', 'subject_id');
      const subjects = [...new Set(events.map((event) => event.subject_id))];
      for (const subject of subjects) {
        const fed = events.filter((event) => event.subject_id === subject).map(({ id }) => id);
        wrong.push(
          audit(
            fed,
            calls.filter((call) => call.subject === subject),
          ),
        );
      }
      expect(wrong.flat()).toEqual([]);
      const taken = calls.filter(({ isTaken }) => isTaken).length;
      return `${events.length} events of ${subjects.length} subjects, ${taken - events.length} repeats, ${calls.length - taken} refused once`;
    });
  } catch (error) {
    throw new Error(ours.fleet.log().slice(-5_000), { cause: error });
  } finally {
    ending.abort();
  }
}, 600_000);
