import { applyRetention } from '../../../jobs/housekeeping/apply-retention.ts';
import { insertTestResult } from '../../../db/tables/contract-tests/test-results.ts';
import { storeChecks } from '../../../domain/test-results/store-checks.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { newId } from '../../../lib/ids.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

const now = new Date('2026-03-31T12:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
let api: TestApi;

beforeAll(async () => {
  api = await startApi({}, { now: () => now });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  for (const id of ['orders', 'never'])
    await api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id) });
});
afterAll(() => api.stop());

type Given = { at: Date; seconds: number; results: string[]; server?: string; samples?: boolean };

/** Stores a result of our own, as a job does. */
async function store({
  at,
  seconds,
  results,
  server = 's',
  samples = false,
}: Given): Promise<string> {
  const id = newId();
  const worst = ['error', 'failed', 'warning', 'passed'].find((one) => results.includes(one));
  await transact(api.database, (tx) =>
    insertTestResult(tx, {
      organizationId: api.organizationId,
      id,
      testRunId: undefined,
      dataContractId: 'orders',
      dataContractVersion: '1.0.0',
      server,
      timestampStart: at,
      timestampEnd: new Date(at.getTime() + seconds * 1000),
      result: worst ?? 'unknown',
      logs: '[]',
      hasSamples: samples,
      ...storeChecks(
        results.map((result, index) => ({
          type: 'field_required',
          result,
          model: 'orders',
          field: 'status',
          body: {
            key: `k${index}`,
            type: 'field_required',
            name: `Check ${index}`,
            model: 'orders',
            field: 'status',
            engine: 'concordat',
            result,
            dimension: 'completeness',
            qualityReference: 'q1',
            tags: ['a'],
            totalNumber: 10,
            failedNumber: result === 'failed' ? 3 : 0,
            ...(samples && { failedSamples: [{ status: 'secret row' }] }),
          },
        })),
      ),
      now: at,
    }),
  );
  return id;
}

const trend = (query = '', id = 'orders') =>
  api.send('GET', `/api/datacontracts/${id}/test-results/trend${query}`);

describe('the trend of a contract', () => {
  it('has an entry for each UTC day with tests: worst result, sums, and the median of the time', async () => {
    const at = (days: number, hours = 0) =>
      new Date(Date.parse('2026-03-31T00:00:00Z') - days * day + hours * hour);
    await store({ at: at(0, 1), seconds: 1, results: ['passed', 'passed'] });
    await store({ at: at(0, 2), seconds: 2, results: ['failed', 'passed', 'error'] });
    await store({ at: at(0, 23.99), seconds: 60, results: ['warning'], server: 't' });
    await store({ at: at(2), seconds: 0.5, results: ['passed'] });
    await store({ at: new Date(at(1).getTime() - 1), seconds: 3, results: [] });
    await store({ at: at(400), seconds: 1, results: ['failed'] });
    const answer = await trend();
    expect(answer.json).toEqual([
      {
        date: '2026-03-29',
        runs: 2,
        result: 'passed',
        passed: 1,
        warning: 0,
        failed: 0,
        error: 0,
        unknown: 1,
        checks: 1,
        failedChecks: 0,
        durationMs: 1750,
      },
      {
        date: '2026-03-31',
        runs: 3,
        result: 'error',
        passed: 1,
        warning: 1,
        failed: 0,
        error: 1,
        unknown: 0,
        checks: 6,
        failedChecks: 2,
        durationMs: 2000,
      },
    ]);
    expect((await trend('?server=t')).json).toMatchObject([
      { date: '2026-03-31', runs: 1, result: 'warning' },
    ]);
    expect((await trend('?days=1')).json).toMatchObject([{ date: '2026-03-31' }]);
    expect((await trend('?days=366')).json).toHaveLength(2);
    for (const days of ['0', '367', 'x', '1.5'])
      expect((await trend(`?days=${days}`)).status).toBe(400);
    expect((await trend('', 'never')).json).toEqual([]);
    expect((await trend('', 'nope')).status).toBe(404);
  });

  it('counts published results too', async () => {
    const published = {
      id: 'published',
      dataContractId: 'never',
      dataContractVersion: '1.0.0',
      server: null,
      timestampStart: '2026-03-30T10:00:00Z',
      timestampEnd: '2026-03-30T10:00:04Z',
      result: 'failed',
      checks: [
        { type: 'x', result: 'failed' },
        { type: 'y', result: 'info' },
      ],
    };
    expect((await api.send('POST', '/api/test-results', { body: published })).status).toBe(200);
    expect((await trend('', 'never')).json).toMatchObject([
      {
        date: '2026-03-30',
        runs: 1,
        result: 'failed',
        checks: 2,
        failedChecks: 1,
        durationMs: 4000,
      },
    ]);
  });

  it('is one statement that reads nothing but an index', async () => {
    await api.database.knex.raw('vacuum analyze test_results');
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): number => statements.push(sql);
    api.database.knex.on('query', note);
    await trend();
    api.database.knex.removeListener('query', note);
    const own = statements.filter((sql) => sql.includes('test_results'));
    expect(own).toHaveLength(1);
    await api.database.knex.transaction(async (tx) => {
      await tx.raw('set local enable_seqscan = off; set local enable_bitmapscan = off');
      const sql = (own[0] ?? '').replace(/\$(\d)(::text)?/g, (_, n: string) => {
        const values = [
          `'${api.organizationId}'`,
          "'{orders}'",
          "'2026-03-01'",
          "'2026-04-01'",
          'null::text',
        ];
        return values[Number(n) - 1] ?? '';
      });
      const { rows } = await tx.raw(`explain ${sql}`);
      expect(JSON.stringify(rows)).toContain('Index Only Scan using test_results_trend');
    });
  });
});

