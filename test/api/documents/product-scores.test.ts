import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { runEvent } from '../../support/builders/lineage.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const put = async (path: string, body: object) => {
  const answer = await api.send('PUT', `/api/${path}`, { body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer;
};
const read = async (id: string) => (await api.send('GET', `/api/dataproducts/${id}/score`)).json;
const failed = async (id: string): Promise<string[]> =>
  (await read(id)).rules
    .filter(({ status }: any) => status === 'failed')
    .map(({ key }: any) => key);

const described = [
  {
    name: 'orders',
    description: 'All orders',
    properties: [{ name: 'order_id', logicalType: 'integer', description: 'Its number' }],
  },
];

async function publish(id: string, result: string, timestamp: string, server: string | null) {
  const body = {
    id: `${id}-${result}-${timestamp}`,
    dataContractId: id,
    dataContractVersion: '1.0.0',
    server,
    timestampStart: timestamp,
    timestampEnd: timestamp,
    result,
    checks: [{ type: 'x', name: 'y', result }],
  };
  const answer = await api.send('POST', '/api/test-results', { body });
  if (answer.status !== 200) throw new Error(answer.text);
}

it('gains each point by what its advice says, up to 100', async () => {
  await put('teams/checkout', team('checkout'));
  await put('dataproducts/shop', product('shop'));
  const first = await read('shop');
  expect(first).toMatchObject({
    dataProductId: 'shop',
    dataProductName: 'Product shop',
    teamId: 'checkout',
    score: 0,
    rating: 'poor',
    rulesFulfilled: 0,
    rulesApplicable: 8,
  });
  expect(first.rules.map(({ advice, points }: any) => [typeof advice, points])).toEqual(
    Array.from({ length: 8 }, () => ['string', 0]),
  );
  expect(first.rules[0]).toMatchObject({
    key: 'owner',
    advice: "Add a member to the team 'checkout'.",
    link: `${api.address}/teams/checkout`,
  });

  await put('teams/checkout', team('checkout', { members: [{ emailAddress: 'a@example.com' }] }));
  expect((await read('shop')).score).toBe(10);

  await put('dataproducts/shop', product('shop', ['orders']));
  const missing = (await read('shop')).rules[1];
  expect([missing.status, missing.advice]).toEqual([
    'failed',
    "The contract 'orders' does not exist: create it, or name another one.",
  ]);
  await put('datacontracts/orders', contract('orders'));
  expect(await failed('shop')).toEqual([
    'tests',
    'freshness',
    'example-data',
    'access-terms',
    'descriptions',
    'lineage',
  ]);
  const { rules } = await read('shop');
  expect(rules[2].link).toBe(`${api.address}/datacontracts/orders`);
  expect(rules[6].advice).toContain('0 of 3 tables and fields are described');

  const now = new Date().toISOString();
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await publish('orders', 'passed', old, null);
  expect(await failed('shop')).toContain('tests');
  await publish('orders', 'warning', now, null);
  expect(await failed('shop')).not.toContain('tests');

  await put(
    'datacontracts/orders',
    contract('orders', {
      schema: described,
      description: { purpose: 'x', limitations: 'Not for marketing' },
      slaProperties: [{ property: 'latency', value: 4, unit: 'h' }],
    }),
  );
  expect(await failed('shop')).toEqual(['example-data', 'lineage']);
  const report = (event: object) =>
    api.send('POST', '/api/v1/lineage?dataProductId=shop', { body: event });
  expect((await report(runEvent({ job: 'source', inputs: [] }))).status).toBe(200);
  expect(await failed('shop')).toContain('lineage');
  const told = runEvent({ job: 'load', runId: 'told' });
  expect((await report(told)).status).toBe(200);
  expect(await failed('shop')).toEqual(['example-data']);
  expect((await api.send('DELETE', '/api/v1/lineage?runId=told')).status).toBe(200);
  expect(await failed('shop')).toContain('lineage');

  await put('example-data/e', { id: 'e', dataProductId: 'shop', data: [{ a: 1 }] });
  const inputPorts = [{ name: 'in', version: '1.0.0', contractId: 'raw' }];
  await put('dataproducts/shop', product('shop', ['orders'], { inputPorts }));
  expect(await read('shop')).toMatchObject({ score: 100, rating: 'excellent', rulesFulfilled: 8 });
  expect((await read('shop')).rules.every(({ advice, link }: any) => advice === link)).toBe(true);
});

it('loses the points again when a test fails, and looks at tests of this product only', async () => {
  await put('dataproducts/other', product('other', ['orders']));
  const later = new Date(Date.now() + 1_000).toISOString();
  await publish('orders', 'failed', later, 'other/port-0');
  expect(await failed('other')).toContain('tests');
  expect(await failed('shop')).toEqual([]);
});

it('lists scores in pages, by id and by score, and of a team', async () => {
  await put('teams/sales', team('sales'));
  await put('dataproducts/bare', product('bare', [], { team: { name: 'sales' } }));
  const ids = async (query: string) => {
    const found: string[] = [];
    let address: string | undefined = `/api/dataproducts/scores?${query}`;
    while (address !== undefined) {
      const answer = await api.send('GET', address);
      expect(answer.status).toBe(200);
      found.push(...answer.json.map((each: any) => `${each.dataProductId} ${each.score}`));
      const next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      address = next && next.slice(next.indexOf('/api'));
    }
    return found;
  };
  const [bare, other, shop] = ['bare 0', 'other 60', 'shop 100'];
  expect(await ids('')).toEqual([bare, other, shop]);
  for (const paging of ['size=1', 'size=2', 'p=0&size=1']) {
    expect(await ids(paging)).toEqual([bare, other, shop]);
    expect(await ids(`sort=-score&${paging}`)).toEqual([shop, other, bare]);
    expect(await ids(`sort=score&${paging}`)).toEqual([bare, other, shop]);
  }
  expect(await ids('teamId=sales&sort=score')).toEqual([bare]);
  const [entry] = (await api.send('GET', '/api/dataproducts/scores?size=1')).json;
  const { rules: _, ...sum } = await read('bare');
  expect(entry).toEqual(sum);
});

it('weighs rules as the organization says', async () => {
  const path = '/api/settings/dataproduct-score';
  const before = (await api.send('GET', path)).json;
  expect(before.ratingBands).toEqual({ excellent: 90, good: 70, fair: 50 });
  expect((await api.send('PUT', path, { body: before })).json).toEqual(before);

  const rules = before.rules.map(({ key }: any) => ({ key, weight: key === 'owner' ? 3 : 0 }));
  rules[1].weight = 1;
  const ratingBands = { excellent: 95, good: 75, fair: 20 };
  const { json, headers } = await api.send('PUT', path, { body: { rules, ratingBands } });
  expect([json.ratingBands, headers.get('x-catalog-warnings')]).toEqual([ratingBands, null]);
  expect((await api.send('GET', '/api/data-product-score/rules')).json.rules).toEqual(json.rules);

  await put('dataproducts/half', product('half'));
  const half = await read('half');
  expect([half.score, half.rating, half.rulesApplicable]).toEqual([75, 'good', 2]);
  expect(half.rules.map(({ status }: any) => status)).toEqual([
    'passed',
    'failed',
    ...Array.from({ length: 6 }, () => 'not-applicable'),
  ]);
  await api.send('PUT', path, { body: {} });
  expect((await api.send('GET', path)).json).toEqual(before);
});

it.each([
  ['rules[0].key must be one of', { rules: [{ key: 'x', weight: 1 }] }],
  [
    'rules[1].key is in the list twice',
    { rules: [1, 2].map((w) => ({ key: 'owner', weight: w })) },
  ],
  ['rules[0].weight must be at most 100', { rules: [{ key: 'owner', weight: 101 }] }],
  ["body has the unknown member 'rule'", { rule: [{ key: 'owner', weight: 1 }] }],
  ["rules[0] has the unknown member 'wieght'", { rules: [{ key: 'owner', weight: 1, wieght: 2 }] }],
  [
    "ratingBands has the unknown member 'best'",
    { ratingBands: { best: 99, excellent: 90, good: 50, fair: 10 } },
  ],
  ['ratingBands must fall', { ratingBands: { excellent: 50, good: 50, fair: 10 } }],
])('refuses settings of scores: %s', async (message, body) => {
  const { status, json } = await api.send('PUT', '/api/settings/dataproduct-score', { body });
  expect([status, json.code, json.detail]).toEqual([
    422,
    'invalid_body',
    expect.stringContaining(message),
  ]);
});

it('refuses to switch off all rules', async () => {
  const { json: before } = await api.send('GET', '/api/settings/dataproduct-score');
  const rules = before.rules.map(({ key }: any) => ({ key, weight: 0 }));
  const { json } = await api.send('PUT', '/api/settings/dataproduct-score', { body: { rules } });
  expect(json.detail).toContain('at least one rule');
});

it('says nothing about output ports to products of a type without them', async () => {
  const type = (id: string, more: object) => ({ id, outputPorts: true, ...more });
  const dataProductTypes = [
    type('source-aligned', { default: true }),
    type('dashboard', { outputPorts: false }),
  ];
  await put('settings/dataproduct-types', { dataProductTypes });
  const customProperties = [{ property: 'type', value: 'dashboard' }];
  await put('dataproducts/board', product('board', [], { customProperties }));
  const board = await read('board');
  expect([board.score, board.rulesApplicable]).toEqual([50, 2]);
  expect(board.rules.find(({ key }: any) => key === 'contract')).toMatchObject({
    status: 'not-applicable',
    advice: null,
  });
});

it('answers 404 for an unknown product, and 400 for a position that no link gives', async () => {
  expect((await api.send('GET', '/api/dataproducts/nobody/score')).status).toBe(404);
  const { status, json } = await api.send('GET', '/api/dataproducts/scores?sort=score&after=x');
  expect([status, json.code]).toEqual([400, 'bad_request']);
});
