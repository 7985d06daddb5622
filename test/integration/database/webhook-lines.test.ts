import { queueDeliveries } from '../../../commands/webhooks/queue-deliveries.ts';
import {
  requestDeliveries,
  requestNewDeliveries,
  senderWork,
} from '../../../commands/webhooks/request-delivery.ts';
import { findHeadDelivery, takeDelivery } from '../../../db/tables/webhooks/attempts.ts';
import { leaveLine, lockLine, requestLines, takeLine } from '../../../db/tables/webhooks/lines.ts';
import { insertDeliveries } from '../../../db/tables/webhooks/deliveries.ts';
import { insertWebhook, keepWebhook, lockWebhook } from '../../../db/tables/webhooks/webhooks.ts';
import type { WebhookKey } from '../../../db/tables/webhooks/webhooks.ts';
import { recordEvent } from '../../../db/tables/feed/events.ts';
import { stampEvents } from '../../../db/tables/feed/feed.ts';
import {
  requestAllWork,
  requestAllWorkAtLatest,
  requestWork,
  requestWorkAtLatest,
} from '../../../db/tables/work/work.ts';
import { claimWork } from '../../../db/tables/work/claims.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { transact } from '../../../db/transact.ts';
import { newId } from '../../../lib/ids.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';
import { storeWebhook } from '../../support/servers/webhooks.ts';

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
    requestWork(tx, { ...senderWork(webhook, 0, { dueAt: now, now }), key: subjectId }),
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
  await transact(database, (tx) => insertDeliveries(tx, webhook, [event], { now }));
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

const search = (workId: string) => ({ workId, testsOnly: false, now: new Date() });
const dueOf = async (subjectId: string): Promise<Date | undefined> =>
  (await store.database.knex('webhook_lines').where({ subject_id: subjectId }).first())?.due_at;

it('a line that waits for its next attempt goes on waiting when something new comes, until it is hastened', async () => {
  const { database } = store;
  const lines = [{ subjectKind: 'team', subjectId: 'waiting' }];
  const dueAt = new Date(Date.now() + 3_600_000);
  await transact(database, (tx) => requestLines(tx, webhook, lines, { dueAt, hasten: false }));
  await transact(database, (tx) => requestNewDeliveries(tx, webhook, lines, now));
  expect(await dueOf('waiting')).toEqual(dueAt);
  await transact(database, (tx) => requestDeliveries(tx, webhook, lines, now));
  expect(await dueOf('waiting')).toEqual(now);
  await database.knex('webhook_lines').delete();
});

it('a line has one sender, others take the next one without waiting, and what a sender leaves behind ends the line', async () => {
  const { database } = store;
  const lines = ['a', 'b'].map((subjectId) => ({ subjectKind: 'team', subjectId }));
  await transact(database, (tx) => requestNewDeliveries(tx, webhook, lines, now));
  const [one, other] = [await claimLine('one'), await claimLine('other')];
  const first = await transact(database, (tx) => takeLine(tx, webhook, search(one)));
  await transact(database, async (tx) => {
    const second = await takeLine(tx, webhook, search(other));
    expect([first?.subjectId, second?.subjectId].sort()).toEqual(['a', 'b']);
    expect(await takeLine(tx, webhook, search(other))).toEqual(second);
    // While the other transaction holds its line.
    const third = await transact(database, (others) => takeLine(others, webhook, search(one)));
    expect(third).toEqual(first);
  });
});

it('what is stored in a line that is just being left is not forgotten', async () => {
  const { database } = store;
  await database.knex('webhook_lines').delete();
  const subject = { subjectKind: 'team', subjectId: 'left' };
  const work = await claimLine('leaver');
  await transact(database, (tx) => requestNewDeliveries(tx, webhook, [subject], now));
  const event = { eventId: newId(), eventSeq: 9, eventType: 'TeamUpdatedEvent', ...subject };
  let leaving: Promise<unknown> | undefined;
  await transact(database, async (tx) => {
    await requestNewDeliveries(tx, webhook, [subject], now);
    await insertDeliveries(tx, webhook, [event], { now });
    const line = { webhook, ...subject };
    leaving = transact(database, async (other) => {
      await lockLine(other, line);
      return leaveLine(other, line);
    });
    await untilSomebodyWaits();
  });
  expect(await leaving).toEqual(now);
  const taken = await transact(database, (tx) => takeLine(tx, webhook, search(work)));
  expect(taken).toMatchObject(subject);
  await database.knex('webhook_deliveries').delete();
  await transact(database, (tx) => leaveLine(tx, { webhook, ...subject }));
  expect(await dueOf('left')).toBeUndefined();
});

