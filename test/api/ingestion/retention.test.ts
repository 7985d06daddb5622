import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { integrations, registerStubSource } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
registerStubSource();
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

it('forgets old runs with their logs, but never the newest of an integration', async () => {
  const call = integrations(api);
  const { knex } = api.database;
  for (const id of ['busy', 'idle']) await call.put(id);
  const ids: string[] = [];
  for (const id of ['idle', 'busy', 'busy', 'busy']) ids.push((await call.run(id)).ingestionRunId);
  const [idle, oldest, old, newest] = ids;
  const ago = (days: number): Date => new Date(Date.now() - days * 24 * 3_600_000);
  for (const [id, days] of [
    [idle, 200],
    [oldest, 91],
    [old, 89],
    [newest, 1],
  ] as const) {
    await knex('ingestion_runs')
      .where({ id })
      .update({ ended_at: ago(days) });
  }
  const work = { kind: 'housekeeping', job: 'apply-retention', key: 'x', payload: {} } as const;
  const now = new Date();
  await transact(api.database, (tx) =>
    requestWork(tx, { organizationId: undefined, ...work, dueAt: now, now }),
  );
  const kept = await until('the old one is gone', async () => {
    const left = await knex('ingestion_runs').pluck<string[]>('id');
    return left.length < 4 && left;
  });
  expect(kept.toSorted()).toEqual([idle, old, newest].toSorted());
  expect(await knex('ingestion_log_lines').where({ run_id: oldest })).toEqual([]);
});
