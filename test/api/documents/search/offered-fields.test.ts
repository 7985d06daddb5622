import { contract, product, team } from '../../../support/builders/contracts.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';

let api: TestApi;

const table = (name: string, ...fields: string[]) => ({
  name,
  properties: fields.map((field) => ({ name: field, logicalType: 'string' })),
});

beforeAll(async () => {
  api = await startApi();
  await put('teams', team('checkout'));
  const contracts = [
    contract('shop-database', {
      name: 'Shop database',
      schema: [table('customers', 'customer_id', 'postcode')],
      description: { purpose: 'Kept for the quokka' },
    }),
    contract('visits', { name: 'Visits', schema: [table('pages', 'address')] }),
    contract('alone', { schema: [table('parcels', 'postcode')] }),
  ];
  for (const body of contracts) await put('datacontracts', body);
  await put('dataproducts', product('shop', ['visits', 'shop-database'], { name: 'Shop data' }));
  await put('dataproducts', product('site', ['visits'], { name: 'Site' }));
  const described = { description: { purpose: 'Each postcode once' } };
  await put('dataproducts', product('places', ['shop-database'], described));
  const reads = { inputPorts: [{ name: 'in', version: '1.0.0', contractId: 'shop-database' }] };
  await put('dataproducts', product('reader', [], reads));
});
afterAll(() => api.stop());

async function put(collection: string, body: Record<string, unknown>): Promise<void> {
  const answer = await api.send('PUT', `/api/${collection}/${body.id as string}`, { body });
  expect([answer.text, answer.status]).toEqual(['', 200]);
}

type Hit = { id: string; match: object | null };

async function search(query: Record<string, string>) {
  const answer = await api.send('GET', `/api/search?${new URLSearchParams(query).toString()}`);
  return answer.json as {
    results: Hit[];
    total: number;
    next?: string;
    facets?: object;
    didYouMean?: string;
  };
}

const shopDatabase = { id: 'shop-database', name: 'Shop database' };
const postcode = { field: 'field', excerpt: 'customers.postcode', contract: shopDatabase };

describe('a product that offers a contract', () => {
  it('is found by the fields of the contract, and names contract and field', async () => {
    const { results, total, facets } = await search({ query: 'postcode', facets: 'type' });
    expect(total).toBe(4);
    expect(facets).toEqual({
      type: [
        { value: 'DATA_CONTRACT', count: 2 },
        { value: 'DATA_PRODUCT', count: 2 },
      ],
    });
    const matches = new Map(results.map(({ id, match }) => [id, match]));
    expect(Object.fromEntries(matches)).toEqual({
      shop: postcode,
      places: postcode,
      'shop-database': { field: 'field', excerpt: 'customers.postcode' },
      alone: { field: 'field', excerpt: 'parcels.postcode' },
    });
  });

  it('is found by words of which some name it, by the beginning of a word, and by a misspelled one', async () => {
    for (const query of ['shop postcode', 'postc', 'postcde']) {
      const { results } = await search({ query, resourceType: 'DATA_PRODUCT' });
      expect(results.find(({ id }) => id === 'shop')?.match).toEqual(postcode);
    }
  });

  it('is found by the name of the contract, but not by its description, and not by names only', async () => {
    const { results } = await search({ query: 'visits', resourceType: 'DATA_PRODUCT' });
    expect(results.map(({ id, match }) => [id, match])).toEqual([
      ['shop', { field: 'contract', excerpt: 'Visits' }],
      ['site', { field: 'contract', excerpt: 'Visits' }],
    ]);
    const described = await search({ query: 'quokka' });
    expect(described.results.map(({ id }) => id)).toEqual(['shop-database']);
    expect((await search({ query: 'postcode', searchMode: 'FIND' })).total).toBe(0);
  });

  it('has its place on one page of several, and obeys filters', async () => {
    const ids: string[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const more: Record<string, string> = after === '' ? {} : { after };
      const { results, next } = await search({ query: 'postcode', size: '1', ...more });
      ids.push(...results.map(({ id }) => id));
      after = next;
    }
    expect(ids.toSorted()).toEqual(['alone', 'places', 'shop', 'shop-database']);
    expect((await search({ query: 'postcode', status: 'retired' })).total).toBe(0);
  });

  it('is found by a misspelled word as by the word itself, also when a name has the word', async () => {
    await put('datacontracts', contract('letters', { name: 'Postcode book' }));
    const word = await search({ query: 'postcode', facets: 'type,status' });
    const { didYouMean, ...misspelled } = await search({ query: 'postcde', facets: 'type,status' });
    expect(didYouMean).toBe('postcode');
    expect(word.total).toBe(5);
    expect({ ...misspelled, query: 'postcode' }).toEqual(word);
  });

  it('names the column that has most of the words, not only the table or a tag', async () => {
    const query = "which product has customers' postcodes?";
    const matchOf = async (id: string, asked = query) =>
      (await search({ query: asked })).results.find((hit) => hit.id === id)?.match;
    expect(await matchOf('shop')).toEqual(postcode);
    expect(await matchOf('shop', 'customers')).toEqual({
      ...postcode,
      excerpt: 'customers.customer_id',
    });
    const tagged = contract('tagged', {
      tags: ['customers'],
      schema: [table('customers', 'customer_id', 'postcode')],
    });
    await put('datacontracts', tagged);
    expect(await matchOf('tagged')).toEqual({ field: 'field', excerpt: 'customers.postcode' });
    expect(await matchOf('tagged', 'customers')).toEqual({ field: 'tag', excerpt: 'customers' });
    await put('datacontracts', contract('tagged', { name: 'Customers and more', schema: [] }));
    expect(await matchOf('tagged')).toEqual({ field: 'name', excerpt: 'Customers and more' });
  });

  it('never repeats a misspelling in "did you mean"', async () => {
    const meant = async (query: string) => (await search({ query })).didYouMean;
    expect(await meant('postcods')).toBeUndefined();
    expect(await meant('postcodz')).toBe('postcode');
    expect(await meant('adress postcods')).toBe('address postcode');
    expect(await meant('which product has an adress of postcods?')).toBe(
      'which product has an address of postcode?',
    );
    // A plural that only its singular is found by is no misspelling.
    expect(await meant('pstcode parcels customers')).toBe('postcode parcels customers');
    expect(await meant('postcde addresses')).toBe('postcode addresses');
  });

  it('is found no longer when the contract loses the field', async () => {
    const moved = contract('visits', { name: 'Visits', schema: [table('pages', 'wombat')] });
    await put('datacontracts', moved);
    const products = async (query: string) =>
      (await search({ query, resourceType: 'DATA_PRODUCT' })).results.map(({ id }) => id);
    expect(await products('wombat')).toEqual(['shop', 'site']);
    await put('datacontracts', contract('visits', { name: 'Visits' }));
    expect(await products('wombat')).toEqual([]);
  });
});
