import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

/** What the studio shows to those who own data: what waits, since when, and their products. */
const clock = createTestClock('2026-03-20T12:00:00.000Z');
let api: TestApi;

const send = async (method: string, path: string, body?: object) => {
  const answer = await api.send(method, `/api/${path}`, { body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
};

let published = 0;
const publish = (dataContractId: string, day: string, result: string, server = 'shop') => {
  published += 1;
  return send('POST', 'test-results', {
    id: `result-${published}`,
    dataContractId,
    dataContractVersion: '1.0.0',
    server,
    timestampStart: `${day}T06:00:00.000Z`,
    timestampEnd: `${day}T06:01:00.000Z`,
    result,
    checks: ['passed', result].map((each) => ({ type: 'custom', name: each, result: each })),
  });
};

beforeAll(async () => {
  api = await startAccessApi(clock);
  const servers = ['shop', 'another'].map((server) => ({ server, type: 'custom' }));
  await send('PUT', 'datacontracts/orders', contract('orders', { version: '2.2.0', servers }));
  const members = [{ emailAddress: 'checkout-owner@example.com', role: 'Owner' }];
  await send('PUT', 'teams/sub', team('sub', { parent: 'checkout', members }));
  await send('PUT', 'datacontracts/sub-orders', contract('sub-orders', { team: { name: 'sub' } }));
  await send('PUT', 'dataproducts/sub-shop', product('sub-shop', [], { team: { name: 'sub' } }));
  await send('PUT', 'access/open', access('open'));
  await send('PUT', 'access/active', access('active', { status: 'approved' }));
});
afterAll(() => api.stop());

const ask = async (path: string, email = 'checkout-owner@example.com') => {
  const headers = await signInAsPerson(api, email);
  return api.send('GET', path, { key: null, headers });
};

it('tells since when tests fail: since the first failure after the last test that passed', async () => {
  await publish('orders', '2026-03-10', 'failed');
  await publish('orders', '2026-03-11', 'passed');
  await publish('orders', '2026-03-12', 'failed');
  await publish('orders', '2026-03-12', 'passed', 'another');
  await publish('orders', '2026-03-13', 'error');
  const { json } = await ask('/ui/todo');
  expect(json.tests).toMatchObject([
    {
      dataContractId: 'orders',
      server: 'shop',
      testedAt: '2026-03-13T06:00:00.000Z',
      failingSince: '2026-03-12T06:00:00.000Z',
    },
  ]);
});

it('lists contracts and products of own teams that do not keep rules of policies', async () => {
  const workers = startWorkers(api, {}, { clock });
  const rule = (id: string, severity: string) => ({
    id,
    expression: 'contract.id == "none"',
    message: `Keep ${id}.`,
    severity,
    where: { teams: ['checkout'] },
  });
  const rules = [rule('mild', 'warning'), rule('strict', 'error')];
  await send('PUT', 'policies/ids', { name: 'Ids', status: 'Accepted', rules });
  const { findings, counts } = await until('the contract is judged', async () => {
    const { json } = await ask('/ui/todo');
    return json.counts.findings > 0 && json;
  });
  await workers.stop();
  expect(counts.findings).toBe(1);
  expect(findings).toEqual([
    {
      kind: 'data-contract',
      id: 'orders',
      name: 'Contract orders',
      teamName: 'Team checkout',
      errorCount: 1,
      warningCount: 1,
      message: 'Keep strict.',
    },
  ]);
  const other = await ask('/ui/todo', 'marketing-owner@example.com');
  expect(other.json.findings).toEqual([]);
});

it('lists the products of own teams with their tests, consumers and requests', async () => {
  const { json } = await ask('/ui/studio/products');
  expect(json).toEqual([
    {
      id: 'shop',
      name: 'Product shop',
      status: 'active',
      version: null,
      ownerId: 'checkout',
      ownerName: 'Team checkout',
      result: 'error',
      checkCount: 4,
      failedChecks: 1,
      consumerCount: 1,
      requestCount: 1,
      driftCount: 0,
      findingCount: 0,
    },
    {
      id: 'sub-shop',
      name: 'Product sub-shop',
      status: 'active',
      version: null,
      ownerId: 'sub',
      ownerName: 'Team sub',
      result: null,
      checkCount: 0,
      failedChecks: 0,
      consumerCount: 0,
      requestCount: 0,
      driftCount: 0,
      findingCount: 0,
    },
  ]);
  expect((await ask('/ui/studio/products', 'marketing-member@example.com')).json).toEqual([]);
});

it('lists the products in pages', async () => {
  const first = await ask('/ui/studio/products?size=1');
  expect(first.json).toMatchObject([{ id: 'shop' }]);
  expect(first.headers.get('link')).toContain('after=shop');
  const second = await ask('/ui/studio/products?size=1&after=shop');
  expect(second.json).toMatchObject([{ id: 'sub-shop' }]);
  expect(second.headers.get('link')).toBeNull();
});

it('narrows everything to one team and those below it, and to no team of others', async () => {
  const sub = await ask('/ui/todo?team=sub');
  expect(sub.json.counts).toEqual({
    access: 0,
    changes: 0,
    tests: 0,
    due: 0,
    drift: 0,
    conflicts: 0,
    findings: 0,
  });
  expect((await ask('/ui/todo?team=checkout')).json.counts).toMatchObject({ access: 1, tests: 1 });
  expect((await ask('/ui/studio/products?team=sub')).json).toMatchObject([{ id: 'sub-shop' }]);
  expect((await ask('/ui/studio/products?team=checkout')).json).toHaveLength(2);
  expect((await ask('/ui/studio/products?team=marketing')).json).toEqual([]);
});
