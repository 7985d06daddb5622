import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const put = async (collection: string, body: Record<string, unknown>) => {
    const answer = await api.send('PUT', `/api/${collection}/${String(body.id)}`, { body });
    expect(answer.status).toBe(200);
  };
  for (const [id, name] of [
    ['mkt', 'Marketing'],
    ['checkout', 'Checkout'],
    ['risk', 'Risk and Compliance'],
  ]) {
    await put('teams', team(String(id), { name }));
  }
  await put('teams', team('otter', { name: 'Ottermoor', type: 'domain' }));
  await put('teams', team('river', { name: 'River', parent: 'otter' }));
  const of = (name: string) => ({ team: { name }, description: { purpose: 'x' }, schema: [] });
  await put('datacontracts', contract('campaigns', { name: 'Campaigns', ...of('mkt') }));
  await put('datacontracts', contract('leads', { name: 'Leads', ...of('mkt') }));
  await put('datacontracts', contract('orders', { name: 'Orders', ...of('checkout') }));
  const ofRisk = contract('limits', { name: 'Limits of marketing', ...of('risk'), tags: ['neu'] });
  await put('datacontracts', ofRisk);
  const ofRiver = product('gauges', [], { name: 'Gauges', team: { name: 'river' } });
  await put('dataproducts', ofRiver);
  for (const [id, tags] of [
    ['table-1', ['neu']],
    ['neu-table', ['alt']],
  ] as const) {
    const info = { name: id, type: 'table', source: 'x', qualifiedName: id };
    await put('assets', { id, info, tags });
  }
  await put('definitions', { id: 'revenue', owner: 'mkt', name: 'Revenue', type: 'text' });
  await put('tags', { id: 'pii', info: {} });
  await put('dataproducts', product('shop-orders', [], { name: 'Shop orders' }));
  await put('dataproducts', product('returns', [], { name: 'Returns' }));
});
afterAll(() => api.stop());

const search = async (query: string) => {
  const path = `/api/search?${new URLSearchParams({ query, diagnostics: 'true' }).toString()}`;
  const { json } = await api.send('GET', path);
  const ids = (json.results as { id: string }[]).map(({ id }) => id);
  return { ids, matched: json.diagnostics.matched as string };
};

