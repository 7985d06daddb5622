import { countDeliveries } from '../../../db/views/webhooks/deliveries.ts';
import {
  listFeedReaders,
  listWebhookReaders,
  maxCountedLag,
} from '../../../db/views/webhooks/feed-readers.ts';
import { listFollowingConnectors, maxBehind } from '../../../db/views/work/connectors.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { explainFirst } from '../../support/explain-work.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { storeWebhook } from '../../support/servers/webhooks.ts';

const stored = 1_000_000;
const types = Array.from({ length: 40 }, (_, n) => `Type${n}`);
/** Cursors of connectors: at the head, near it, in the middle, at the beginning, behind it, and none. */
const cursors = [stored, stored - 5, stored / 2, 1, 0, undefined];

let store: TestDatabase;
let organizationId: OrganizationId;

/** A UUID of version 7 in the order of `n`, as SQL. */
const idOf = (n: string): string =>
  `('0198a000-' || lpad(to_hex(${n} / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(${n} % 65536), 12, '0'))::uuid`;

beforeAll(async () => {
  store = await createTestDatabase();
  const { knex } = store.database;
  ({ organizationId } = await storeWebhook(store, new Date()));
  // Filled first and indexed then, which takes a tenth of the time.
  const { rows: indices } = await knex.raw(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'events' and indexname not like '%pkey'`,
  );
  for (const { name } of indices) await knex.raw(`drop index ${name}`);
  await knex.raw('alter table events set unlogged');
  const share = stored / 10;
  for (let from = 0; from < stored; from += share) {
    await knex.raw(
      `insert into events (organization_id, id, type, subject_kind, subject_id, principal, public, data, at, seq)
        select ?, ${idOf('n')}, 'Type' || n % 40, 'team', 's', 'system', true, '{}', ?::timestamptz + n * interval '1 s', n
        from generate_series(?::int + 1, ?::int) n`,
      [organizationId, new Date(Date.UTC(2026, 0, 1)), from, from + share],
    );
  }
  const read = ['events_by_position', 'events_by_type'];
  for (const { name, definition } of indices) if (read.includes(name)) await knex.raw(definition);
  await knex.raw('analyze events');
  await storeConnectors();
}, 120_000);
afterAll(() => store.drop());

async function storeConnectors(): Promise<void> {
  const { knex } = store.database;
  for (const [n, cursor] of cursors.entries()) {
    const state =
      cursor === undefined ? `'{}'` : `json_build_object('lastEventId', ${idOf(`${cursor}`)})`;
    await knex.raw(
      `insert into documents (organization_id, kind, id, revision, edition, name, tags, search, content_hash, created_at, updated_at)
        values (?, 'connector', ?, 1, 0, 'c', '{}', '', '', now(), now())`,
      [organizationId, `c${n}`],
    );
    await knex.raw(
      `insert into document_revisions (organization_id, kind, id, revision, edition, body, at, principal)
        values (?, 'connector', ?, 1, 0, json_build_object('state', ${state}), now(), 'system')`,
      [organizationId, `c${n}`],
    );
  }
}

it('counts the events behind connectors up to a limit, among a million', async () => {
  const list = () =>
    listFollowingConnectors(store.database.knex, organizationId, { after: undefined, limit: 101 });
  const rows = await list();
  expect(rows.map(({ position, behindEvents }) => [position, behindEvents])).toEqual([
    [stored, 0],
    [stored - 5, 5],
    [stored / 2, maxBehind],
    [1, maxBehind],
    [0, maxBehind],
    [null, null],
  ]);
  const { events = 0 } = await explainFirst(store.database, list);
  expect(events).toBeGreaterThan(3 * maxBehind);
  expect(events).toBeLessThan(3 * maxBehind + 2_000);
});

it('counts what readers have not read up to a limit, however many types they follow', async () => {
  const { knex } = store.database;
  const reader = { organization_id: organizationId, form: 'poll', principal: 'system' };
  const seen = { first_seen_at: new Date(), seen_at: new Date() };
  await knex('feed_readers').insert([
    { ...reader, ...seen, id: 'all', seq: 0, types: null },
    { ...reader, ...seen, id: 'many', seq: 0, types },
    { ...reader, ...seen, id: 'near', seq: stored - 80, types: ['Type1', 'Type2'] },
  ]);
  const list = () => listFeedReaders(knex, organizationId, 500);
  const rows = await list();
  expect(rows.map(({ unread, oldestAt }) => [unread, oldestAt?.getTime()])).toEqual([
    [maxCountedLag, Date.UTC(2026, 0, 1, 0, 0, 1)],
    [maxCountedLag, Date.UTC(2026, 0, 1, 0, 0, 1)],
    [4, Date.UTC(2026, 0, 1, 0, 0, stored - 79)],
  ]);
  const { events = 0 } = await explainFirst(store.database, list);
  expect(events).toBeLessThan(2 * maxCountedLag + 200);
});

it('counts what a webhook has not received up to a limit, however many types it wants', async () => {
  const { knex } = store.database;
  await knex('webhooks').update({ cursor_seq: 0 });
  const list = () => listWebhookReaders(knex, organizationId, [{ id: 'hook', types }]);
  expect(await list()).toMatchObject([
    { unread: maxCountedLag, oldestAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 1)) },
  ]);
  const { events = 0 } = await explainFirst(store.database, list);
  expect(events).toBeLessThan(maxCountedLag + 200);
  expect((await countDeliveries(knex, organizationId, ['hook'])).get('hook')).toEqual({
    pending: 0,
    delivered: 0,
    failed: 0,
  });
});
