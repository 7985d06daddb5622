import { listMessages } from '../../../db/views/messaging/messages.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { explainWork } from '../../support/explain-work.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { storeConversations } from '../../support/builders/stored/stored-conversations.ts';

/** Conversations of `me` and others, each with three messages; `few` is in some of them, and in one that nobody else is in. */
const conversations = 1_500;
let store: TestDatabase;
let organizationId: OrganizationId;
beforeAll(async () => {
  store = await createTestDatabase();
  organizationId = await storeConversations(store, conversations, [
    `insert into messaging_heads (organization_id, position) values (?, 1000000)`,
    `insert into contacts (organization_id, id, position, username, username_key, created_at, last_active_at)
      values (?, 'few', 0, 'few', 'few', now(), now())`,
    `insert into conversation_members (organization_id, conversation_id, contact_id, position, joined_position)
      select ?, n, 'few', n, 0 from generate_series(1, ${conversations}) n where n % 300 = 1`,
    `insert into messaging_events (organization_id, position, id, type, subject_kind, subject_id, conversation_id, principal, data, at)
      select organization_id, position, gen_random_uuid(), 'message.created', 'message', id, conversation_id, 'x', '{}', now()
      from messages where organization_id = ?`,
  ]);
});
afterAll(() => store.drop());

const list = (contactId: string, before?: number, limit = 11) =>
  listMessages(
    store.database.knex,
    organizationId,
    { contactId },
    { limit, before, after: undefined },
  );
const workOf = (contactId: string, before?: number) =>
  explainWork(store.database, () => list(contactId, before));

/** What a page must hold, by a statement that is as plain as can be. */
async function expected(contactId: string, before = Number.MAX_SAFE_INTEGER, limit = 11) {
  const rows = await store.database
    .knex('messages as m')
    .join('conversation_members as o', 'o.conversation_id', 'm.conversation_id')
    .where({ 'o.contact_id': contactId })
    .where('m.position', '<', before)
    .orderBy('m.position', 'desc')
    .limit(limit)
    .pluck('m.id');
  return rows as string[];
}

async function expectPages(...cursors: (number | undefined)[]): Promise<void> {
  for (const contactId of ['me', 'few']) {
    for (const before of cursors) {
      const page = await list(contactId, before);
      expect([contactId, before, page.map(({ id }) => id)]).toEqual([
        contactId,
        before,
        await expected(contactId, before),
      ]);
    }
  }
}

const cursors = [undefined, conversations * 4, conversations * 3 + 5, conversations + 8];

it('reads the newest messages of a contact of very many conversations, and not these', async () => {
  const work = await workOf('me');
  expect(work['messaging_events']).toBeLessThanOrEqual(11);
  expect(work['conversations'] ?? 0).toBe(0);
  // Whether there are many, and whether it is in those eleven.
  expect(work['conversation_members']).toBeLessThanOrEqual(1_011);
  await expectPages(...cursors);
});

it('reads no events for a contact of few', async () => {
  expect((await workOf('few'))['messaging_events'] ?? 0).toBe(0);
});

it('finds what lies behind the last events of others, behind deleted messages, and behind the horizon', async () => {
  const { knex } = store.database;
  const last = conversations * 4;
  await knex('messages')
    .whereIn('position', [last, last - 3])
    .delete();
  await knex('conversations')
    .whereIn('position', [conversations, conversations - 3])
    .update({ last_position: knex.raw(`last_position - ${conversations}`) });
  await expectPages(...cursors);
  // Kept by chance behind the horizon, among others that are not.
  await knex('messaging_heads').update({ horizon: last - 4 });
  await knex('messaging_events')
    .where('position', '<', last - 4)
    .whereRaw('position % 2 = 0')
    .delete();
  await expectPages(...cursors);
  await knex.raw(
    `insert into messaging_events (organization_id, position, id, type, subject_kind, subject_id, conversation_id, principal, data, at)
     select ?, ${last} + n, gen_random_uuid(), 'contact.updated', 'contact', 'you', null, 'x', '{}', now() from generate_series(1, 600) n`,
    [organizationId],
  );
  await expectPages(undefined);
  expect((await workOf('me'))['messaging_events']).toBe(500);
});
