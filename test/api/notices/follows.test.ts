import { contract, product, team } from '../../support/builders/contracts.ts';
import { settleNotices, signInAs, titlesOf } from '../../support/builders/notices.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
let ada: Record<string, string>;
let bo: Record<string, string>;
const semantics = '/api/semantics/experimental/namespaces/sales';
const ontology = (order: string, more: object[] = []) => ({
  name: 'sales',
  ontology: [
    { concept: 'Order', id: 'order', type: 'EntityType', description: order },
    { concept: 'Buyer', id: 'buyer', type: 'EntityType', description: 'Buys' },
    ...more,
  ],
});
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
  await api.send('PUT', `${semantics}/ontology.yaml`, { body: ontology('A purchase') });
  [ada, bo] = [await signInAs(api, 'ada@example.com'), await signInAs(api, 'bo@example.com')];
  await settleNotices(api);
});
afterAll(() => api.stop());

const ask = (method: string, end: string, headers = ada) =>
  api.send(method, `/ui/follows${end}`, { key: null, headers });
const put = (path: string, body: object) => api.send('PUT', `/api/${path}`, { body });

it('follows and unfollows documents and concepts', async () => {
  const all = ['/dataproducts/shop', '/datacontracts/orders', '/teams/checkout'];
  for (const end of [...all, ...all, '/concepts/sales/order', '/concepts/sales%2Fbuyer']) {
    expect([end, (await ask('PUT', end)).status]).toEqual([end, 204]);
  }
  const listed = (await ask('GET', '')).json;
  expect(listed.map(({ kind, id, name }: Record<string, string>) => [kind, id, name])).toEqual([
    ['datacontracts', 'orders', 'Contract orders'],
    ['dataproducts', 'shop', 'Product shop'],
    ['concepts', 'sales/buyer', 'Buyer'],
    ['concepts', 'sales/order', 'Order'],
    ['teams', 'checkout', 'Team checkout'],
  ]);
  expect((await ask('GET', '/dataproducts/shop')).json).toMatchObject({ following: true });
  expect((await ask('GET', '/dataproducts/shop', bo)).json).toEqual({
    following: false,
    createdAt: null,
    stars: { count: 0, starredByMe: false },
    edit: {
      allowed: false,
      rule: 'no-member',
      because: 'You are in none of the teams that own it.',
    },
  });
  const ofTeam = await ask('GET', '/teams/checkout', bo);
  expect(ofTeam.json).toMatchObject({ stars: null, edit: null });
  for (const end of ['/concepts/sales/buyer', '/concepts/sales/buyer']) {
    expect((await ask('DELETE', end)).status).toBe(204);
  }
  for (const method of ['GET', 'DELETE']) {
    expect((await ask(method, '/dataproducts/lost')).status).toBe(404);
  }
  expect((await ask('GET', '')).json).toHaveLength(4);
});

it.each([
  ['/dataproducts/lost', 404, 'not_found'],
  ['/concepts/sales/lost', 404, 'not_found'],
  ['/concepts/lost', 404, 'not_found'],
  ['/assets/shop', 400, 'bad_request'],
])('refuses to follow %s', async (end, status, code) => {
  const answer = await ask('PUT', end);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
});

it('gives followers notices of changes, new documents of a team, and deletions, once each', async () => {
  await ask('PUT', '/dataproducts/shop', bo);
  await put('dataproducts/shop', product('shop', ['orders'], { version: '2.0.0' }));
  await put('dataproducts/second', product('second'));
  await put('dataproducts/shop', product('shop', ['orders'], { version: '3.0.0' }));
  await put('teams/checkout', team('checkout', { description: 'Sells' }));
  await settleNotices(api);
  await settleNotices(api);
  expect(await titlesOf(api, ada)).toEqual([
    'document-changed follow checkout',
    'document-changed follow shop',
    'document-created follow second',
    'document-changed follow shop',
  ]);
  expect(await titlesOf(api, bo)).toEqual(Array(2).fill('document-changed follow shop'));
  await api.send('DELETE', '/api/dataproducts/shop');
  await settleNotices(api);
  expect((await titlesOf(api, bo))[0]).toBe('document-deleted follow shop');
  expect((await ask('GET', '', bo)).json).toEqual([]);
});

it('gives followers of a concept notices of its own changes only', async () => {
  const before = (await titlesOf(api, ada)).length;
  const order = { body: ontology('A confirmed purchase') };
  await api.send('PUT', `${semantics}/ontology.yaml`, order);
  const more = [{ concept: 'Plant', id: 'plant', type: 'EntityType' }];
  await api.send('PUT', `${semantics}/ontology.yaml`, {
    body: ontology('A confirmed purchase', more),
  });
  await settleNotices(api);
  const fresh = (await titlesOf(api, ada)).slice(0, -before);
  expect(fresh).toEqual(['document-changed follow sales/order']);
  await api.send('DELETE', semantics);
  await settleNotices(api);
  expect((await titlesOf(api, ada))[0]).toBe('document-deleted follow sales/order');
});

it('does not tell people what they did themselves', async () => {
  const { text: key } = await api.newKey('user', { email: 'ada@example.com' });
  const members = [
    { emailAddress: 'ada@example.com', role: 'Owner' },
    { emailAddress: 'bo@example.com', role: 'Owner' },
  ];
  await put('teams/own', team('own', { members }));
  for (const headers of [ada, bo]) await ask('PUT', '/teams/own', headers);
  await settleNotices(api);
  const [ofAda, ofBo] = [(await titlesOf(api, ada)).length, (await titlesOf(api, bo)).length];
  const body = team('own', { members, description: 'Ours' });
  expect((await api.send('PUT', '/api/teams/own', { key, body })).status).toBe(200);
  await settleNotices(api);
  expect(await titlesOf(api, ada)).toHaveLength(ofAda);
  expect((await titlesOf(api, bo)).slice(0, -ofBo || undefined)).toEqual([
    'document-changed follow own',
  ]);
});

it('tells followers and consumers of a major change of a contract', async () => {
  const members = (name: string) => ({
    members: [{ emailAddress: `${name}@example.com`, role: 'Member' }],
  });
  await put('teams/marketing', team('marketing', members('mia')));
  await put('dataproducts/shop', product('shop', ['orders']));
  await put('access/used', {
    info: { purpose: 'x', status: 'approved' },
    provider: { dataProductId: 'shop', outputPortId: 'port-0' },
    consumer: { teamId: 'marketing' },
  });
  await ask('PUT', '/dataproducts/shop', bo);
  await settleNotices(api);
  const schema = [{ name: 'orders', properties: [{ name: 'order_id', logicalType: 'integer' }] }];
  await put('datacontracts/orders', contract('orders', { schema, version: '2.0.0' }));
  await settleNotices(api);
  const mia = await signInAs(api, 'mia@example.com');
  const major = 'contract-changed-major';
  expect((await titlesOf(api, mia))[0]).toBe(`${major} team orders`);
  expect((await titlesOf(api, ada))[0]).toBe(`${major} follow orders`);
  expect((await titlesOf(api, bo))[0]).toBe(`${major} follow orders`);
});
