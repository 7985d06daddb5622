import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'rivals'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
});
afterAll(() => api.stop());

const cost = (change: object = {}) => ({
  dataProductId: 'shop',
  name: 'Warehouse',
  yearMonth: '2026-02',
  amount: 12.5,
  currency: 'EUR',
  ...change,
});
const post = (body: unknown, key?: string) =>
  api.send('POST', '/api/costs', { body, ...(key !== undefined && { key }) });
const list = (product = 'shop') => api.send('GET', `/api/costs?dataProductId=${product}`);

it('are reported, listed by product and deleted', async () => {
  const posted = await post(cost({ id: 'mine', estimated: true, tags: ['x'], category: null }));
  expect([posted.status, posted.text]).toEqual([200, '']);
  expect(posted.headers.get('location-html')).toBe(`${api.address}/dataproducts/shop`);
  const location = posted.headers.get('location') ?? '';
  await post(cost({ amount: 1 }));
  const [first, second] = (await list()).json;
  expect(first).toEqual({
    ...cost({ estimated: true, tags: ['x'], category: null }),
    id: location.split('/').at(-1),
  });
  expect(second.amount).toBe(1);
  expect((await list('other')).json).toEqual([]);
  const page = await api.send('GET', '/api/costs?dataProductId=shop&size=1');
  expect(page.json).toHaveLength(1);
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await api.send('GET', next.slice(api.address.length));
  expect([rest.json, rest.headers.get('link')]).toEqual([[second], null]);
  expect((await api.send('GET', '/api/costs?dataProductId=shop&p=1&size=1')).json).toEqual([
    second,
  ]);
  expect((await api.send('DELETE', location)).status).toBe(200);
  expect((await api.send('DELETE', location)).status).toBe(404);
  expect((await list()).json).toEqual([second]);
  await api.send('DELETE', `/api/costs/${second.id}`);
  const audit = await api.database.knex('events').where({ subject_kind: 'cost' }).orderBy('n');
  expect(audit.map(({ type, public: isPublic }) => [type, isPublic])).toEqual([
    ['CostAdded', false],
    ['CostAdded', false],
    ['CostDeleted', false],
    ['CostDeleted', false],
  ]);
});

it('keep amounts and everything else exactly as they were sent', async () => {
  const text =
    '{"dataProductId":"shop", "name":"Exact","amount": 12345678901234567890.12345678901234567890 ,"currency":"EUR","more":[1.10]}';
  const posted = await post(text);
  expect(posted.headers.get('x-catalog-warnings')).toBe('Unknown members were stored: more');
  const id = posted.headers.get('location')?.split('/').at(-1) ?? '';
  expect((await list()).text).toBe(`[${text.slice(0, -1)},"id":"${id}"}]`);
  await api.send('DELETE', `/api/costs/${id}`);
});

it.each<[string, unknown, number, string]>([
  ['no product', cost({ dataProductId: undefined }), 422, 'invalid_document'],
  ['an unknown product', cost({ dataProductId: 'ghost' }), 422, 'unknown_reference'],
  ['no name', cost({ name: null }), 422, 'invalid_document'],
  ['no amount', cost({ amount: undefined }), 422, 'invalid_document'],
  ['an amount as text', cost({ amount: '12.5' }), 422, 'invalid_document'],
  ['an endless amount', JSON.stringify(cost()).replace('12.5', '1e999'), 422, 'invalid_document'],
  ['no currency', cost({ currency: '' }), 422, 'invalid_document'],
  ['a month 13', cost({ yearMonth: '2026-13' }), 422, 'invalid_document'],
  ['a day', cost({ yearMonth: '2026-02-01' }), 422, 'invalid_document'],
  ['a link that is none', cost({ link: 'not a uri' }), 422, 'invalid_document'],
  ['an array', '[]', 422, 'invalid_body'],
  ['malformed JSON', '{', 400, 'malformed_body'],
  ['NUL', '{"dataProductId":"a\\u0000"}', 422, 'invalid_text'],
  ['depth 65', `{"x":${'['.repeat(64)}${']'.repeat(64)}}`, 422, 'invalid_body'],
  ['more than 5 MB', ' '.repeat(5 * 1024 * 1024 + 1), 413, 'payload_too_large'],
])('refuse %s', async (_, body, status, code) => {
  const answer = await post(body);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
  expect((await list()).json).toEqual([]);
});

it('refuse lists without a product, bad pages and ids that are none', async () => {
  for (const query of [
    '',
    '?dataProductId=',
    '?dataProductId=shop&after=x',
    '?dataProductId=shop&p=-1',
  ]) {
    const answer = await api.send('GET', `/api/costs${query}`);
    expect([query, answer.status, answer.json.code]).toEqual([query, 400, 'bad_request']);
  }
  for (const id of ['x', '%00', '01900000-0000-7000-8000-000000000000'])
    expect((await api.send('DELETE', `/api/costs/${id}`)).status).toBe(404);
});

it('are written by the team of the product, and go with it', async () => {
  const { text: rival } = await api.newKey('team', { teamId: 'rivals' });
  const { text: ours } = await api.newKey('team', { teamId: 'checkout' });
  expect((await post(cost(), rival)).status).toBe(403);
  const posted = await post(cost(), ours);
  const location = posted.headers.get('location') ?? '';
  expect((await api.send('DELETE', location, { key: rival })).status).toBe(403);
  await api.send('DELETE', '/api/dataproducts/shop');
  expect((await list()).json).toEqual([]);
  expect((await api.send('DELETE', location)).status).toBe(404);
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
});
