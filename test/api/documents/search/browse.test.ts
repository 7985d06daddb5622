import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
let now = new Date('2026-11-01T00:00:00Z');
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await put('teams', team('checkout'));
});
afterAll(() => api.stop());

async function put(collection: string, body: Record<string, unknown>): Promise<void> {
  now = new Date(now.getTime() + 1_000);
  const answer = await api.send('PUT', `/api/${collection}/${body.id as string}`, { body });
  expect([answer.text, answer.status]).toEqual(['', 200]);
}

type Hit = { id: string; match: { field: string; excerpt: string } | null };
type Answer = { results: Hit[]; total: number; next?: string; didYouMean?: string };
const get = async (query: Record<string, string>) => {
  const text = new URLSearchParams(query).toString();
  const answer = await api.send('GET', `/api/search?${text}`);
  expect([text, answer.status]).toEqual([text, 200]);
  return { ...(answer.json as Answer), link: answer.headers.get('link') };
};
const matchOf = async (query: string, id: string) =>
  (await get({ query })).results.find((hit) => hit.id === id)?.match;

/** Ids of all pages. */
async function walk(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await get({ ...query, ...(after !== undefined && { after }) });
    ids.push(...page.results.map(({ id }) => id));
    expect(page.link?.includes(page.next ?? 'rel="next"') ?? false).toBe(page.next !== undefined);
    after = page.next;
  } while (after !== undefined);
  return ids;
}

describe('browsing without words', () => {
  it('shows products first, and what changed last', async () => {
    for (const id of ['a', 'b']) await put('datacontracts', contract(id));
    for (const id of ['p', 'q']) await put('dataproducts', product(id, []));
    await put('datacontracts', contract('a', { name: 'Changed' }));
    const everything = ['q', 'p', 'a', 'b', 'checkout'];
    for (const query of [{}, { query: '' }, { query: ' \t' }])
      expect((await get(query as Record<string, string>)).results.map(({ id }) => id)).toEqual(
        everything,
      );
    expect((await get({ sort: '-updatedAt' })).results.map(({ id }) => id)).toEqual([
      'a',
      'q',
      'p',
      'b',
      'checkout',
    ]);
    expect(await get({ resourceType: 'DATA_PRODUCT' })).toMatchObject({ total: 2 });
    expect((await get({ diagnostics: 'true' })) as object).toMatchObject({
      diagnostics: { matched: 'everything', terms: [] },
    });
  });

  it('finds nothing for a text without letters and digits', async () => {
    expect(await get({ query: '!?' })).toMatchObject({ total: 0, results: [] });
  });
});

describe('pages', () => {
  beforeAll(async () => {
    for (let n = 0; n < 25; n++) {
      const description = { purpose: n % 3 === 0 ? 'Walrus' : 'Nothing' };
      await put(
        'datacontracts',
        contract(`page-${n}`, { name: n % 2 ? 'Walrus' : `No ${n}`, description }),
      );
    }
  });

  it.each([
    [{ query: 'walrus' }],
    [{ query: 'page' }],
    [{ query: 'walrsu' }],
    [{ query: 'page', sort: '-updatedAt' }],
    [{}],
    [{ sort: '-updatedAt' }],
    [{ query: 'all contracts about walrus' }],
  ])('hold every match once, in the order of one long page: %j', async (query) => {
    const one = (await get({ ...query, size: '100' })).results.map(({ id }) => id);
    expect(one.length).toBeGreaterThan(10);
    for (const size of ['1', '7', String(one.length)])
      expect(await walk({ ...query, size })).toEqual(one);
  });

  it('say the total, and have no next one at the end', async () => {
    const { total, next, results } = await get({ query: 'page', size: '25' });
    expect([total, next, results.length]).toEqual([25, undefined, 25]);
    expect((await get({ query: 'page', size: '24' })).next).toEqual(expect.any(String));
    const counted = await get({ query: 'page', size: '0', facets: 'type' });
    expect(counted).toMatchObject({ total: 25, results: [], facets: { type: [{ count: 25 }] } });
    expect(counted.next).toBeUndefined();
  });
});

