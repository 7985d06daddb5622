import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';

let now = new Date('2026-11-20T12:00:00Z');
let api: TestApi;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
beforeEach(() => api.send('PUT', '/api/dataproducts/shop', { body: product('shop') }));
afterEach(() => api.send('DELETE', '/api/dataproducts/shop'));
afterAll(() => api.stop());

const address = '/api/dataproducts/shop/star';
const person = async (email: string) => (await api.newKey('user', { email })).text;
const stars = async (key: string) => (await api.send('GET', address, { key })).json;
const gazers = async (query = '') =>
  (await api.send('GET', `/api/dataproducts/shop/stargazers${query}`)).json.map(
    ({ userId }: { userId: string }) => userId,
  );

it('counts the stars of people, each once, whatever their keys', async () => {
  const [ada, ada2, bo] = [
    await person('ada@example.com'),
    await person('ADA@example.com'),
    await person('bo@example.com'),
  ];
  expect(await stars(ada)).toEqual({ count: 0, starredByMe: false });
  for (const key of [ada, ada, ada2, bo]) {
    const { status, text } = await api.send('PUT', address, { key });
    expect([status, text]).toEqual([204, '']);
  }
  expect(await stars(ada2)).toEqual({ count: 2, starredByMe: true });
  expect(await stars(api.key)).toEqual({ count: 2, starredByMe: false });
  for (const key of [ada, ada]) {
    expect((await api.send('DELETE', address, { key })).status).toBe(204);
  }
  expect(await stars(ada)).toEqual({ count: 1, starredByMe: false });
  const { rows } = await api.database.knex.raw(
    `select type from events where type like 'DataProduct%tarred' order by n`,
  );
  expect(rows.map(({ type }: { type: string }) => type)).toEqual([
    'DataProductStarred',
    'DataProductStarred',
    'DataProductUnstarred',
  ]);
});

it('is for people: other keys are answered 403', async () => {
  const keys = [
    api.key,
    (await api.newKey('team', { teamId: 'checkout' })).text,
    (await api.newKey('user_read', { email: 'ada@example.com' })).text,
  ];
  for (const key of keys) {
    for (const method of ['PUT', 'DELETE']) {
      const { status, json } = await api.send(method, address, { key });
      expect([status, json.code]).toEqual([403, 'permission_denied']);
    }
    expect(await stars(key)).toEqual({ count: 0, starredByMe: false });
  }
});

it('lists the people to who acts for the organization, newest first, page by page', async () => {
  const keys = [];
  for (const name of ['ada', 'bo', 'cora', 'dan']) {
    now = new Date(now.getTime() + 1000);
    const key = await person(`${name}@example.com`);
    await api.send('PUT', address, { key });
    keys.push(key);
  }
  const answer = await api.send('GET', '/api/dataproducts/shop/stargazers');
  expect(answer.json[0]).toEqual({ userId: 'dan@example.com', fullName: null });
  const all = ['dan', 'cora', 'bo', 'ada'].map((name) => `${name}@example.com`);
  expect(await gazers()).toEqual(all);
  expect(await gazers('?p=1&size=3')).toEqual(all.slice(3));
  const first = await api.send('GET', '/api/dataproducts/shop/stargazers?size=2');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  // Cora, where the page ended, takes her star back meanwhile.
  await api.send('DELETE', address, { key: keys[2] ?? '' });
  const second = await api.send('GET', next.slice(api.address.length));
  expect(second.json.map(({ userId }: any) => userId)).toEqual(all.slice(2));
  expect((await api.send('GET', '/api/dataproducts/shop/stargazers?after=x')).status).toBe(400);
  const refused = await api.send('GET', '/api/dataproducts/shop/stargazers', {
    key: keys[0] ?? '',
  });
  expect(refused.status).toBe(403);
});

it('ends with the product, and knows none that does not exist', async () => {
  const ada = await person('ada@example.com');
  await api.send('PUT', address, { key: ada });
  await api.send('DELETE', '/api/dataproducts/shop');
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, json } = await api.send(method, address, { key: ada });
    expect([method, status, json.code]).toEqual([method, 404, 'not_found']);
  }
  expect((await api.send('GET', '/api/dataproducts/shop/stargazers')).status).toBe(404);
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
  expect(await stars(ada)).toEqual({ count: 0, starredByMe: false });
});

it('survives a PUT of the product', async () => {
  const ada = await person('ada@example.com');
  await api.send('PUT', address, { key: ada });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', [], { name: 'New' }) });
  expect(await stars(ada)).toEqual({ count: 1, starredByMe: true });
});

it('does not cross organizations', async () => {
  const organizationId = await api.newOrganization('other');
  const { text: theirs } = await api.newKey('user', { email: 'eve@example.com', organizationId });
  const { text: whole } = await api.newKey('organization', { organizationId });
  expect((await api.send('PUT', address, { key: theirs })).status).toBe(404);
  expect((await api.send('GET', address, { key: whole })).status).toBe(404);
  const list = await api.send('GET', '/api/dataproducts/shop/stargazers', { key: whole });
  expect(list.status).toBe(404);
});