describe('the list of results', () => {
  it('takes one result or several, and tells how many checks failed', async () => {
    const list = async (query: string) =>
      (await api.send('GET', `/api/test-results?dataContractId=orders&${query}`)).json as any[];
    const only = new Set((await list('result=failed')).map(({ result }) => result));
    expect(only).toEqual(new Set(['failed']));
    const both = new Set((await list('result=error&result=warning')).map(({ result }) => result));
    expect(both).toEqual(new Set(['error', 'warning']));
    const [broken] = await list('result=error');
    expect(broken).toMatchObject({ checkCount: 3, failedChecks: 2 });
    expect((await api.send('GET', '/api/test-results?result=bad')).status).toBe(400);
  });

  it('shows all that a check says in the one result', async () => {
    const id = await store({ at: now, seconds: 1, results: ['failed'], samples: true });
    const { json } = await api.send('GET', `/api/test-results/${id}`);
    expect(json.checks[0]).toMatchObject({
      dimension: 'completeness',
      qualityReference: 'q1',
      tags: ['a'],
      totalNumber: 10,
      failedNumber: 3,
      failedSamples: [{ status: 'secret row' }],
    });
  });
});

it('rows that failed are forgotten after 30 days, and the verdicts stay', async () => {
  const old = await store({
    at: new Date(now.getTime() - 31 * day),
    seconds: 1,
    results: ['failed', 'failed'],
    samples: true,
  });
  const young = await store({
    at: new Date(now.getTime() - 29 * day),
    seconds: 1,
    results: ['failed'],
    samples: true,
  });
  const workers = startWorkers(
    api,
    {},
    {
      clock: { now: () => now, aheadMs: now.getTime() - Date.now() },
    },
  );
  try {
    await transact(api.database, (tx) =>
      requestWork(tx, {
        organizationId: undefined,
        kind: applyRetention.kind,
        job: applyRetention.name,
        key: 'retention',
        payload: {},
        dueAt: now,
        now,
      }),
    );
    const checks = async (id: string): Promise<any[]> =>
      (await api.send('GET', `/api/test-results/${id}`)).json.checks;
    await until(
      'they are gone',
      async () => !JSON.stringify(await checks(old)).includes('secret row'),
    );
    expect(await checks(old)).toMatchObject([{ failedNumber: 3 }, { failedNumber: 3 }]);
    expect(JSON.stringify(await checks(young))).toContain('secret row');
  } finally {
    await workers.stop();
  }
});
