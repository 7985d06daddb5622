import { queueDeliveries } from '../../../commands/webhooks/queue-deliveries.ts';
import { deliveryWork, requestNewDeliveries } from '../../../commands/webhooks/request-delivery.ts';
import { findHeadDelivery, takeDelivery } from '../../../db/tables/webhook-attempts.ts';
import { insertDeliveries } from '../../../db/tables/webhook-deliveries.ts';
import type { WebhookKey } from '../../../db/tables/webhooks.ts';
import { recordEvent } from '../../../db/tables/events.ts';
import { stampEvents } from '../../../db/tables/feed.ts';
import {
  requestAllWork,
  requestMissingWork,
  requestWork,
  requestWorkAtLatest,
} from '../../../db/tables/work.ts';
import { claimWork } from '../../../db/tables/work-claims.ts';
import { insertOrganization } from '../../../db/tables/organizations.ts';
import { transact } from '../../../db/transact.ts';
import { newId } from '../../../lib/ids.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';
import { storeWebhook } from '../../support/webhooks.ts';

const limits = { maxAttempts: 9, leaseMs: 60_000, timeoutMs: 60_000 };
const now = new Date();
let store: TestDatabase;
let webhook: WebhookKey;

beforeAll(async () => {
  store = await createTestDatabase();
  webhook = await storeWebhook(store, now);
});
afterAll(() => store.drop());

const lineOf = (subjectId: string) => ({ webhook, subjectKind: 'team', subjectId });

/** Requests work of the line and claims it, as a worker does. */
async function claimLine(subjectId: string): Promise<string> {
  const id = await transact(store.database, (tx) =>
    requestWork(tx, deliveryWork(lineOf(subjectId), now, now)),
  );
  expect(await claimWork(store.database.knex, { id, attempt: 1 }, limits)).toBeDefined();
  return id;
}

const untilSomebodyWaits = () =>
  until('somebody waits for a lock', async () => {
    const { rows } = await store.database.knex.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });

it('of two that take a delivery at the same time one gets it, until its work ends', async () => {
  const { database } = store;
  const line = lineOf('contested');
  const event = { eventId: newId(), eventSeq: 1, eventType: 'TeamCreatedEvent', ...line };
  await transact(database, (tx) => insertDeliveries(tx, webhook, [event], now));
  const [one, other] = [await claimLine('contested'), await claimLine('contested')];
  const headFor = (workId: string) =>
    findHeadDelivery(database.knex, line, { workId, testsOnly: false, now: new Date() });
  const { id = '', generation = 0 } = (await headFor(one)) ?? {};
  const head = { id, generation };
  const take = (workId: string) =>
    transact(database, (tx) => takeDelivery(tx, webhook, { head, workId, now: new Date() }));
  let second: Promise<boolean> | undefined;
  await transact(database, async (tx) => {
    expect(await takeDelivery(tx, webhook, { head, workId: one, now: new Date() })).toBe(true);
    second = take(other);
    await untilSomebodyWaits();
  });
  expect(await second).toBe(false);
  expect((await headFor(other))?.isHeld).toBe(true);
  expect((await headFor(one))?.isHeld).toBe(false);
  expect(await take(one)).toBe(true);
  await database.knex('work').where({ id: one }).update({ state: 'CANCELLED' });
  expect(await take(other)).toBe(true);
});

it('work that waits keeps its time when something new comes, and begins when that is there', async () => {
  const { database } = store;
  const line = lineOf('waiting');
  const dueAt = new Date(Date.now() + 3_600_000);
  const id = await transact(database, (tx) => requestWork(tx, deliveryWork(line, dueAt, now)));
  let claim: ReturnType<typeof claimWork> | undefined;
  let isClaimed = false;
  await transact(database, async (tx) => {
    await requestNewDeliveries(tx, [line], now);
    claim = claimWork(database.knex, { id, attempt: 1 }, limits).finally(() => (isClaimed = true));
    await untilSomebodyWaits();
    expect(isClaimed).toBe(false);
  });
  expect(await claim).toMatchObject({ id });
  const rows = await database.knex('work').where({ key: 'hook/team/waiting' });
  expect(rows).toMatchObject([{ id, available_at: dueAt, state: 'RUNNING' }]);
  await transact(database, (tx) => requestNewDeliveries(tx, [line], now));
  const states = await database.knex('work').where({ key: 'hook/team/waiting' }).pluck('state');
  expect(states.sort()).toEqual(['QUEUED', 'RUNNING']);
});

test('work is not moved to a later time by who only wants it done by then', async () => {
  const { database } = store;
  const requested = (hours: number) =>
    deliveryWork(lineOf('moved'), new Date(now.getTime() + hours * 3_600_000), now);
  const availableAt = async () => {
    const [row] = await database.knex('work').where({ key: 'hook/team/moved' });
    return row.available_at;
  };
  for (const [hours, expected] of [
    [2, 2],
    [4, 2],
    [1, 1],
  ] as const) {
    await transact(database, (tx) => requestWorkAtLatest(tx, requested(hours)));
    expect(await availableAt()).toEqual(requested(expected).dueAt);
  }
});

test.each([
  ['all', requestAllWork],
  ['missing', requestMissingWork],
])(
  'requests of many (%s) lock what is queued in the order of the ids, as claims do',
  async (name, request) => {
    const { database } = store;
    const works = ['first', 'second'].map((id) => deliveryWork(lineOf(`${id}-${name}`), now, now));
    const ids: string[] = [];
    for (const work of works) ids.push(await transact(database, (tx) => requestWork(tx, work)));
    ids.sort();
    const lock = (tx: Parameters<typeof requestWork>[0], id: string | undefined) =>
      tx('work').where({ id }).forUpdate();
    let many: Promise<unknown> | undefined;
    await transact(database, async (tx) => {
      await lock(tx, ids[0]);
      many = transact<unknown>(database, (other) => request(other, works.toReversed()));
      many.catch(() => undefined);
      await untilSomebodyWaits();
      // Had the other begun with this one, the two would wait for each other, and Postgres would end one of them.
      await lock(tx, ids[1]);
    });
    await many;
  },
);

test('a hundred webhooks whose deliveries cannot be made hold up no other', async () => {
  const { database } = store;
  const { knex } = database;
  const organizationId = await insertOrganization(knex, { name: 'y', vanity: 'y', now });
  await knex.raw(
    `insert into webhooks (organization_id, id, body, url, events, enabled, secret, cursor_seq, created_at, updated_at)
      select ?, case n when 101 then 'good' else 'bad-' || n end, '{}', 'http://x', '{*}', true, '', 0, now(), now()
      from generate_series(1, 101) n`,
    [organizationId],
  );
  await knex.raw(
    `alter table webhook_deliveries add constraint no_bad_ones check (webhook_id not like 'bad-%')`,
  );
  const subject = { subjectKind: 'team', subjectId: 'x', principal: 'x', requestId: undefined };
  await transact(database, (tx) =>
    recordEvent(tx, { organizationId, type: 'TeamCreatedEvent', ...subject, public: true, now }),
  );
  await stampEvents(database, 10);
  await expect(queueDeliveries(database, now)).rejects.toThrow('no_bad_ones');
  const made = await knex('webhook_deliveries').where({ organization_id: organizationId });
  expect(made).toMatchObject([{ webhook_id: 'good' }]);
});
