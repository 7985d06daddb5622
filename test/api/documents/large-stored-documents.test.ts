import { access } from '../../support/builders/access.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';

const maxHereLength = 32 * 1024;
const parse = JSON.parse;
/** Stacks of long texts that were parsed outside of tasks, which would hold up the event loop of the built API. */
const parsedHere: string[] = [];

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  for (const id of ['checkout', 'marketing']) await put(`teams/${id}`, team(id));
  // The limit of members of one object is far above this.
  const value = Array.from({ length: 200_000 }, (_, index) => ({ n: index }));
  const customProperties = [{ property: 'long', value }];
  const servers = [
    { server: 'a', type: 'local', path: 'x.csv', format: 'csv' },
    { server: 'b', type: 'local', path: 'y.csv', format: 'csv' },
  ];
  await put('datacontracts/orders', contract('orders', { servers, customProperties }));
  await put('dataproducts/shop', product('shop', ['orders'], { customProperties }));
  Error.stackTraceLimit = 50;
  JSON.parse = (text: string, ...rest: []) => {
    const stack = text?.length > maxHereLength ? (new Error('parsed').stack ?? '') : '';
    if (stack !== '' && !stack.includes('runHere')) parsedHere.push(stack);
    return parse(text, ...rest);
  };
});
afterAll(async () => {
  JSON.parse = parse;
  await api.stop();
});
afterEach(() => expect(parsedHere.splice(0)).toEqual([]));

async function put(path: string, body: object): Promise<void> {
  const answer = await api.send('PUT', `/api/${path}`, { body });
  expect([answer.status, answer.text]).toEqual([200, '']);
}

it('the test itself notices a long text that is parsed outside of tasks', () => {
  JSON.parse(JSON.stringify('x'.repeat(maxHereLength)));
  expect(parsedHere.splice(0)).toHaveLength(1);
});

it('accesses are requested, shown and granted', async () => {
  const status = await api.send(
    'GET',
    '/api/dataproducts/shop/outputports/port-0/access-status?teamId=marketing',
  );
  expect(status.json).toMatchObject({ dataContractId: 'orders', outputPortType: 'postgres' });
  await put('access/one', access('one', { status: 'approved' }));
  const grants = await api.send('GET', '/api/access/expected-grants?platform=postgres');
  expect(grants.json.grants).toMatchObject([
    { accessId: 'one', provider: { dataContractId: 'orders', dataContractVersion: '1.0.0' } },
  ]);
  const unknown = access('two', {}, { provider: { dataProductId: 'shop', outputPortId: 'no' } });
  const refused = await api.send('PUT', '/api/access/two', { body: unknown });
  expect([refused.status, refused.json.detail]).toEqual([
    422,
    expect.stringContaining("it has 'port-0'"),
  ]);
});

it('tests are scheduled, started and published', async () => {
  const schedule = await api.send('GET', '/api/datacontracts/orders/test-schedule');
  expect([schedule.status, schedule.json.source]).toEqual([200, 'none']);
  const headers = { prefer: 'respond-async' };
  const started = await api.send('POST', '/api/datacontracts/orders/test?server=c', { headers });
  expect(started.json.detail).toContain("it has 'a', 'b'");
  const result = {
    runId: '3f2504e0-4f89-41d3-9a0c-0305e82c3310',
    dataContractId: 'orders',
    dataContractVersion: '1.0.0',
    server: 'shop/port-0',
    timestampStart: '2026-08-21T10:00:00Z',
    timestampEnd: '2026-08-21T10:00:01Z',
    result: 'passed',
    checks: [],
  };
  for (let time = 0; time < 2; time++) {
    const published = await api.send('POST', '/api/test-results', { body: result });
    expect([published.status, published.text]).toEqual([200, '']);
  }
  const other = { ...result, result: 'failed' };
  expect((await api.send('POST', '/api/test-results', { body: other })).json.code).toBe(
    'already_exists',
  );
});

it('code generation is refused for an unknown server, and documents are exported as YAML', async () => {
  const body = { type: 'json-schema', server: 'c' };
  const { json } = await api.send('POST', '/api/datacontracts/orders/generate', { body });
  expect(json).toMatchObject({ code: 'unknown_server' });
  const { text } = await api.send('GET', '/api/export?format=yaml&resource=dataproducts');
  expect(text).toMatch(/^---\nresource: dataproducts\nid: shop\ndocument:\n/);
});
