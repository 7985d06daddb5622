import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  const teams = [
    team('sales', { type: 'domain', name: 'Sales' }),
    team('europe', { type: 'Domain', name: 'Europe', parent: 'sales' }),
    team('checkout', { name: 'Checkout crew', parent: 'europe' }),
    team('returns', { parent: 'checkout', description: 'Handles what comes back' }),
  ];
  for (const body of teams) await put('teams', body);
  const contracts = [
    contract('named', { name: 'Lighthouse', tags: ['sea', 'sea', 'pii'], status: 'active' }),
    contract('described', {
      description: { purpose: 'Ships see the lighthouse' },
      team: { name: 'returns' },
      status: 'draft',
      tags: ['sea'],
    }),
    contract('with-field', {
      schema: [
        {
          name: 'signals',
          properties: [
            { name: 'lampType', logicalType: 'string' },
            {
              name: 'shape',
              logicalType: 'object',
              properties: [{ name: 'flash_length', logicalType: 'integer' }],
            },
          ],
        },
      ],
    }),
    contract('customer-orders', { name: 'Customer Orders Zürich' }),
  ];
  for (const body of contracts) await put('datacontracts', body);
  await put(
    'dataproducts',
    product('harbour', ['named'], {
      team: { name: 'europe' },
      customProperties: [{ property: 'type', value: 'aggregate' }],
      outputPorts: [{ name: 'lighthouse_positions', version: '1.0.0', contractId: 'named' }],
    }),
  );
});
afterAll(() => api.stop());

async function put(collection: string, body: Record<string, unknown>): Promise<void> {
  const answer = await api.send('PUT', `/api/${collection}/${body.id as string}`, { body });
  expect([answer.text, answer.status]).toEqual(['', 200]);
}

const get = async (query: Record<string, string>) => {
  const answer = await api.send('GET', `/api/search?${new URLSearchParams(query).toString()}`);
  return answer.json;
};
const found = async (query: string, more: Record<string, string> = {}): Promise<string[]> =>
  (await get({ query, ...more })).results.map(({ id }: { id: string }) => id);

