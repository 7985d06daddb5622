import { contract, product, team } from '../../support/builders/contracts.ts';
import { signInAs } from '../../support/builders/notices.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let now = new Date('2026-11-20T12:00:00Z');
const later = () => (now = new Date(now.getTime() + 60_000));
let api: TestApi;
let ada: Record<string, string>;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/teams/stock', { body: team('stock') });
  ada = await signInAs(api, 'ada@example.com');
});
afterAll(() => api.stop());

const path = '/ui/saved-searches';
const ask = (method: string, end: string, headers = ada, body?: unknown) =>
  api.send(method, `${path}${end}`, { key: null, headers, body });
const search = { name: 'Parcels', query: 'parcel', filters: {} };
const countOf = async (id: string) => (await ask('GET', `/${id}`)).json.newCount;

it('keeps name, words and filters, and tells what is new since it was last seen', async () => {
  const filters = { resourceType: ['DATA_PRODUCT'], teamId: ['checkout'], view: ['table'] };
  await api.send('PUT', '/api/dataproducts/old-parcel', { body: product('old-parcel') });
  expect((await ask('PUT', '/mine', ada, { ...search, filters })).status).toBe(200);
  later();
  const saved = (await ask('GET', '/mine')).json;
  expect(saved).toMatchObject({ id: 'mine', ...search, filters, newCount: 0 });
  const body = product('new-parcel');
  await api.send('PUT', '/api/dataproducts/new-parcel', { body });
  await api.send('PUT', '/api/datacontracts/parcel', { body: contract('parcel') });
  const elsewhere = product('stock-parcel', [], { team: { name: 'stock' } });
  await api.send('PUT', '/api/dataproducts/stock-parcel', { body: elsewhere });
  expect(await countOf('mine')).toBe(1);
  // A change of a document that was seen is nothing new.
  later();
  expect((await ask('POST', '/mine/seen')).status).toBe(204);
  await api.send('PUT', '/api/dataproducts/new-parcel', { body: { ...body, version: '2.0.0' } });
  expect(await countOf('mine')).toBe(0);
  const [listed] = (await ask('GET', '')).json;
  expect(listed).toMatchObject({ id: 'mine', newCount: 0, seenAt: now.toISOString() });
  expect((await ask('DELETE', '/mine')).status).toBe(200);
  expect((await ask('GET', '')).json).toEqual([]);
  expect((await ask('DELETE', '/mine')).status).toBe(404);
});

it('counts all new resources without words, and an unknown type finds nothing', async () => {
  await ask('PUT', '/all', ada, { name: 'All', query: '', filters: {} });
  await ask('PUT', '/none', ada, { name: 'None', query: '', filters: { resourceType: ['LOST'] } });
  later();
  await api.send('PUT', '/api/teams/fresh', { body: team('fresh') });
  expect([await countOf('all'), await countOf('none')]).toEqual([1, 0]);
  await ask('DELETE', '/all');
  await ask('DELETE', '/none');
});

it('belongs to the person, whatever the key, and to nobody else', async () => {
  await ask('PUT', '/mine', ada, search);
  const again = await signInAs(api, 'ADA@example.com');
  expect((await ask('GET', '/mine', again)).status).toBe(200);
  const organizationId = await api.newOrganization('other');
  const elsewhere = await api.newKey('user', { email: 'ada@example.com', organizationId });
  const others = [
    await signInAs(api, 'bo@example.com'),
    await signIn(api),
    await signIn(api, elsewhere.text),
  ];
  for (const headers of others) {
    expect((await ask('GET', '', headers)).json).toEqual([]);
    expect((await ask('GET', '/mine', headers)).status).toBe(404);
    expect((await ask('POST', '/mine/seen', headers)).status).toBe(404);
    expect((await ask('DELETE', '/mine', headers)).status).toBe(404);
  }
  const [one, other] = [
    await signIn(api),
    await signIn(api, (await api.newKey('organization')).text),
  ];
  await ask('PUT', '/of-key', one, search);
  expect((await ask('GET', '', other)).json).toEqual([]);
  expect((await ask('GET', '/mine')).json).toMatchObject(search);
});

it('is also for people who may only read', async () => {
  const { text } = await api.newKey('user_read', { email: 'reader@example.com' });
  const reader = await signIn(api, text);
  expect((await ask('PUT', '/mine', reader, search)).status).toBe(200);
  expect((await ask('GET', '', reader)).json).toHaveLength(1);
});

it('refuses more than 20 searches, and replaces one of 20', async () => {
  const full = await signInAs(api, 'full@example.com');
  for (let n = 0; n < 20; n++) await ask('PUT', `/s${n}`, full, search);
  const { status, json } = await ask('PUT', '/more', full, search);
  expect([status, json.code]).toEqual([409, 'limit_reached']);
  expect((await ask('PUT', '/s19', full, { ...search, name: 'New' })).status).toBe(200);
  expect((await ask('GET', '', full)).json).toHaveLength(20);
});

it.each([
  ['no name', { ...search, name: undefined }],
  ['an empty name', { ...search, name: '' }],
  ['a filter that is no list', { ...search, filters: { tag: 'demo' } }],
  ['another member', { ...search, owner: 'bo' }],
])('refuses a body with %s', async (_what, body) => {
  const { status, json } = await ask('PUT', '/wrong', ada, body);
  expect([status, json.code]).toEqual([422, 'invalid_body']);
});

it('changes nothing in a dry run', async () => {
  expect((await ask('PUT', '/tried?dryRun=true', ada, search)).status).toBe(200);
  expect((await ask('GET', '/tried')).status).toBe(404);
});
