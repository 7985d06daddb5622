import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';

const now = new Date('2026-11-20T12:00:00Z');
const dayMs = 24 * 3_600_000;

const serversOf = (...names: string[]) =>
  names.map((server) => ({ server, type: 'local', path: 'x.csv', format: 'csv' }));

let api: TestApi;
beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const servers = serversOf('one', 'two');
  for (const id of ['orders', 'returns', 'untested'])
    await api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id, { servers }) });
});
afterAll(() => api.stop());

const check = (result: string) => ({ type: 'custom', name: result, result });

let results = 0;
/** Publishes a result of some days ago, with one passed check and one with the result. */
async function publish(
  dataContractId: string,
  daysAgo: number,
  result: string,
  server = 'one',
): Promise<string> {
  const id = `result-${results++}`;
  const at = new Date(now.getTime() - daysAgo * dayMs).toISOString();
  const body = {
    id,
    dataContractId,
    dataContractVersion: '1.0.0',
    server,
    timestampStart: at,
    timestampEnd: at,
    result,
    checks: [check('passed'), check(result)],
  };
  const answer = await api.send('POST', '/api/test-results', { body });
  expect([answer.text, answer.status]).toEqual(['', 200]);
  return id;
}

async function putProduct(id: string, contractIds: string[]): Promise<void> {
  const answer = await api.send('PUT', `/api/dataproducts/${id}`, {
    body: product(id, contractIds),
  });
  expect(answer.status).toBe(200);
}

const qualityOf = async (id: string) =>
  (await api.send('GET', `/api/dataproducts/${id}/quality`)).json;

it('tells the state of every port in one answer', async () => {
  await putProduct('shop', ['orders', 'returns', 'untested', 'missing', 'orders']);
  await publish('orders', 40, 'passed');
  const failed = await publish('orders', 2, 'failed');
  await publish('orders', 3, 'error', 'two');
  await publish('orders', 3, 'passed', 'one');
  const old = await publish('returns', 50, 'warning');
  const quality = await qualityOf('shop');
  expect(quality).toMatchObject({
    result: 'error',
    checkCount: 6,
    failedChecks: 2,
    counts: { passed: 0, warning: 1, failed: 2, error: 0, unknown: 0, untested: 2 },
  });
  const [orders, returns, untested, missing, again] = quality.ports;
  expect(orders).toMatchObject({
    outputPortId: 'port-0',
    name: 'port-0',
    type: 'postgres',
    version: '1.0.0',
    dataContractId: 'orders',
    dataContractName: 'Contract orders',
    latest: { id: failed, result: 'failed', server: 'one', checkCount: 2, failedChecks: 1 },
  });
  expect(
    orders.servers.map((each: { server: string; result: string }) => [each.server, each.result]),
  ).toEqual([
    ['one', 'failed'],
    ['two', 'error'],
  ]);
  expect(
    orders.days.map(({ date, result, runs }: { date: string; result: string; runs: number }) => [
      date,
      result,
      runs,
    ]),
  ).toEqual([
    ['2026-11-17', 'error', 2],
    ['2026-11-18', 'failed', 1],
  ]);
  expect(returns).toMatchObject({ latest: { id: old }, days: [] });
  expect(untested).toMatchObject({ latest: null, servers: [], days: [] });
  expect(missing).toMatchObject({
    dataContractId: 'missing',
    dataContractName: null,
    latest: null,
  });
  expect(again.latest.id).toBe(failed);
});

it('prefers results that were published for the port, and leaves out those for others', async () => {
  for (const id of ['mine', 'theirs']) await putProduct(id, ['returns']);
  const mine = await publish('returns', 1, 'passed', 'mine/port-0');
  const theirs = await publish('returns', 1, 'failed', 'theirs/port-0');
  const latest = async (id: string) => (await qualityOf(id)).ports[0].latest.id;
  expect([await latest('mine'), await latest('theirs')]).toEqual([mine, theirs]);
  expect((await qualityOf('shop')).ports[1].latest.server).toBe('one');
});

it('forgets a deleted result, and takes the newest that is left', async () => {
  await putProduct('fleeting', ['untested']);
  const latest = async () => (await qualityOf('fleeting')).ports[0].latest?.id;
  const first = await publish('untested', 45, 'passed');
  const second = await publish('untested', 41, 'failed');
  const backdated = await publish('untested', 60, 'error');
  expect(await latest()).toBe(second);
  for (const [gone, left] of [
    [second, first],
    [first, backdated],
    [backdated, undefined],
  ] as const) {
    await api.send('DELETE', `/api/test-results/${gone}`);
    expect(await latest()).toBe(left);
  }
});

it('is empty for a product without ports, and refused for what is no product', async () => {
  await putProduct('bare', []);
  expect(await qualityOf('bare')).toMatchObject({ result: null, checkCount: 0, ports: [] });
  expect((await api.send('GET', '/api/dataproducts/orders/quality')).status).toBe(404);
  const organizationId = await api.newOrganization('other');
  const { text } = await api.newKey('organization', { organizationId });
  expect((await api.send('GET', '/api/dataproducts/shop/quality', { key: text })).status).toBe(404);
});

it('counts the newest result of each server like the search, also after a delete', async () => {
  for (const id of ['both', 'other']) await putProduct(id, ['counted']);
  await api.send('PUT', '/api/datacontracts/counted', {
    body: contract('counted', { servers: serversOf('renamed', 'one', 'two') }),
  });
  await publish('counted', 31, 'error', 'renamed');
  await publish('counted', 4, 'failed', 'one');
  await publish('counted', 0, 'passed', 'two');
  await publish('counted', 5, 'error', 'two');
  const ofOther = await publish('counted', 0, 'error', 'other/port-0');
  const seen = async (id: string) => {
    const { result, checkCount, failedChecks } = await qualityOf(id);
    const found = (await api.send('GET', `/api/search?query=${id}&searchMode=FIND`)).json;
    const hit = found.results.find((each: { id: string }) => each.id === id);
    expect(hit.quality).toMatchObject({ result, checkCount, failedChecks });
    const filtered = await api.send(
      'GET',
      `/api/search?quality=${result}&query=${id}&facets=quality`,
    );
    expect(filtered.json.total).toBe(1);
    return [result, checkCount, failedChecks];
  };
  expect(await seen('both')).toEqual(['failed', 4, 1]);
  expect(await seen('other')).toEqual(['error', 6, 2]);
  await api.send('DELETE', `/api/test-results/${ofOther}`);
  expect(await seen('other')).toEqual(['failed', 4, 1]);
  await publish('counted', 0, 'passed', 'one');
  expect(await seen('both')).toEqual(['passed', 4, 0]);
});
