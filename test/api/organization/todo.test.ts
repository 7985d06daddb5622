import { access, createTestClock, startAccessApi } from '../../support/builders/access.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import type { TestApi } from '../../support/http/api.ts';

/** What waits for people, by their teams and roles. */
const clock = createTestClock('2026-03-01T12:00:00.000Z');
let api: TestApi;

const send = async (method: string, path: string, body?: object) => {
  const answer = await api.send(method, `/api/${path}`, { body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
};

const publish = (id: string, dataContractId: string, server: string, result: string) =>
  send('POST', 'test-results', {
    id,
    dataContractId,
    dataContractVersion: '1.0.0',
    server,
    timestampStart: '2026-03-01T06:00:00.000Z',
    timestampEnd: '2026-03-01T06:01:00.000Z',
    result,
    checks: ['passed', result].map((each) => ({ type: 'custom', name: each, result: each })),
  });

/** Approved accesses with an end or a reassessment, two open requests, and an alert. */
async function fillAccesses(): Promise<void> {
  const approved = (info: object) => ({ status: 'approved', ...info });
  const other = { consumer: { userId: 'marketing-member@example.com' } };
  await send('PUT', 'access/ends', access('ends', approved({ endDate: '2026-03-20' })));
  await send('PUT', 'access/late', access('late', approved({ endDate: '2026-09-20' }), other));
  const reassess = approved({ nextReassessmentDate: '2026-03-10' });
  await send('PUT', 'access/look', access('look', reassess, other));
  await send('PUT', 'access/open-0', access('open-0', {}, other));
  clock.set('2026-03-01T13:00:00.000Z');
  await send('PUT', 'access/open-1', access('open-1', {}, other));
  const { organizationId } = api;
  const { knex } = api.database;
  await knex('access_alerts').insert({
    organization_id: organizationId,
    id: '01900000-0000-7000-8000-000000000001',
    kind: 'missing',
    access_id: 'ends',
    platform: 'postgres',
    message: 'The grant is missing.',
    found_by: 'component',
    raised_at: '2026-03-01T10:00:00.000Z',
    seen_at: '2026-03-01T10:00:00.000Z',
  });
}

/** A change of a contract of the team that somebody else proposes. */
async function proposeChange(): Promise<void> {
  const source = JSON.stringify(contract('orders', { description: { purpose: 'All orders' } }));
  const body = { kind: 'datacontracts', documentId: 'orders', title: 'Describe it' };
  const { status, text } = await api.send('POST', '/api/change-requests', {
    body: { ...body, format: 'json', source },
  });
  if (status !== 201) throw new Error(text);
}

/** A drift of the product, and a branch in conflict in a namespace of its team. */
async function fillFindings(): Promise<void> {
  const { organizationId } = api;
  const { knex } = api.database;
  await knex('asset_drifts').insert({
    organization_id: organizationId,
    data_product_id: 'shop',
    output_port_id: 'port-0',
    asset_id: 'table',
    data_contract_id: 'orders',
    differences: '[]',
    found_at: '2026-03-01T08:00:00.000Z',
  });
  const namespace = { name: 'Sales', owner: 'checkout' };
  await send('PUT', 'semantics/experimental/namespaces/sales', namespace);
  await knex('namespaces').where({ id: 'sales' }).update({ owner_id: 'checkout' });
  await knex('ontology_branches').insert({
    organization_id: organizationId,
    namespace_id: 'sales',
    name: 'credit',
    base_revision: 1,
    base_edition: 1,
    revision: 1,
    requires: [],
    status: 'conflicted',
    conflict_count: 2,
    created_at: '2026-03-01T08:00:00.000Z',
    updated_at: '2026-03-01T09:00:00.000Z',
  });
}

beforeAll(async () => {
  api = await startAccessApi(clock);
  const members = [{ emailAddress: 'other@example.com', role: 'Owner' }];
  await send('PUT', 'teams/other', team('other', { members }));
  const foreign = contract('foreign', { team: { name: 'other' } });
  await send('PUT', 'datacontracts/foreign', foreign);
  const deliveries = product('deliveries', ['foreign'], { team: { name: 'other' } });
  await send('PUT', 'dataproducts/deliveries', deliveries);
  await publish('one', 'orders', 'shop/port-0', 'failed');
  await publish('two', 'foreign', 'deliveries/port-0', 'error');
  await fillAccesses();
  await fillFindings();
  await proposeChange();
});
afterAll(() => api.stop());

const todoOf = async (email: string, query = '') => {
  const headers = await signInAsPerson(api, email);
  const { status, json } = await api.send('GET', `/ui/todo${query}`, { key: null, headers });
  expect(status).toBe(200);
  return json;
};

it('tells the providing team of requests, tests, reassessments, alerts, drift, conflicts and proposed changes', async () => {
  const todo = await todoOf('checkout-owner@example.com');
  expect(todo.counts).toEqual({
    access: 2,
    tests: 1,
    due: 2,
    drift: 1,
    conflicts: 1,
    changes: 1,
    findings: 0,
  });
  expect(todo.access).toEqual([
    {
      dataProductId: 'shop',
      dataProductName: 'Product shop',
      count: 2,
      oldestAt: '2026-03-01T12:00:00.000Z',
    },
  ]);
  expect(todo.tests).toEqual([
    {
      dataContractId: 'orders',
      name: 'Contract orders',
      teamName: 'Team checkout',
      server: 'shop/port-0',
      testResultId: 'one',
      result: 'failed',
      failedChecks: 1,
      checkCount: 2,
      testedAt: '2026-03-01T06:00:00.000Z',
      failingSince: '2026-03-01T06:00:00.000Z',
    },
  ]);
  expect(todo.due).toMatchObject([
    { kind: 'alert', accessId: 'ends', message: 'The grant is missing.' },
    {
      kind: 'reassess',
      accessId: 'look',
      at: '2026-03-10T00:00:00.000Z',
      dataProductName: 'Product shop',
      outputPortName: 'port-0',
      consumerName: 'marketing-member@example.com',
    },
  ]);
  expect(todo.drift).toMatchObject([{ dataProductId: 'shop', assetCount: 1 }]);
  expect(todo.changes).toMatchObject([
    {
      kind: 'datacontracts',
      documentId: 'orders',
      title: 'Describe it',
      teamName: 'Team checkout',
    },
  ]);
  expect(todo.conflicts).toMatchObject([
    { namespaceId: 'sales', namespaceName: 'Sales', branch: 'credit', conflictCount: 2 },
  ]);
});

it('tells the consuming team which of its accesses end within 30 days', async () => {
  const todo = await todoOf('marketing-owner@example.com');
  expect(todo.counts).toEqual({
    access: 0,
    tests: 0,
    due: 1,
    drift: 0,
    conflicts: 0,
    changes: 0,
    findings: 0,
  });
  expect(todo.due).toMatchObject([
    { kind: 'ends', accessId: 'ends', at: '2026-03-21T00:00:00.000Z', message: null },
  ]);
});

it('tells nothing of other teams, and nothing to those who may do nothing', async () => {
  const other = await todoOf('other@example.com');
  expect(other.counts).toEqual({
    access: 0,
    tests: 1,
    due: 0,
    drift: 0,
    conflicts: 0,
    changes: 0,
    findings: 0,
  });
  expect(other.tests).toMatchObject([{ dataContractId: 'foreign', result: 'error' }]);
  const stranger = await todoOf('nobody@example.com');
  expect(stranger.counts).toEqual({
    access: 0,
    tests: 0,
    due: 0,
    drift: 0,
    conflicts: 0,
    changes: 0,
    findings: 0,
  });
});

it('counts the same requests as the navigation and the list', async () => {
  const headers = await signInAsPerson(api, 'checkout-owner@example.com');
  const session = { key: null, headers };
  const todo = await api.send('GET', '/ui/todo', session);
  const me = await api.send('GET', '/ui/me', session);
  const list = await api.send('GET', '/ui/api/access?mine=decide&count=true', session);
  const { access: requests, changes } = todo.json.counts;
  expect(requests + changes).toBe(me.json.counters.inbox);
  expect(list.headers.get('x-total-count')).toBe(String(todo.json.counts.access));
});

it('counts what its lists leave out', async () => {
  const todo = await todoOf('checkout-owner@example.com', '?size=1');
  expect(todo.due).toHaveLength(1);
  expect(todo.counts.due).toBe(2);
});

it('tells keys of the organization everything', async () => {
  const headers = await signIn(api);
  const { json } = await api.send('GET', '/ui/todo', { key: null, headers });
  expect(json.counts).toEqual({
    access: 2,
    tests: 2,
    due: 3,
    drift: 1,
    conflicts: 1,
    changes: 1,
    findings: 0,
  });
});

it('lists and counts each server on which the newest test failed, beside those on which it passed', async () => {
  const ports = ['foreign', 'foreign', 'foreign'];
  const deliveries = product('deliveries', ports, { team: { name: 'other' } });
  await send('PUT', 'dataproducts/deliveries', deliveries);
  await publish('three', 'foreign', 'deliveries/port-1', 'failed');
  await publish('four', 'foreign', 'deliveries/port-2', 'passed');
  const { counts, tests } = await todoOf('other@example.com');
  expect(counts.tests).toBe(2);
  expect(tests.map(({ testResultId }: { testResultId: string }) => testResultId)).toEqual([
    'two',
    'three',
  ]);
  const one = await todoOf('other@example.com', '?size=1');
  expect([one.tests.length, one.counts.tests]).toEqual([1, 2]);
});
