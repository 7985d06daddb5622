import {
  countUnreadMessages,
  findPageConversation,
  listPageConversations,
} from '../../../db/views/messaging/page-conversations.ts';
import { listPagePeople } from '../../../db/views/messaging/page-people.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { storeConversations } from '../../support/builders/stored/stored-conversations.ts';
import { explainFirst, explainWork } from '../../support/explain-work.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';

const stored = 20_000;
const limit = 11;
const personId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let store: TestDatabase;
let organizationId: OrganizationId;

/** Half of the people have a contact, and as many contacts are of programs. */
beforeAll(async () => {
  store = await createTestDatabase();
  organizationId = await storeConversations(store, stored, [
    `insert into people (organization_id, id, email, name, is_local_administrator, created_at, signed_in_at)
      select ?, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n || '@example.com', 'Person ' || n, false,
        now(), now() from generate_series(1, ${stored}) n`,
    `insert into contacts (organization_id, id, position, username, username_key, created_at, last_active_at, person_id)
      select ?, 'c' || n, 0, 'u' || n, 'u' || n, now(), now(),
        case when n <= ${stored / 2} then ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid end
      from generate_series(1, ${stored}) n`,
  ]);
}, 60_000);
afterAll(() => store.drop());

const knex = () => store.database.knex;
const me = () => ({ organizationId, contactId: 'me' });

it.each([
  ['the first page', undefined, undefined],
  ['a later page', undefined, { isPinned: false, activity: stored * 3 + 5_000 }],
  ['a part of the name', '77', undefined],
])('completes only the conversations of %s', async (_what, name, after) => {
  const list = () =>
    listPageConversations(knex(), me(), { show: 'active', name }, { after, limit });
  const read = await explainWork(store.database, list);
  expect(read['conversations']).toBe(stored);
  // One count of members, one last message and one author for each conversation of the page.
  expect(read['conversation_members']).toBeLessThanOrEqual(stored + limit);
  expect(read['messages']).toBe(limit);
  expect(read['attachments']).toBe(limit);
});

it('reads one conversation without the others', async () => {
  const read = await explainFirst(store.database, () => findPageConversation(knex(), me(), '77'));
  expect(read).toMatchObject({ conversations: 1, messages: 1 });
});

it('counts what is unread without reading messages', async () => {
  const read = await explainFirst(store.database, () => countUnreadMessages(knex(), me()));
  expect(read['messages']).toBeUndefined();
  expect(read['conversations']).toBe(stored);
});

it.each([
  ['the first page', undefined, undefined],
  ['a later page', undefined, { name: 'person 5000', id: personId(5_000) }],
  ['a part of the name', 'PERSON 77', undefined],
])(
  'reads each person once for %s, and the conversations of the page',
  async (_what, words, after) => {
    const caller = { contactId: 'me', personId: personId(1) };
    const list = () => listPagePeople(knex(), organizationId, caller, { words, after, limit });
    const read = await explainWork(store.database, list);
    expect(read['people']).toBe(stored);
    expect(read['contacts']).toBe(stored + 2);
    expect(read['conversations']).toBeLessThanOrEqual(limit);
  },
);
