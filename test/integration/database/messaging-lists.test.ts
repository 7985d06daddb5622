import { listConversations } from '../../../db/views/messaging/conversations.ts';
import { listMessages } from '../../../db/views/messaging/messages.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { explainWork } from '../../support/explain-work.ts';
import { storeConversations } from '../../support/builders/stored/stored-conversations.ts';

const conversations = 2_000;
let store: TestDatabase;
let organizationId: OrganizationId;
beforeAll(async () => {
  store = await createTestDatabase();
  organizationId = await storeConversations(store, conversations);
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
