import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
let now = new Date('2026-11-01T00:00:00Z');
let ada: string;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  ada = (await api.newKey('user', { email: 'Ada@example.com' })).text;
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  for (const id of ['orders', 'returns'])
    await api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id) });
});
afterAll(() => api.stop());

const put = async (id: string, contractIds: string[], types: string[]) => {
  const outputPorts = types.map((type, n) => ({
    name: `port-${n}`,
    version: '1.0.0',
    type,
    contractId: contractIds[n],
  }));
  const answer = await api.send('PUT', `/api/dataproducts/${id}`, {
    body: product(id, [], { outputPorts }),
  });
  expect([answer.text, answer.status]).toEqual(['', 200]);
};

type Listed = { id: string };
const idsOf = async (query: string, key = api.key) => {
  const { json } = await api.send('GET', `/api/dataproducts?${query}`, { key });
  return (json as Listed[]).map(({ id }) => id);
};

describe('lists of documents', () => {
  beforeAll(async () => {
    await put('first', ['orders'], ['postgres']);
    now = new Date('2026-11-02T00:00:00Z');
    await put('second', ['orders', 'returns'], ['csv', 'postgres']);
    now = new Date('2026-11-03T00:00:00Z');
    await put('first', ['orders'], ['postgres', 'csv']);
  });

  it('have revision and dates with an envelope, and bare documents without', async () => {
    const path = '/api/dataproducts?sort=-updatedAt';
    const { json } = await api.send('GET', `${path}&envelope=true`);
    const { json: bare } = await api.send('GET', path);
    expect(json).toEqual([
      {
        revision: 2,
        createdAt: '2026-11-01T00:00:00.000Z',
        updatedAt: '2026-11-03T00:00:00.000Z',
        document: bare[0],
      },
      {
        revision: 1,
        createdAt: '2026-11-02T00:00:00.000Z',
        updatedAt: '2026-11-02T00:00:00.000Z',
        document: bare[1],
      },
    ]);
    expect(bare.map(({ id }: Listed) => id)).toEqual(['first', 'second']);
  });

  it('page alike with an envelope', async () => {
    const first = await api.send('GET', '/api/dataproducts?sort=id&size=1&envelope=true');
    const [, next = ''] = /<([^>]*)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect(next).toContain('envelope=true');
    const { json } = await api.send('GET', next.slice(next.indexOf('/api/')));
    expect(json).toMatchObject([{ document: { id: 'second' } }]);
  });

  it('have envelopes for every kind, also with members of the server', async () => {
    await api.send('PUT', '/api/tags/pii', { body: { info: {} } });
    await api.send('PUT', '/api/assets/table', { body: { id: 'table', info: { name: 'table' } } });
    await api.send('PUT', '/api/assets/table/assigned-tags/pii');
    const { json } = await api.send('GET', '/api/assets?envelope=true');
    expect(json).toMatchObject([{ revision: 1, document: { id: 'table', assignedTags: ['pii'] } }]);
    for (const collection of ['teams', 'datacontracts', 'tags', 'connectors'])
      expect((await api.send('GET', `/api/${collection}?envelope=true`)).status).toBe(200);
  });

  it('find products by the contract and the type of a port', async () => {
    expect(await idsOf('contractId=returns')).toEqual(['second']);
    expect((await idsOf('contractId=orders')).toSorted()).toEqual(['first', 'second']);
    expect((await idsOf('outputPortType=csv')).toSorted()).toEqual(['first', 'second']);
    expect(await idsOf('outputPortType=csv&contractId=returns')).toEqual(['second']);
    expect(await idsOf('outputPortType=CSV')).toEqual([]);
    await put('second', ['orders'], ['postgres']);
    expect(await idsOf('outputPortType=csv')).toEqual(['first']);
  });

  it('find what the person of the key has starred', async () => {
    await api.send('PUT', '/api/dataproducts/second/star', { key: ada });
    const eve = (await api.newKey('user', { email: 'eve@example.com' })).text;
    expect(await idsOf('starred=me', ada)).toEqual(['second']);
    expect(await idsOf('starred=me', eve)).toEqual([]);
    const counted = await api.send('GET', '/api/dataproducts?starred=me&count=true', { key: ada });
    expect(counted.headers.get('x-total-count')).toBe('1');
    const refused = await api.send('GET', '/api/dataproducts?starred=me');
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    for (const query of ['dataproducts?starred=you', 'dataproducts?envelope=maybe'])
      expect((await api.send('GET', `/api/${query}`)).status).toBe(400);
  });
});
