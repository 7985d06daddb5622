import { deleteIntegration } from '../../../commands/integrations/delete-integration.ts';
import { requestCheck } from '../../../commands/integrations/request-check.ts';
import { openRun } from '../../../commands/integrations/start-run.ts';
import { transact } from '../../../db/transact.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { integrations, principalOf, registerStubSource } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers | undefined;
registerStubSource();
beforeEach(async () => {
  api = await startApi({ eventTypePrefix: '' });
});
afterEach(async () => {
  await workers?.stop();
  await api.stop();
});

const needs = async (): Promise<string[]> =>
  (await api.send('GET', '/api/ops/overview')).json.needs.map(({ code }: any) => code);

const ended = (workId: string) =>
  until('the work has ended', async () => {
    const { work } = (await api.send('GET', `/api/ops/work?id=${workId}`)).json;
    return work[0].finishedAt !== null && work[0];
  });

it('checks of an integration that was deleted meanwhile end cancelled, and raise no alarm', async () => {
  const call = integrations(api);
  await call.put('short-lived');
  const about = { id: 'short-lived', principal: principalOf(api), requestId: undefined };
  const requested = await Promise.all(
    (['plan', 'connection'] as const).map((kind) =>
      transact(api.database, (tx) => requestCheck(tx, { ...about, kind, now: new Date() })),
    ),
  );
  const preconditions = { ifMatch: undefined, mustBeNew: false };
  await deleteIntegration(api.database, { ...about, preconditions, now: new Date() });
  workers = startWorkers(api);
  for (const { checkId, workId } of requested) {
    expect(await ended(workId)).toMatchObject({
      state: 'CANCELLED',
      lastError: `The check '${checkId}' was deleted with its integration.`,
    });
  }
  expect(await needs()).not.toContain('work_failed');
});

it('a run whose integration was deleted before it is tried again ends cancelled', async () => {
  const call = integrations(api);
  await call.put('short-lived');
  const { knex } = api.database;
  const cause = { organizationId: api.organizationId, id: 'short-lived', requestId: undefined };
  const run = await transact(api.database, (tx) =>
    openRun(
      tx,
      { ...cause, principal: principalOf(api).name, now: new Date() },
      { trigger: 'schedule' },
    ),
  );
  // As cascades of the schema delete it, whatever may have opened the run.
  await knex('integrations').where({ id: 'short-lived' }).delete();
  workers = startWorkers(api);
  expect(await ended(run?.workId ?? '')).toMatchObject({
    state: 'CANCELLED',
    lastError: `The run '${run?.runId}' was deleted with its integration.`,
  });
  expect(await needs()).not.toContain('work_failed');
});
