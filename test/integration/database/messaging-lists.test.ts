import { listConversations } from '../../../db/views/conversations.ts';
import { listMessages } from '../../../db/views/messages.ts';
import { insertOrganization } from '../../../db/tables/organizations.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { explainWork } from '../../support/explain-work.ts';

const conversations = 2_000;
let store: TestDatabase;
let organizationId: OrganizationId;
beforeAll(async () => {
  store = await createTestDatabase();
  const { knex } = store.database;
  organizationId = await insertOrganization(knex, { name: 'o', vanity: 'o', now: new Date() });
  const statements = [
    `insert into contacts (organization_id, id, position, username, username_key, created_at, last_active_at)
      select ?, id, 0, id, id, now(), now() from unnest(array['me', 'you']) id`,
    `insert into contact_groups (organization_id, id, position, created_at, name, created_by)
      select ?, n, 0, now(), n, 'you' from generate_series(1, ${conversations}) n`,
    `insert into conversations (organization_id, id, position, group_id, created_by, last_position, last_active_at, created_at)
      select ?, n, n, n, 'you', ${conversations} * 3 + n, now(), now() from generate_series(1, ${conversations}) n`,
    `insert into conversation_members (organization_id, conversation_id, contact_id, position, joined_position)
      select ?, n, 'me', n, 0 from generate_series(1, ${conversations}) n`,
    `insert into messages (organization_id, id, position, created_at, conversation_id, contact_id, message)
      select ?, c || '-' || n, ${conversations} * n + c, now(), c, 'you', 'Hello'
      from generate_series(1, ${conversations}) c, generate_series(1, 3) n`,
  ];
  for (const statement of statements) await knex.raw(statement, [organizationId]);
  await knex.raw('vacuum analyze');
});
afterAll(() => store.drop());

const workOf = (list: () => Promise<unknown[]>) => explainWork(store.database, list);

const page = { limit: 11, before: undefined, after: undefined };

it.each([
  ['the newest page', {}, 11 + 121],
  // Each of these conversations has one message at most behind the cursor.
  ['what is newer than a message', { after: conversations * 4 - 50 }, 50 + 121],
])('looks into few conversations for %s of all messages', async (_what, part, most) => {
  const messages = await workOf(() =>
    listMessages(store.database.knex, organizationId, { contactId: 'me' }, { ...page, ...part }),
  );
  expect(messages['messages']).toBeGreaterThan(0);
  expect(messages['messages']).toBeLessThanOrEqual(most);
});

it('reads no more conversations than a page of them has', async () => {
  const filter = { muted: undefined, archived: undefined, pinned: undefined, groupId: undefined };
  const viewer = { organizationId, contactId: 'me' };
  const read = await workOf(() => listConversations(store.database.knex, viewer, filter, page));
  expect(read['conversation_members']).toBe(11);
  expect(read['conversations']).toBe(11);
});
