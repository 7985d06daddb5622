import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

const now = new Date('2026-11-20T12:00:00Z');

let api: TestApi;
let ada: string;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  for (const id of ['orders', 'returns'])
    await api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id) });
  for (const id of ['first', 'parcel', 'parcel-two', 'last'])
    await api.send('PUT', `/api/dataproducts/${id}`, { body: product(id, ['orders', 'returns']) });
  ada = (await api.newKey('user', { email: 'Ada@example.com' })).text;
  const bo = (await api.newKey('user', { email: 'bo@example.com' })).text;
  for (const [key, id] of [
    [ada, 'parcel-two'],
    [ada, 'first'],
    [bo, 'first'],
    [bo, 'last'],
  ] as const)
    await api.send('PUT', `/api/dataproducts/${id}/star`, { key });
});
afterAll(() => api.stop());

type Hit = { id: string; starCount?: number; starredByMe?: boolean; quality: object | null };
const find = async (query: string, key = ada) => {
  const { json, status } = await api.send('GET', `/api/search?${query}`, { key });
  expect([query, status]).toEqual([query, 200]);
  return json as { results: Hit[]; total: number; next?: string };
};
const ids = async (query: string, key?: string) =>
  (await find(query, key)).results.map(({ id }) => id);

it('puts what the reader has starred first, page by page', async () => {
  const all: string[] = [];
  let next: string | undefined;
  do {
    const page = await find(`sort=starred&size=1${next === undefined ? '' : `&after=${next}`}`);
    all.push(...page.results.map(({ id }) => id));
    next = page.next;
  } while (next !== undefined);
  expect(all).toHaveLength(7);
  expect(all.slice(0, 2).toSorted()).toEqual(['first', 'parcel-two']);
  expect(all.slice(2, 4).toSorted()).toEqual(['last', 'parcel']);
  expect(await ids('sort=starred', api.key)).toEqual(await ids('', api.key));
});

it('keeps an exact name before a star, and a star before the rest', async () => {
  expect(await ids('sort=starred&query=parcel')).toEqual(['parcel', 'parcel-two']);
  expect((await ids('sort=starred&query=product&resourceType=DATA_PRODUCT')).slice(0, 2)).toEqual(
    expect.arrayContaining(['first', 'parcel-two']),
  );
});

it('finds only what the reader has starred, and counts the stars of products', async () => {
  const { results, total } = await find('starred=me');
  expect(total).toBe(2);
  expect(results.toSorted((left, right) => (left.id < right.id ? -1 : 1))).toMatchObject([
    { id: 'first', starCount: 2, starredByMe: true },
    { id: 'parcel-two', starCount: 1, starredByMe: true },
  ]);
  const others = (await find('', api.key)).results;
  expect(others.find(({ id }) => id === 'last')).toMatchObject({
    starCount: 1,
    starredByMe: false,
  });
  expect(others.find(({ id }) => id === 'orders')).not.toHaveProperty('starCount');
  expect((await api.send('GET', '/api/search?starred=me')).status).toBe(403);
});

it('tells the last 30 days of each result, the worst of the contracts of a product', async () => {
  const publish = async (dataContractId: string, at: string, result: string) => {
    const check = { type: 'custom', name: 'a', result };
    const body = {
      id: `${dataContractId}-${at}`,
      dataContractId,
      dataContractVersion: '1.0.0',
      result,
      timestampStart: `${at}T01:00:00Z`,
      timestampEnd: `${at}T01:00:01Z`,
      checks: [check],
    };
    expect((await api.send('POST', '/api/test-results', { body })).status).toBe(200);
  };
  await publish('orders', '2026-11-20', 'passed');
  await publish('returns', '2026-11-20', 'failed');
  await publish('returns', '2026-10-22', 'warning');
  await publish('returns', '2026-10-21', 'error');
  const { results } = await find('query=first&trend=true');
  expect(results[0]?.quality).toMatchObject({
    checkCount: 2,
    failedChecks: 1,
    days: [
      { date: '2026-10-22', result: 'warning', checks: 1, failedChecks: 0 },
      { date: '2026-11-20', result: 'failed', checks: 2, failedChecks: 1 },
    ],
  });
  expect((await find('query=first')).results[0]?.quality).not.toHaveProperty('days');
});
