import { listNewestEvents } from '../../../db/tables/feed/newest-events.ts';
import type { NewestFilter, NewestPosition } from '../../../db/tables/feed/newest-events.ts';
import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { explainWork } from '../../support/explain-work.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

const stored = 30_000;
const start = Date.UTC(2026, 0, 1);
const at = (second: number): Date => new Date(start + second * 1000);
let store: TestDatabase;
let organizationId: OrganizationId;

/** An event each second; one key in a thousand, and one type in a thousand, are rare. */
beforeAll(async () => {
  store = await createTestDatabase();
  const { knex } = store.database;
  const now = new Date();
  organizationId = await insertOrganization(knex, { name: 'x', vanity: 'x', now });
  await knex.raw(
    `insert into events (organization_id, id, type, subject_kind, subject_id, principal, public, data, at, seq)
      select ?, gen_random_uuid(), case when n % 1000 = 0 then 'RareEvent' else 'UsualEvent' end,
        case when n % 1000 = 500 then 'rare' else 'usual' end, 'subject-' || n % 1500,
        case when n % 1000 = 7 then 'user:rare' else 'user:usual' end, true, '{}', ?::timestamptz + n * interval '1 s', n
      from generate_series(1, ?::int) n`,
    [organizationId, at(0), stored],
  );
  await knex.raw('analyze events');
});
afterAll(() => store.drop());

const list = (filter: Partial<NewestFilter>, before?: NewestPosition) =>
  listNewestEvents(
    store.database.knex,
    organizationId,
    { inFeed: true, ...filter },
    { before, limit: 11 },
  );

it.each<[string, Partial<NewestFilter>, number]>([
  ['all', {}, stored],
  ['a rare type', { types: ['RareEvent'] }, stored],
  ['a rare kind', { kinds: ['rare'] }, stored - 500],
  ['a usual type', { types: ['UsualEvent'] }, stored - 1],
  ['a rare author', { principal: 'user:rare' }, stored - 993],
  ['one subject', { subject: 'subject-3' }, stored - 1497],
  ['a time long ago', { to: at(1_000) }, 999],
  ['an author in a time', { principal: 'user:rare', to: at(20_000) }, 19_007],
  ['a type in a time', { types: ['RareEvent'], to: at(20_001) }, 20_000],
])('reads few rows for %s', async (_what, filter, newest) => {
  const [first] = await list(filter);
  expect(first?.seq).toBe(newest);
  const read = await explainWork(store.database, () => list(filter));
  expect(read['events']).toBeLessThan(100);
});

it('goes on behind an event of which others have the time', async () => {
  const all = await list({});
  const [, second] = all;
  if (!second) throw new Error('the list is empty');
  const next = await list({}, second);
  expect(next.slice(0, 9).map(({ seq }) => seq)).toEqual(all.slice(2).map(({ seq }) => seq));
});
