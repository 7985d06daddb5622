import { insertTestResult } from '../../../db/tables/contract-tests/test-results.ts';
import { storeChecks } from '../../../domain/test-results/store-checks.ts';
import { transact } from '../../../db/transact.ts';
import { newId } from '../../../lib/ids.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

/** Checks of contracts on each day: which fail, since when, and which are flaky. */
let now = new Date('2026-03-01T12:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
let api: TestApi;

const put = async (version: string) => {
  const body = contract('orders', { version });
  const { status, text } = await api.send('PUT', '/api/datacontracts/orders', { body });
  if (status !== 200) throw new Error(text);
};

beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await put('1.0.0');
  now = new Date('2026-03-20T00:00:00Z');
  await put('1.1.0');
  now = new Date('2026-03-31T12:00:00Z');
});
afterAll(() => api.stop());

/** Fields of `orders` by the result of their check. */
type Results = Record<string, string>;
type Given = { at: Date; results: Results; server: string };

const checkOf = ([field, result]: [string, string]) => {
  const identity = { type: 'field_required', model: 'orders', field, result };
  const name = `Check that ${field} is there`;
  const failedNumber = result === 'failed' ? 3 : 0;
  const body = { ...identity, key: field, name, qualityReference: 'q1', failedNumber };
  return { ...identity, body };
};

/** Stores a result of our own, as a job does. */
async function store({ at, results, server }: Given): Promise<string> {
  const id = newId();
  const values = Object.values(results);
  const head = {
    organizationId: api.organizationId,
    id,
    testRunId: undefined,
    dataContractId: 'orders',
    dataContractVersion: at < new Date('2026-03-20T00:00:00Z') ? '1.0.0' : '1.1.0',
    server,
    timestampStart: at,
    timestampEnd: new Date(at.getTime() + 1000),
    result: ['error', 'failed'].find((one) => values.includes(one)) ?? 'passed',
    logs: '[]',
    hasSamples: false,
    now: at,
  };
  const checks = storeChecks(Object.entries(results).map(checkOf));
  await transact(api.database, (tx) => insertTestResult(tx, { ...head, ...checks }));
  return id;
}

const at = (days: number) => new Date(Date.parse('2026-03-31T01:00:00Z') - days * day);
const checks = (query: string, id = 'orders') =>
  api.send('GET', `/api/datacontracts/${id}/test-results/checks?${query}`);

it('has the newest test of each UTC day, by type and quality rule, and only of this field', async () => {
  const server = 'one';
  const passed = { status: 'passed' };
  const first = await store({ at: at(12), results: passed, server });
  await store({ at: at(11), results: passed, server });
  const later = new Date(at(11).getTime() + hour);
  const second = await store({ at: later, results: { status: 'failed' }, server });
  await store({ at: at(400), results: { status: 'failed' }, server });
  const answer = await checks('model=orders&field=status&server=one');
  const failed = {
    date: '2026-03-20',
    dataContractVersion: '1.1.0',
    revision: 2,
    testResultId: second,
    result: 'failed',
    failedNumber: 3,
  };
  const passedDay = {
    date: '2026-03-19',
    dataContractVersion: '1.0.0',
    revision: 1,
    testResultId: first,
    result: 'passed',
    failedNumber: 0,
  };
  expect(answer.json).toEqual([
    {
      model: 'orders',
      field: 'status',
      type: 'field_required',
      qualityReference: 'q1',
      name: 'Check that status is there',
      pattern: 'broken',
      failingSince: { ...failed, at: later.toISOString() },
      days: [passedDay, failed],
    },
  ]);
  expect((await checks('model=orders&server=one')).json).toEqual([]);
  expect((await checks('model=other&field=status')).json).toEqual([]);
  expect((await checks('model=orders', 'nope')).status).toBe(404);
  expect((await checks('field=status')).status).toBe(400);
});

it('lists all checks of a contract: failing ones first, flaky and broken ones told apart', async () => {
  const server = 'all';
  const days: [number, Results][] = [
    [5, { broken: 'passed', flaky: 'failed', mended: 'failed', fine: 'passed' }],
    [4, { broken: 'failed', flaky: 'passed', mended: 'failed', fine: 'passed' }],
    [3, { broken: 'failed', flaky: 'failed', mended: 'failed', fine: 'passed' }],
    [2, { broken: 'error', flaky: 'passed', mended: 'passed', fine: 'passed' }],
  ];
  for (const [ago, results] of days) await store({ at: at(ago), results, server });
  const all = await checks('server=all');
  const told = all.json.map(({ field, pattern, failingSince }: any) => [
    field,
    pattern,
    failingSince?.date ?? null,
  ]);
  expect(told).toEqual([
    ['broken', 'broken', '2026-03-27'],
    ['mended', 'passing', null],
    ['flaky', 'flaky', null],
    ['fine', 'passing', null],
  ]);
  expect(all.headers.get('x-total-count')).toBe('4');
});

it('leaves out what never failed, and what is beyond the size', async () => {
  const failing = await checks('server=all&failing=true');
  expect(failing.json.map(({ field }: any) => field)).toEqual(['broken', 'mended', 'flaky']);
  const one = await checks('server=all&failing=true&size=1');
  expect(one.json.map(({ field }: any) => field)).toEqual(['broken']);
  expect(one.headers.get('x-total-count')).toBe('3');
  const short = await checks('server=all&failing=true&days=4');
  expect(short.json.map(({ field }: any) => field)).toEqual(['broken', 'flaky', 'mended']);
});

it('shows the worst of several servers on a day, whichever was tested last', async () => {
  const failing = await store({ at: at(1), results: { total: 'failed' }, server: 'raw' });
  const later = new Date(at(1).getTime() + hour);
  await store({ at: later, results: { total: 'passed' }, server: 'cleaned' });
  const [check] = (await checks('model=orders&field=total')).json;
  expect(check).toMatchObject({ pattern: 'broken', failingSince: { testResultId: failing } });
  expect(check.days).toHaveLength(1);
  const [cleaned] = (await checks('model=orders&field=total&server=cleaned')).json;
  expect(cleaned).toMatchObject({ pattern: 'passing', failingSince: null });
});

it('names the first failing test of the day, not a later one with another revision', async () => {
  const server = 'twice';
  const putAt = async (hours: number, version: string) => {
    const before = now;
    now = new Date(at(8).getTime() + hours * hour);
    await put(version);
    now = before;
  };
  const storeAt = (hours: number, status: string, to = server) =>
    store({
      at: new Date(at(8).getTime() + hours * hour),
      results: { since: status },
      server: to,
    });
  await store({ at: at(9), results: { since: 'passed' }, server });
  await storeAt(0, 'failed');
  await storeAt(1, 'passed');
  await storeAt(1, 'failed', 'other');
  const first = await storeAt(2, 'failed');
  await putAt(2.5, '1.2.0');
  await storeAt(3, 'error');
  const last = await store({ at: at(7), results: { since: 'failed' }, server });
  const [check] = (await checks('model=orders&field=since&server=twice')).json;
  expect(check.failingSince).toMatchObject({
    date: '2026-03-23',
    at: new Date(at(8).getTime() + 2 * hour).toISOString(),
    testResultId: first,
    result: 'failed',
    revision: 2,
  });
  expect(check.days.at(-1)).toMatchObject({ testResultId: last, revision: 3 });
});