describe('results', () => {
  it('have the envelope of the documented API, and an address, an owner and a type', async () => {
    expect(await get({ query: 'Ships', searchMode: 'DISCOVER' })).toEqual({
      query: 'Ships',
      searchMode: 'DISCOVER',
      answer: null,
      total: 1,
      results: [
        {
          id: 'described',
          url: `${api.address}/datacontracts/described`,
          ownerId: 'returns',
          ownerName: 'Team returns',
          name: 'Contract described',
          resourceType: 'DATA_CONTRACT',
          description: 'Ships see the lighthouse',
          status: 'draft',
          version: '1.0.0',
          tags: ['sea'],
          portTypes: [],
          archetype: null,
          classifications: [],
          updatedAt: expect.stringMatching(/^2\d{3}-.*Z$/),
          quality: null,
          match: { field: 'description', excerpt: 'Ships see the lighthouse' },
        },
      ],
    });
    const { diagnostics } = await get({ query: 'Ships sEE', diagnostics: 'true' });
    expect(diagnostics).toMatchObject({ terms: ['ships', 'see'], matched: 'words' });
    expect(diagnostics.resourceTypes).toEqual(
      expect.arrayContaining(['TEAM', 'DATA_CONTRACT', 'DATA_PRODUCT']),
    );
  });

  it('put names before ports and fields, and these before descriptions', async () => {
    expect(await found('lighthouse')).toEqual(['named', 'harbour', 'described']);
    expect(await found('returns')).toEqual(['returns']);
    await put('datacontracts', contract('volcanoes', { description: { purpose: 'Etna' } }));
    await put('datacontracts', contract('etna', { name: 'Etna of Etna Etna' }));
    await put('datacontracts', contract('x-etna', { name: 'Etna' }));
    expect((await found('Etna')).slice(0, 2).sort()).toEqual(['etna', 'x-etna']);
    expect((await found('etna')).at(-1)).toBe('volcanoes');
  });

  it.each([
    ['a field, also of an object in another', 'flash', ['with-field']],
    ['a part of a field', 'type lamp', ['with-field']],
    ['a field as it is written', 'lampType', ['with-field']],
    ['the beginnings of all words', 'cust ord', ['customer-orders']],
    ['an id', 'customer-orders', ['customer-orders']],
    ['a word without its accent', 'zurich', ['customer-orders']],
    ['a word with an accent', 'ZÜRICH', ['customer-orders']],
    ['words of tags', 'pii', ['named']],
    ['no name of a filter', 'archetype', []],
    ['no beginning of such a name', 'archet', []],
    ['a description', 'what comes back', ['returns']],
  ])('are found by %s', async (_, query, ids) => {
    expect(await found(query)).toEqual(ids);
  });

  it.each(['custmer orders', 'cusotmer orders', 'customr', 'customerr oders'])(
    'are found although %j is misspelt',
    async (query) => {
      const { results, diagnostics } = await get({ query, diagnostics: 'true' });
      expect(results[0].id).toBe('customer-orders');
      expect(diagnostics.matched).toBe('similarity');
    },
  );

  it('need every word, and have some of them if no document has all', async () => {
    expect(await found('lighthouse harbour')).toEqual(['harbour']);
    const some = await get({ query: 'lighthouse volcano', diagnostics: 'true' });
    expect(some.results.map(({ id }: { id: string }) => id)).toEqual([
      'volcanoes',
      'harbour',
      'named',
      'described',
    ]);
    expect(some.diagnostics.matched).toBe('some');
    const named = await found('lighthouse volcano', { searchMode: 'FIND' });
    expect(named.toSorted()).toEqual(['named', 'volcanoes']);
    const { diagnostics } = await get({ query: 'qqqqqqqq', diagnostics: 'true' });
    expect(diagnostics.matched).toBe('nothing');
  });

  it('are of the types that are asked for, and of names only in FIND', async () => {
    expect(await found('lighthouse', { resourceType: 'DATA_PRODUCT' })).toEqual(['harbour']);
    expect(await found('lighthouse', { resourceType: 'SEMANTIC_CONCEPT' })).toEqual([]);
    expect(await found('lighthouse', { searchMode: 'FIND' })).toEqual(['named']);
    const both = await api.send(
      'GET',
      '/api/search?query=lighthouse&resourceType=DATA_PRODUCT&resourceType=DATA_CONTRACT',
    );
    expect(both.json.total).toBe(3);
  });

  it('obey the filters of lists', async () => {
    expect(await found('lighthouse', { tag: 'sea', status: 'draft' })).toEqual(['described']);
    expect(await found('lighthouse', { teamId: 'checkout' })).toEqual(['named']);
    expect(await found('lighthouse', { archetype: 'aggregate' })).toEqual(['harbour']);
    expect(await found('lighthouse', { domainId: 'europe' })).toHaveLength(3);
  });

  it('are 60 at most, and the total says how many there are', async () => {
    for (let n = 0; n < 65; n++) {
      await put('datacontracts', contract(`many-${n}`, { name: `Zebra ${n}` }));
    }
    const { results, total, facets } = await get({ query: 'zebra', facets: 'type' });
    expect([results.length, total]).toEqual([60, 65]);
    expect(facets.type).toEqual([{ value: 'DATA_CONTRACT', count: 65 }]);
  });

  it('follow every write at once', async () => {
    await put('datacontracts', contract('moving', { name: 'Quokka' }));
    expect(await found('quokka')).toEqual(['moving']);
    await put('datacontracts', contract('moving', { name: 'Wombat', tags: ['new'] }));
    expect([await found('quokka'), await found('wombat')]).toEqual([[], ['moving']]);
    expect(await found('wombat', { tag: 'new' })).toEqual(['moving']);
    await api.send('DELETE', '/api/datacontracts/moving');
    expect(await found('wombat')).toEqual([]);
  });
});

it('counts facets over all matches, and a filter by what they say finds as many', async () => {
  const facets = 'type,team,domain,tag,status';
  const answer = await get({ query: 'lighthouse', facets });
  expect(answer.facets).toEqual({
    type: [
      { value: 'DATA_CONTRACT', count: 2 },
      { value: 'DATA_PRODUCT', count: 1 },
    ],
    team: [
      { value: 'checkout', name: 'Checkout crew', count: 1 },
      { value: 'europe', name: 'Europe', count: 1 },
      { value: 'returns', name: 'Team returns', count: 1 },
    ],
    domain: [
      { value: 'europe', name: 'Europe', count: 3 },
      { value: 'sales', name: 'Sales', count: 3 },
    ],
    tag: [
      { value: 'sea', count: 2 },
      { value: 'pii', count: 1 },
    ],
    status: [
      { value: 'active', count: 2 },
      { value: 'draft', count: 1 },
    ],
  });
  const parameters = { type: 'resourceType', team: 'teamId', domain: 'domainId' };
  for (const [facet, counts] of Object.entries(answer.facets)) {
    const name = parameters[facet as keyof typeof parameters] ?? facet;
    for (const { value, count } of counts as { value: string; count: number }[]) {
      expect([facet, value, (await found('lighthouse', { [name]: value })).length]).toEqual([
        facet,
        value,
        count,
      ]);
    }
  }
  const empty = await get({ query: 'qqqqqqqq', facets: 'tag, status' });
  expect(empty.facets).toEqual({ tag: [], status: [] });
  expect((await get({ query: 'lighthouse', facets: '' })).facets).toEqual({});
});

