import { insertOrganization } from '../../../db/tables/organizations/organizations.ts';
import { hearMessages } from '../../../db/views/messaging/message-stream.ts';
import type { MessageListener } from '../../../db/views/messaging/message-stream.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

const now = new Date();
const stored = 30_000;
let store: TestDatabase;
let listener: Omit<MessageListener, 'afterPosition'>;

/** A busy organization: one in 5,000 of its events is for the listener, who is in 5,000 conversations. */
beforeAll(async () => {
  store = await createTestDatabase();
  const { knex } = store.database;
  const organizationId = await insertOrganization(knex, { name: 'x', vanity: 'x', now });
  listener = { organizationId, contactId: 'me', conversationId: undefined };
  await knex.raw(
    `insert into contacts (organization_id, id, position, username, username_key, last_active_at, created_at)
      select ?, id, 0, id, id, now(), now() from unnest(array['me', 'you']) id`,
    [organizationId],
  );
  await knex.raw(
    `insert into contact_groups (organization_id, id, position, created_at, name, created_by)
      select ?, n, 0, now(), n, 'you' from generate_series(1, 6000) n`,
    [organizationId],
  );
  await knex.raw(
    `insert into conversations (organization_id, id, position, group_id, created_by, last_active_at, created_at)
      select ?, n, 0, n, 'you', now(), now() from generate_series(1, 6000) n`,
    [organizationId],
  );
  await knex.raw(
    `insert into conversation_members (organization_id, conversation_id, contact_id, position, joined_position)
      select ?, n, who, 0, 0 from generate_series(1, 6000) n, unnest(array['me', 'you']) who
      where who = 'you' or n <= 5000`,
    [organizationId],
  );
  await knex.raw(
    `insert into messaging_events (organization_id, position, id, type, subject_kind, subject_id, conversation_id,
        principal, data, at)
      select ?, n, gen_random_uuid(), 'message.created', 'message', n,
        case when n % 5000 = 0 then n / 5000 else 5001 + n % 1000 end, 'contact:you', '{}', now()
      from generate_series(1, ${stored}) n`,
    [organizationId],
  );
  await knex.raw('analyze');
});
afterAll(() => store.drop());

test('a listener that nothing is for comes to the end, a bounded step at a time', async () => {
  const { knex } = store.database;
  let steps = 0;
  const heard: number[] = [];
  for (let position = 0, hasMore = true; hasMore; steps += 1) {
    const piece = await hearMessages(knex, { ...listener, afterPosition: position });
    if (!piece) throw new Error('nobody answered');
    heard.push(...piece.events.map((event) => event.position));
    expect(piece.position).toBeGreaterThanOrEqual(position);
    ({ position, hasMore } = piece);
  }
  expect(heard).toEqual([5_000, 10_000, 15_000, 20_000, 25_000, 30_000]);
  expect(steps).toBe(stored / 500 + 1);
});

test('those who ask at once share a statement, and each hears its own', async () => {
  const { knex } = store.database;
  let statements = 0;
  knex.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('unnest')) statements += 1;
  });
  const places = [0, 4_990, 9_999, 29_990, stored];
  const heard = await Promise.all(
    ['me', 'you', 'nobody'].flatMap((contactId) =>
      places.map((afterPosition) => hearMessages(knex, { ...listener, contactId, afterPosition })),
    ),
  );
  expect(statements).toBe(1);
  const positions = heard.map((each) => each?.events.map(({ position }) => position));
  expect(positions.slice(0, 5)).toEqual([[], [5_000], [10_000], [30_000], []]);
  expect(positions.slice(5, 7)).toEqual(
    [0, 4_990].map((from) => Array.from({ length: 20 }, (_, n) => from + n + 1)),
  );
  expect(positions.slice(10)).toEqual(places.map(() => []));
  const afterStep = [500, 5_490, 10_499, 30_000, 30_000];
  const afterPage = [20, 5_010, 10_019, 30_000, 30_000];
  expect(heard.map((each) => each?.position)).toEqual([afterStep, afterPage, afterStep].flat());
  expect(heard.every((each) => each?.isMember)).toBe(true);
});

test.each([
  ['at the end of the feed, a few pages', stored, 10],
  ['in the midst of what is for others, as many as there are events in a step', 12_000, 1_600],
])('what it reads is bounded: %s', async (_, afterPosition, most) => {
  const { knex } = store.database;
  let asked: { sql: string; bindings: unknown[] } | undefined;
  const listen = (query: { sql: string; bindings: unknown[] }) => (asked ??= query);
  knex.on('query', listen);
  await hearMessages(knex, { ...listener, afterPosition });
  knex.removeListener('query', listen);
  const buffers = await knex.transaction(async (tx) => {
    await tx.raw('set local plan_cache_mode = force_generic_plan');
    await tx.raw(`prepare planned as ${asked?.sql}`);
    const values = asked?.bindings.map((value) => tx.raw('?', [value] as never).toQuery());
    const { rows } = await tx.raw(
      `explain (analyze, buffers, format json) execute planned (${values?.join(', ')})`,
    );
    await tx.raw('deallocate planned');
    const [{ Plan: plan }] = JSON.parse(rows[0]['QUERY PLAN']);
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  });
  expect(buffers).toBeLessThan(most);
});
