import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
/** No two requests come in the same millisecond: what is asked here is the order in which they came. */
let now = Date.now();
const clock = { now: () => new Date((now += 1)) };

beforeAll(async () => {
  api = await startApi({}, clock);
  const teams = [
    team('sales', { type: 'Domain', name: 'Sales' }),
    team('shop', { name: 'Web shop', parent: 'sales' }),
    team('returns', { name: 'Returns', parent: 'shop' }),
    team('stock', { name: 'Stock' }),
  ];
  for (const body of teams) await put('teams', body);
  // Neither the names nor the ids are in the order of creation; two have the same name and status.
  const contracts: [string, string, string, string][] = [
    ['c-delta', 'apples', 'shop', 'active'],
    ['c-alpha', 'Bananas', 'returns', 'draft'],
    ['c-gamma', 'apples', 'stock', 'active'],
    ['c-beta', 'Cherries', 'sales', 'retired'],
  ];
  for (const [id, name, owner, status] of contracts) {
    await put('datacontracts', contract(id, { name, status, team: { name: owner } }));
  }
  const archetypes = ['aggregate', 'source-aligned', undefined];
  for (const [index, value] of archetypes.entries()) {
    const customProperties = value === undefined ? [] : [{ property: 'type', value }];
    const ports = [{ name: `feed_${index}`, version: '1.0.0', type: 'kafka' }];
    const change = { team: { name: 'stock' }, customProperties, outputPorts: ports };
    await put('dataproducts', product(`p-${index}`, [], change));
  }
});
afterAll(() => api.stop());

async function put(collection: string, body: Record<string, unknown>): Promise<void> {
  const answer = await api.send('PUT', `/api/${collection}/${body.id as string}`, { body });
  expect([answer.text, answer.status]).toEqual(['', 200]);
}

const idsOf = (documents: { id: string }[]): string[] => documents.map(({ id }) => id);
const list = async (path: string): Promise<string[]> =>
  idsOf((await api.send('GET', `/api/${path}`)).json);