describe('odd input', () => {
  it('is told to who sends the q of lists', async () => {
    const { json } = await api.send('GET', '/api/search?q=orders');
    expect(json.detail).toBe(
      "The query parameter 'query' is missing: rename 'q', which is the parameter of lists.",
    );
  });

  it.each([
    ['q=a', 422],
    ['query=a&query=b', 400],
    ['query=a%00b', 400],
    ['query=a&searchMode=GUESS', 400],
    ['query=a&resourceType=team', 400],
    ['query=a&facets=type,colour', 400],
    ['query=a&diagnostics=perhaps', 400],
    ['query=a&quality=good', 400],
    ['query=a&sort=name', 400],
    ['query=a&size=101', 400],
    ['query=a&after=x', 400],
    ['query=a&after=WzAsMCwiYSJd', 400],
    ['query=a&after=WzAsMCwiYSIsIlx1MDAwMCJd', 400],
  ])('is refused: %j', async (query, status) => {
    const answer = await api.send('GET', `/api/search?${query}`);
    expect([query, answer.status]).toEqual([query, status]);
    expect(answer.json.detail.length).toBeGreaterThan(20);
  });

  it.each([
    ['punctuation', '!?.,;:&|()<->*\'"\\'],
    ['operators', "a & !b | (c <-> d) 'e':*ABCD"],
    ['a quote', "'"],
    ['a backslash', '\\'],
    ['7 kB of words', Array.from({ length: 1_300 }, (_, n) => `w${n}`).join(' ')],
    ['7 kB of one word', 'x'.repeat(7_000)],
    ['words that are misspelt', Array.from({ length: 8 }, (_, n) => `misspeltt${n}`).join(' ')],
    ['emoji', '😀 👩‍👩‍👧'],
    ['one letter', 'a'],
    ['percent and underscore', '% _'],
    ['other scripts', 'Ελληνικά עברית 日本語 हिन्दी'],
  ])('finds what there is and never fails: %s', async (_, query) => {
    for (const searchMode of ['DISCOVER', 'FIND', 'GET_HELP']) {
      const parameters = new URLSearchParams({ query, searchMode, facets: 'type,team,domain' });
      const answer = await api.send('GET', `/api/search?${parameters.toString()}`);
      expect(answer.status).toBe(200);
    }
    const list = await api.send(
      'GET',
      `/api/teams?${new URLSearchParams({ q: query }).toString()}`,
    );
    expect(list.status).toBe(200);
  });

  it('is refused when it is longer than an address may be', async () => {
    for (const query of ['x'.repeat(10_000), 'x '.repeat(5_000)]) {
      const answer = await api.send('GET', `/api/search?query=${encodeURIComponent(query)}`);
      expect([400, 431]).toContain(answer.status);
    }
  });

  it('takes half of a surrogate pair for the mark that replaces it', async () => {
    expect((await api.send('GET', '/api/search?query=a%ED%A0%80b')).status).toBeLessThan(500);
  });

  it('is stored and found: words, tags and texts that Postgres cannot index as they are', async () => {
    const words = Array.from({ length: 200_000 }, (_, n) => n.toString(36)).join(' ');
    const tags = ['t'.repeat(5_000), "it's \\ odd", 'a=b', '\u200b', ...words.split(' ', 20_000)];
    const odd = contract('odd', {
      name: `Odditorium ${'ﷺ'.repeat(30_000)} ${'long'.repeat(2_000)}`,
      status: 's'.repeat(9_000),
      description: { purpose: words },
      tags,
    });
    await put('datacontracts', odd);
    expect(await found('odditorium')).toEqual(['odd']);
    for (const tag of tags.slice(0, 4)) {
      expect(await found('odditorium', { tag })).toEqual(['odd']);
    }
    expect(await found('odditorium', { tag: 't'.repeat(4_999) })).toEqual([]);
    const sorted = await api.send('GET', '/api/datacontracts?sort=-status&size=1&tag=a%3Db');
    expect(sorted.json[0].id).toBe('odd');
  });
});
