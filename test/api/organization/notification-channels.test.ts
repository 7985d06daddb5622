import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
  const members = [{ emailAddress: 'olga@example.com', role: 'Owner' }];
  await api.send('PUT', '/api/teams/root', { body: team('root', { members }) });
  await api.send('PUT', '/api/teams/shop', { body: team('shop', { parent: 'root' }) });
});
afterEach(() => api.stop());

const list = '/api/teams/shop/notification-channels';
const secret = 'https://hooks.example.com/services/T000/secret';
const channel = (change: Record<string, unknown> = {}) => ({
  id: 'alerts',
  name: 'Alerts',
  type: 'slack',
  endpoint: secret,
  enabled: true,
  ...change,
});
const put = (body: unknown, key = api.key) => api.send('PUT', `${list}/alerts`, { body, key });

it('are stored as sent, replaced, listed and deleted', async () => {
  const body = ` {"enabled":true, "endpoint":"${secret}","type":"slack","name":"Alerts","id":"alerts","topic":"x"}`;
  const stored = await put(body);
  expect([stored.status, stored.text]).toEqual([200, '']);
  expect(stored.headers.get('location-html')).toBe(`${api.address}/teams/shop`);
  expect(stored.headers.get('x-catalog-warnings')).toContain('topic');
  expect((await api.send('GET', `${list}/alerts`)).text).toBe(body);
  await api.send('PUT', `${list}/Ä b`, { body: channel({ id: undefined, type: 'teams' }) });
  await put(channel({ name: 'New' }));
  const { json } = await api.send('GET', list);
  expect(json).toEqual([channel({ name: 'New' }), channel({ id: 'Ä b', type: 'teams' })]);
  const gone = await api.send('DELETE', `${list}/alerts`);
  expect([gone.status, gone.text]).toEqual([200, '']);
  expect((await api.send('DELETE', `${list}/alerts`)).status).toBe(404);
  expect((await api.send('GET', `${list}/alerts`)).status).toBe(404);
  expect((await api.send('GET', list)).json).toHaveLength(1);
});

it.each([
  [{ endpoint: undefined }, /endpoint is required/],
  [{ endpoint: 'hooks' }, /endpoint/],
  [{ endpoint: 'file:///etc/passwd' }, /endpoint/],
  [{ type: 'irc' }, /type must be one of slack, teams, googlechat/],
  [{ enabled: 'yes' }, /enabled/],
  [{ name: '' }, /name/],
  [{ id: 'other' }, /differs from the id 'alerts'/],
])('refuse %j', async (change, message) => {
  const { status, json } = await put(channel(change));
  expect(status).toBe(422);
  expect(json.detail).toMatch(message);
});

it('show their endpoint to keys that may change the team only', async () => {
  await put(channel());
  const { endpoint: _, ...withoutEndpoint } = channel();
  const expected: [string, boolean][] = [
    [(await api.newKey('team', { teamId: 'root' })).text, true],
    [(await api.newKey('user', { email: 'olga@example.com' })).text, true],
    [(await api.newKey('user', { email: 'zoe@example.com' })).text, false],
    [(await api.newKey('organization_read')).text, false],
    [(await api.newKey('team_read', { teamId: 'shop' })).text, false],
  ];
  for (const [key, mayEdit] of expected) {
    const shown = mayEdit ? channel() : withoutEndpoint;
    expect((await api.send('GET', list, { key })).json).toEqual([shown]);
    expect((await api.send('GET', `${list}/alerts`, { key })).json).toEqual(shown);
    expect((await put(channel(), key)).status).toBe(mayEdit ? 200 : 403);
    const removal = await api.send('DELETE', `${list}/none`, { key });
    expect(removal.status).toBe(mayEdit ? 404 : 403);
  }
});

it('are in no event', async () => {
  await put(channel());
  await put(channel({ endpoint: `${secret}/2` }));
  const { rows } = await api.database.knex.raw(
    `select type, public, data::text as data from events where subject_kind = 'notification-channel'`,
  );
  expect(rows).toHaveLength(2);
  for (const { type, public: shown, data } of rows) {
    expect([type, shown]).toEqual(['NotificationChannelUpdated', false]);
    expect(data).not.toContain('hooks.example.com');
  }
});

it('belong to a team of the organization, and end with it', async () => {
  await put(channel());
  const body = channel();
  const unknown = await api.send('PUT', '/api/teams/none/notification-channels/alerts', { body });
  expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
  expect((await api.send('GET', '/api/teams/none/notification-channels')).status).toBe(404);
  const organizationId = await api.newOrganization('other');
  const { text: theirs } = await api.newKey('organization', { organizationId });
  for (const path of [list, `${list}/alerts`])
    expect((await api.send('GET', path, { key: theirs })).status).toBe(404);
  expect((await put(channel(), theirs)).status).toBe(404);
  await api.send('PUT', '/api/teams/shop', { key: theirs, body: team('shop') });
  expect((await api.send('GET', list, { key: theirs })).json).toEqual([]);
  expect((await api.send('DELETE', '/api/teams/shop')).status).toBe(200);
  await api.send('PUT', '/api/teams/shop', { body: team('shop') });
  expect((await api.send('GET', list)).json).toEqual([]);
});