describe('a search in sentences', () => {
  it.each([
    ['Find data products related to orders', ['shop-orders']],
    ['Give me all data contracts owned by team Marketing.', ['campaigns', 'leads']],
    ['data contracts owned by the marketing team', ['campaigns', 'leads']],
    ['show me data contracts of team mkt about leads', ['leads']],
    ['What do we have about returns?', ['returns']],
  ])('%j finds what the words mean', async (query, ids) => {
    const found = await search(query);
    expect(found.ids.toSorted()).toEqual(ids);
    expect(found.matched).toBe('words');
  });

  const allContracts = ['campaigns', 'leads', 'limits', 'orders'];
  const allProducts = ['gauges', 'returns', 'shop-orders'];
  const allTeams = ['checkout', 'mkt', 'otter', 'risk', 'river'];
  it.each([
    ['Give me all data contracts', allContracts],
    ['Find all data products', allProducts],
    ['Give me all teams.', allTeams],
    ['Which teams do we have?', allTeams],
    ['list teams', allTeams],
    ['Find all contracts', allContracts],
    ['all products', allProducts],
    ['show me the tags', ['pii']],
    ['Which definitions are there?', ['revenue']],
    ['list all assets', ['neu-table', 'table-1']],
    ['find contract about leads', ['leads']],
    ['list an asset called table', ['neu-table', 'table-1']],
  ])('%j finds the documents of a kind', async (query, ids) => {
    const found = await search(query);
    expect(found.ids.toSorted()).toEqual(ids);
    expect(found.matched).toBe('words');
  });

  it.each([
    ['data products in domain Ottermoor', ['gauges']],
    ['Which data products are in the ottermoor domain?', ['gauges']],
    ['data products of domain Atlantis', []],
    ['All data contracts of marketing', ['campaigns', 'leads']],
    ['Give me a list of data contracts of the marketing team', ['campaigns', 'leads']],
    ['contracts owned by marketing about orders', []],
    ['Give me all data contracts owned by team Marketing about orders', []],
    ['data contracts owned by team Marketing about orders, leads', ['leads']],
    ['data contracts owned by marketing and checkout', ['campaigns', 'leads', 'orders']],
    ['all contracts of marketing and checkout', ['campaigns', 'leads', 'orders']],
    ['data contracts owned by Risk and Compliance', ['limits']],
    ['data contracts owned by unknown-team', []],
    ['data contracts about orders owned by unknown-team', []],
    ['Show contracts about the limits of marketing campaigns', ['limits', 'campaigns']],
  ])('%j keeps the owner as a condition', async (query, ids) => {
    expect((await search(query)).ids).toEqual(ids);
  });

  it.each([
    ['Find assets with tag neu', ['table-1']],
    ['Find assets tagged "alt".', ['neu-table']],
    ['Find everything with tag neu', ['limits', 'table-1']],
    ['data contracts tagged neu owned by marketing', []],
    ['Find contracts with tag unheard-of', []],
  ])('%j keeps the tag as a condition', async (query, ids) => {
    expect((await search(query)).ids.toSorted()).toEqual(ids);
  });

  it('prefers kinds of two words to nouns', async () => {
    const found = await search('Which teams own data contracts about orders?');
    expect(found).toEqual({ ids: ['orders'], matched: 'some' });
  });

  it('prefers the kind of a noun that may be a word like any other, and leaves nothing out', async () => {
    const misleading = product('misleading', [], {
      name: 'Shop book',
      description: { purpose: 'A contract for the orders of the shop' },
    });
    const put = { body: misleading };
    expect((await api.send('PUT', '/api/dataproducts/misleading', put)).status).toBe(200);
    const contracts = await search('contract for orders');
    expect(contracts.ids[0]).toBe('orders');
    expect(contracts.ids.toSorted()).toEqual(['misleading', 'orders', 'shop-orders']);
    expect((await search('which contract has orders')).ids[0]).toBe('orders');
    const products = await search('which product has orders?');
    expect(products.ids.slice(0, 2).toSorted()).toEqual(['misleading', 'shop-orders']);
    expect(products.ids).toContain('orders');
    expect((await search('which product?')).ids.toSorted()).toEqual(
      [...allProducts, 'misleading'].toSorted(),
    );
    // The noun of another word is none.
    expect((await search('shop product orders')).matched).toBe('some');
    expect((await api.send('DELETE', '/api/dataproducts/misleading')).status).toBe(200);
  });

  it('takes one or two plain words for words', async () => {
    expect((await search('teams')).ids).toEqual([]);
    expect((await search('my contracts')).ids).toEqual([]);
    expect((await search('data contracts')).ids).toEqual([]);
    expect((await search('orders contracts')).matched).toBe('some');
  });

  it('finds documents with some of the words, those with more of them first', async () => {
    const found = await search(
      'Which data products are about shop, orders, returns and volcanoes?',
    );
    expect(found).toEqual({ ids: ['shop-orders', 'returns'], matched: 'some' });
  });

  it('asks for the words as they are if they occur', async () => {
    expect((await search('orders')).ids.toSorted()).toEqual(['orders', 'shop-orders']);
    const some = await search('orders volcanoes');
    expect(some.ids.toSorted()).toEqual(['orders', 'shop-orders']);
    expect(some.matched).toBe('some');
    expect((await search('find all the')).ids).toEqual([]);
  });

  it('leaves q of lists strict', async () => {
    const list = async (q: string) =>
      (await api.send('GET', `/api/dataproducts?q=${encodeURIComponent(q)}`)).json;
    expect(await list('find orders')).toEqual([]);
    expect(await list('shop orders')).toHaveLength(1);
  });
});