describe('filters', () => {
  it.each([
    ['datacontracts?teamId=shop', ['c-delta']],
    ['datacontracts?teamId=shop&teamId=stock', ['c-delta', 'c-gamma']],
    ['datacontracts?domainId=sales', ['c-delta', 'c-alpha', 'c-beta']],
    ['datacontracts?domainId=shop&domainId=stock', ['c-delta', 'c-alpha', 'c-gamma']],
    ['datacontracts?domainId=sales&teamId=stock', []],
    ['datacontracts?domainId=sales&teamId=returns', ['c-alpha']],
    ['datacontracts?domainId=nowhere', []],
    ['datacontracts?owner=Web%20shop', ['c-delta']],
    ['datacontracts?owner=web%20SHOP', ['c-delta']],
    ['datacontracts?owner=shop', []],
    ['datacontracts?domain=Sales', ['c-delta', 'c-alpha', 'c-beta']],
    ['datacontracts?status=active', ['c-delta', 'c-gamma']],
    ['datacontracts?status=act', []],
    ['datacontracts?q=order_id', ['c-delta', 'c-alpha', 'c-gamma', 'c-beta']],
    ['datacontracts?q=apples%20delt', ['c-delta']],
    ['datacontracts?q=delt%20apples', []],
    ['datacontracts?q=aples', []],
    ['dataproducts?archetype=aggregate', ['p-0']],
    ['dataproducts?archetype=aggr', []],
    ['dataproducts?q=feed_1', ['p-1']],
    ['dataproducts?domainId=stock&status=active&archetype=source-aligned', ['p-1']],
    ['teams?archetype=Domain', ['sales']],
  ])('%s', async (path, ids) => {
    expect(await list(path)).toEqual(ids);
  });

  it('by domain follow a team that moves', async () => {
    await put('teams', team('moving', { parent: 'stock' }));
    await put('datacontracts', contract('moved', { team: { name: 'moving' } }));
    expect(await list('datacontracts?domainId=sales&q=moved')).toEqual([]);
    await put('teams', team('moving', { parent: 'returns' }));
    expect(await list('datacontracts?domainId=sales&q=moved')).toEqual(['moved']);
    await api.send('DELETE', '/api/datacontracts/moved');
  });

  it.each([
    'sort=colour',
    'sort=--name',
    'sort=name&sort=id',
    'q=a&q=b',
    'status=a&status=b',
    'count=perhaps',
    'after=unknown',
    'after=c-beta&afterValue=yesterday',
  ])('that make no sense are refused: %s', async (query) => {
    const answer = await api.send('GET', `/api/datacontracts?${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
    expect(answer.json.code).toBe('bad_request');
  });

  it('name the fields that lists can be sorted by', async () => {
    const { json } = await api.send('GET', '/api/datacontracts?sort=colour');
    for (const field of ['name', 'id', 'status', 'createdAt', '-updatedAt'])
      expect(json.detail).toContain(field);
  });
});

const orders: Record<string, string[]> = {
  '': ['c-delta', 'c-alpha', 'c-gamma', 'c-beta'],
  createdAt: ['c-delta', 'c-alpha', 'c-gamma', 'c-beta'],
  '-createdAt': ['c-beta', 'c-gamma', 'c-alpha', 'c-delta'],
  id: ['c-alpha', 'c-beta', 'c-delta', 'c-gamma'],
  '-id': ['c-gamma', 'c-delta', 'c-beta', 'c-alpha'],
  name: ['c-delta', 'c-gamma', 'c-alpha', 'c-beta'],
  '-name': ['c-beta', 'c-alpha', 'c-gamma', 'c-delta'],
  status: ['c-delta', 'c-gamma', 'c-alpha', 'c-beta'],
  '-status': ['c-beta', 'c-alpha', 'c-gamma', 'c-delta'],
  updatedAt: ['c-delta', 'c-alpha', 'c-gamma', 'c-beta'],
};

describe('order', () => {
  it.each(Object.entries(orders))('by %j, in pages of every size', async (sort, ids) => {
    const sorted = sort === '' ? '' : `&sort=${sort}`;
    for (const size of [1, 2, 3, 1000]) {
      const seen: string[] = [];
      let next: string | undefined = `/api/datacontracts?size=${size}${sorted}`;
      while (next !== undefined) {
        const answer = await api.send('GET', next);
        expect(answer.status).toBe(200);
        seen.push(...idsOf(answer.json));
        next = /<http:\/\/[^/]+([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      expect([size, seen]).toEqual([size, ids]);
    }
    expect(await list(`datacontracts?size=2&p=1${sorted}`)).toEqual(ids.slice(2));
  });

  it('goes on where it was although the last entry changed or is gone', async () => {
    for (const n of [1, 2, 3, 4]) await put('teams', team(`t-${n}`, { name: `Tigers ${n}` }));
    const first = await api.send('GET', '/api/teams?q=tigers&sort=name&size=2');
    expect(idsOf(first.json)).toEqual(['t-1', 't-2']);
    const next = /<http:\/\/[^/]+([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    await put('teams', team('t-2', { name: 'Zebras, once tigers' }));
    expect(idsOf((await api.send('GET', next)).json)).toEqual(['t-3', 't-4']);
    await api.send('DELETE', '/api/teams/t-2');
    expect(idsOf((await api.send('GET', next)).json)).toEqual(['t-3', 't-4']);
  });

  it('by the time of the last change shows what was written last at the end', async () => {
    await put('teams', team('sales', { type: 'Domain', name: 'Sales', description: 'new' }));
    expect((await list('teams?sort=updatedAt')).at(-1)).toBe('sales');
    expect((await list('teams?sort=-updatedAt&size=1'))[0]).toBe('sales');
  });
});
