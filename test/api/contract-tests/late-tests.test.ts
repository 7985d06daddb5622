import { deleteProcess, upsertProcess } from '../../../db/tables/work/processes.ts';
import type { ProcessRole } from '../../../db/tables/work/processes.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import { newId } from '../../../lib/ids.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ testWaitSeconds: 600, lateWorkMs: 300 });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  const servers = [{ server: 's', type: 'local', path: 'x.csv', format: 'csv' }];
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders', { servers }) });
});
afterAll(() => api.stop());

const running: string[] = [];
afterEach(async () => {
  for (const id of running.splice(0)) await deleteProcess(api.database.knex, id);
  await api.database.knex('work').delete();
});

/** Lists a process of this role as one that lives. */
async function live(role: ProcessRole, kinds: WorkKind[] = []): Promise<void> {
  const self = { id: newId(), role, host: 'h', pid: 1, kinds };
  await upsertProcess(api.database.knex, self, '[]');
  running.push(self.id);
}

const mark = (time: string) =>
  api.database.knex.raw(`update work set dispatched_at = clock_timestamp() - interval '${time}'`);
const request = () => api.send('POST', '/api/datacontracts/orders/test');

async function hintOf(answer: ReturnType<typeof request>): Promise<string> {
  const { status, headers, json } = await answer;
  expect([status, json.state]).toEqual([202, 'QUEUED']);
  expect(headers.get('location')).toBe(`/api/test-runs/${json.id}`);
  expect(headers.get('x-catalog-warnings')).toBe(json.hint);
  return json.hint;
}

test.each<[missing: string, roles: [ProcessRole, WorkKind[]?][]]>([
  ['no clock and no worker runs', []],
  ['no clock runs', [['worker', ['contract-tests']]]],
  ['no worker runs that does this kind of work', [['clock']]],
  ['no worker runs that does this kind of work', [['clock'], ['worker', ['ingestion']]]],
  ['the clock does not reach Redis', [['clock'], ['worker', ['contract-tests']]]],
])('a late test answers that %s', async (missing, roles) => {
  for (const [role, kinds] of roles) await live(role, kinds);
  expect(await hintOf(request())).toContain(`The test has not begun: ${missing}.`);
});

test('a late test answers that its kind is paused', async () => {
  await live('clock');
  await live('worker', ['contract-tests']);
  const path = '/api/ops/kinds/contract-tests';
  await api.send('POST', `${path}/pause`, { body: { reason: 'tested' } });
  const hint = await hintOf(request());
  await api.send('POST', `${path}/resume`);
  expect(hint).toContain('The test has not begun: an operator has paused this kind of work.');
});

test('a test that waits for a free slot is waited for, until Redis is lost', async () => {
  await live('clock');
  await live('worker', ['contract-tests']);
  // Two requests are answered by one query: that of the other tells that this one was looked at and left to wait.
  await api.database.knex.raw(`create function notified() returns trigger language plpgsql as
    'begin new.dispatched_at := clock_timestamp(); return new; end'`);
  await api.database.knex.raw(
    `create trigger notified before insert on work for each row execute function notified()`,
  );
  let isAnswered = false;
  const patient = request().finally(() => (isAnswered = true));
  await until('the work is late', async () => {
    const { rows } = await api.database.knex.raw<{ rows: object[] }>(
      `select 1 from work where available_at < clock_timestamp() - interval '300 milliseconds'`,
    );
    return rows.length > 0;
  });
  await api.database.knex.raw('drop function notified cascade');
  await hintOf(request());
  expect(isAnswered).toBe(false);
  await mark('1 minute');
  expect(await hintOf(patient)).toContain('the clock does not reach Redis');
});
