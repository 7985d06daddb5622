import { messagingRoutes } from '../../../api/routes/messaging/messaging.ts';
import { messagingExamples } from '../../../api/messaging/examples.ts';
import type { Route } from '../../../api/route.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';

let api: TestApi;
let theirs: Person;
/** Of one organization, by the collection of its routes. */
const ids: Record<string, string> = {};
const tables = [
  'contacts',
  'contact_groups',
  'contact_group_members',
  'conversations',
  'conversation_members',
  'messages',
  'message_reactions',
  'message_reads',
  'attachments',
  'messaging_events',
];

beforeAll(async () => {
  api = await startApi();
  const kate = await newPerson(api, 'KateMcCallister');
  const kevin = await newPerson(api, 'Kevin');
  ids['contacts'] = kevin.id;
  ids['conversations'] = await newConversation(api, kate, kevin);
  const group = await kate.send('POST', '/v1/groups', { body: { name: 'x', contacts: ['Kevin'] } });
  ids['groups'] = group.json.id;
  const file = { file_url: 'https://example.com/house.jpg' };
  const body = { conversation_id: ids['conversations'], message: 'x', attachments: [file] };
  const message = await kate.send('POST', '/v1/messages', { body });
  ids['messages'] = message.json.id;
  ids['attachments'] = message.json.attachments[0].id;
  theirs = await newPerson(api, 'KateMcCallister', await api.newOrganization('elsewhere'));
});
afterAll(() => api.stop());

/** All rows of the first organization. */
async function stored(): Promise<string> {
  const texts: string[] = [];
  for (const table of tables) {
    const { rows } = await api.database.knex.raw(
      `select t::text as row from ${table} t where organization_id = ? order by 1`,
      [api.organizationId],
    );
    expect([
      table,
      rows.length > 0 || ['message_reactions', 'message_reads'].includes(table),
    ]).toEqual([table, true]);
    texts.push(...rows.map(({ row }: { row: string }) => row));
  }
  return texts.join('\n');
}

const guarded = messagingRoutes.filter(({ access }) => access === 'token');
const collectionOf = ({ path }: Route): string => path.split('/')[2] ?? '';

it.each(
  guarded
    .filter(({ path }) => path.includes(':'))
    .map((route) => [`${route.method} ${route.path}`, route] as const),
)('%s of another organization is 404 and changes nothing', async (_, route) => {
  const before = await stored();
  const path = route.path.replace(/:\w+/, ids[collectionOf(route)] ?? '');
  const body = messagingExamples[String(route.body?.schema?.$id)];
  const { status, json } = await theirs.send(route.method, path, { body });
  expect([status, json.type]).toEqual([404, 'invalid_request']);
  expect(await stored()).toBe(before);
});

it.each(['messages', 'contacts', 'conversations', 'groups', 'attachments'])(
  'lists of %s show nothing of another organization, and its ids are no cursors',
  async (collection) => {
    const list = await theirs.send('GET', `/v1/${collection}`);
    expect(list.status).toBe(200);
    for (const id of Object.values(ids)) expect(list.text).not.toContain(id);
    for (const cursor of ['starting_after', 'ending_before']) {
      const query = `${cursor}=${ids[collection]}`;
      const answer = await theirs.send('GET', `/v1/${collection}?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  },
);

it('nothing can be written to what another organization has', async () => {
  const before = await stored();
  const { conversations, contacts, groups, attachments } = ids;
  const tries: [string, object, number][] = [
    ['/v1/messages', { conversation_id: conversations, message: 'x' }, 404],
    ['/v1/conversations', { contact_id: contacts }, 404],
    ['/v1/conversations', { group_id: groups }, 404],
    ['/v1/groups', { name: 'x', contacts: [contacts] }, 400],
  ];
  for (const [path, body, status] of tries) {
    const answer = await theirs.send('POST', path, { body });
    expect([path, body, answer.status]).toEqual([path, body, status]);
  }
  const own = await newPerson(api, 'Kevin', theirs.organizationId);
  const conversation_id = await newConversation(api, theirs, own);
  const body = { conversation_id, message: 'x', attachments: [attachments] };
  expect((await theirs.send('POST', '/v1/messages', { body })).status).toBe(400);
  for (const query of ['conversation_id', 'group_id']) {
    const list = query === 'group_id' ? 'conversations' : 'messages';
    const id = query === 'group_id' ? groups : conversations;
    expect((await theirs.send('GET', `/v1/${list}?${query}=${id}`)).status).toBe(404);
  }
  expect(await stored()).toBe(before);
});