describe('the reason of a match', () => {
  beforeAll(async () => {
    const purpose = `${'Lorem ipsum dolor sit amet. '.repeat(12)}The quokka lives here. ${'Lorem ipsum. '.repeat(30)}`;
    await put(
      'datacontracts',
      contract('reasons', {
        name: 'Reasoned',
        tags: ['gdpr-relevant'],
        description: { purpose },
        schema: [
          {
            name: 'customers',
            properties: [
              { name: 'postcode', logicalType: 'string' },
              {
                name: 'address',
                logicalType: 'object',
                properties: [
                  { name: 'townName', physicalName: 'municipality', logicalType: 'string' },
                ],
              },
              {
                name: 'phones',
                logicalType: 'array',
                items: {
                  logicalType: 'object',
                  properties: [{ name: 'extension', logicalType: 'string' }],
                },
              },
            ],
          },
        ],
      }),
    );
    await put(
      'dataproducts',
      product('ported', [], {
        outputPorts: [{ name: 'lagoon_export', version: '1.0.0', type: 'csv' }],
      }),
    );
    await put('assets', {
      id: 'asset-1',
      info: { name: 'Table' },
      columns: [{ name: 'zeppelin', type: 'text' }],
    });
  });

  it.each([
    ['postcode', 'reasons', 'field', 'customers.postcode'],
    ['municip', 'reasons', 'field', 'customers.address.townName'],
    ['town', 'reasons', 'field', 'customers.address.townName'],
    ['extension', 'reasons', 'field', 'customers.phones[].extension'],
    ['reasoned postcode', 'reasons', 'field', 'customers.postcode'],
    ['reasoned', 'reasons', 'name', 'Reasoned'],
    ['reasons', 'reasons', 'id', 'reasons'],
    ['gdpr', 'reasons', 'tag', 'gdpr-relevant'],
    ['lagoon', 'ported', 'port', 'lagoon_export'],
    ['zeppelin', 'asset-1', 'field', 'zeppelin'],
  ])('%j: %s by its %s', async (query, id, field, excerpt) => {
    expect(await matchOf(query, id)).toEqual({ field, excerpt });
  });

  it('is a part of the description around the word', async () => {
    const match = await matchOf('quokka', 'reasons');
    expect(match?.field).toBe('description');
    expect(match?.excerpt).toMatch(/^… .*The quokka lives here\. .* …$/);
    expect(match?.excerpt.length).toBeLessThan(200);
  });

  it('is absent without words', async () => {
    expect((await get({})).results.every(({ match }) => match === null)).toBe(true);
  });

  it.each([
    ['postcde', 'postcode', 'customers.postcode'],
    ['posstcode', 'postcode', 'customers.postcode'],
    ['postcpde', 'postcode', 'customers.postcode'],
    ['opstcode', 'postcode', 'customers.postcode'],
    ['Reasoned postcde', 'Reasoned postcode', 'customers.postcode'],
    ['reasonde', 'reasoned', 'Reasoned'],
  ])(
    'is found although %j is misspelled, and the right word is told',
    async (query, right, excerpt) => {
      const { didYouMean, results } = await get({ query });
      expect(didYouMean).toBe(right);
      expect(results.find(({ id }) => id === 'reasons')?.match?.excerpt).toBe(excerpt);
      expect((await get({ query: right })).didYouMean).toBeUndefined();
    },
  );

  it('is told for a typo whose matches the filters leave out, and not for nonsense', async () => {
    const filtered = await get({ query: 'postcde', status: 'retired' });
    expect(filtered).toMatchObject({ total: 0, didYouMean: 'postcode' });
    expect((await get({ query: 'xqzxqz' })).didYouMean).toBeUndefined();
    expect((await get({ query: 'postcde', searchMode: 'FIND' })).didYouMean).toBeUndefined();
  });

  it('stays out of organizations of others', async () => {
    const organizationId = await api.newOrganization('other');
    const { text: key } = await api.newKey('organization', { organizationId });
    const { json } = await api.send('GET', '/api/search?query=postcde', { key });
    expect(json).toMatchObject({ total: 0, results: [] });
    expect(json.didYouMean).toBeUndefined();
  });
});

it('names the product and the port of example data', async () => {
  await api.send('PUT', '/api/datacontracts/sampled', { body: contract('sampled') });
  const body = product('sampled', ['sampled'], { name: 'Sampled data' });
  await api.send('PUT', '/api/dataproducts/sampled', { body });
  const rows = { dataProductId: 'sampled', data: [{ a: 1 }] };
  for (const example of [
    { ...rows, id: 'rows-of-port', outputPortId: 'port-0', schemaName: 'rows_of_port' },
    { ...rows, id: 'rows-of-product', schemaName: 'rows_of_product' },
  ]) {
    const path = `/api/example-data/${example.id}`;
    expect((await api.send('PUT', path, { body: example })).status).toBe(200);
  }
  const { json } = await api.send('GET', '/api/search?resourceType=EXAMPLE_DATA&query=rows');
  const found = (json.results as { id: string; exampleOf?: object }[]).map((hit) => [
    hit.id,
    hit.exampleOf,
  ]);
  const of = { dataProductId: 'sampled', dataProductName: 'Sampled data' };
  expect(Object.fromEntries(found)).toEqual({
    'rows-of-port': { ...of, outputPortId: 'port-0' },
    'rows-of-product': { ...of, outputPortId: null },
  });
  const products = await api.send('GET', '/api/search?resourceType=DATA_PRODUCT&query=sampled');
  expect(products.json.results[0]).not.toHaveProperty('exampleOf');
});