it('there is no work for more lines than may be sent, and none is counted on that may just be ending', async () => {
  const { database } = store;
  const rows = () => database.knex('work').whereLike('key', 'hook/%').orderBy('key');
  await database.knex('work').delete();
  const lines = Array.from({ length: 600 }, (_, n) => ({ subjectKind: 'team', subjectId: `${n}` }));
  const request = (some: typeof lines) =>
    transact(database, (tx) => requestNewDeliveries(tx, webhook, some, now));
  await request(lines.slice(0, 1));
  expect((await rows()).map(({ key }) => key)).toEqual(['hook/0']);
  await request(lines);
  await request(lines);
  expect(await rows()).toHaveLength(10);
  for (const { id } of await rows()) {
    expect(await claimWork(database.knex, { id, attempt: 1 }, limits)).toBeDefined();
  }
  await request(lines);
  const queued = await database.knex('work').where({ state: 'QUEUED' });
  expect(queued.map(({ key }) => key)).toEqual(['hook/0']);
});

test('work is not moved to a later time by who only wants it done by then', async () => {
  const { database } = store;
  const requested = (hours: number) => ({
    ...senderWork(webhook, 0, { dueAt: new Date(now.getTime() + hours * 3_600_000), now }),
    key: 'hook/team/moved',
  });
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
  ['at the latest', requestAllWorkAtLatest],
])(
  'requests of many (%s) lock what is queued in the order of the ids, as claims do',
  async (name, request) => {
    const { database } = store;
    const works = ['first', 'second'].map((id) => ({
      ...senderWork(webhook, 0, { dueAt: now, now }),
      key: `${id}-${name}`,
    }));
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

test('a sender that leaves keeps its webhook from deletion, and not from new deliveries', async () => {
  const { database } = store;
  const { knex } = database;
  const organizationId = await insertOrganization(knex, { name: 'z', vanity: 'z', now });
  const kept = { organizationId, id: 'kept' };
  const content = {
    body: '{}',
    events: ['*'],
    feed: 'catalog',
    enabled: true,
    secret: '',
  } as const;
  await transact(database, (tx) => insertWebhook(tx, kept, content, now));
  const subject = { subjectKind: 'team', subjectId: 'x', principal: 'x', requestId: undefined };
  await transact(database, (tx) =>
    recordEvent(tx, { organizationId, type: 'TeamCreatedEvent', ...subject, public: true, now }),
  );
  await stampEvents(database, 10);
  let deleting: Promise<unknown> | undefined;
  await transact(database, async (tx) => {
    expect(await keepWebhook(tx, kept)).toBe(true);
    await queueDeliveries(database, now);
    const made = await knex('webhook_deliveries').where({ organization_id: organizationId });
    expect(made).toMatchObject([{ webhook_id: 'kept' }]);
    deleting = transact(database, (other) => lockWebhook(other, kept));
    await untilSomebodyWaits();
  });
  expect(await deleting).toMatchObject({ id: 'kept' });
  await knex('webhooks').where({ organization_id: organizationId }).delete();
  expect(await transact(database, (tx) => keepWebhook(tx, kept))).toBe(false);
});

test('a hundred webhooks whose deliveries cannot be made hold up no other', async () => {
  const { database } = store;
  const { knex } = database;
  const organizationId = await insertOrganization(knex, { name: 'y', vanity: 'y', now });
  await knex.raw(
    `insert into webhooks (organization_id, id, body, events, enabled, secret, cursor_seq, created_at, updated_at)
      select ?, case n when 101 then 'good' else 'bad-' || n end, '{}', '{*}', true, '', 0, now(), now()
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
