import { startPresence } from '../../../db/announce-process.ts';
import { createRefusedWrites } from '../../../db/refused-writes.ts';
import { upsertProcess } from '../../../db/tables/work/processes.ts';
import { workKinds } from '../../../domain/work/kinds.ts';
import { systemClock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { createProcessMetrics } from '../../../lib/metrics.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.stop());

/** Postgres answers writes to these tables as on a full disk. */
async function refuseWrites(...tables: string[]): Promise<void> {
  const { knex } = api.database;
  await knex.raw(`create function refuse_writes() returns trigger language plpgsql as
    'begin raise exception ''could not extend file'' using errcode = ''53100''; end'`);
  for (const table of tables) {
    await knex.raw(
      `create trigger full_disk before insert or update on ${table} execute function refuse_writes()`,
    );
  }
}

const overview = async () => (await api.send('GET', '/api/ops/overview')).json;

test('the overview names it, and then no processes that cannot report', async () => {
  const { knex } = api.database;
  const worker = { id: newId(), role: 'worker', host: 'h', pid: 1, kinds: workKinds } as const;
  await upsertProcess(knex, worker, '[]');
  await knex('processes').update({ seen_at: new Date(Date.now() - 60_000) });
  await refuseWrites('documents', 'processes');
  const codes = (await overview()).needs.map((need: { code: string }) => need.code);
  expect(codes).toEqual(['no_process', 'no_process', 'process_lost']);
  const put = await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  expect(put.status).toBe(503);
  const { needs, status } = await overview();
  // No clock has a row: none runs.
  expect(needs).toMatchObject([
    { code: 'database_refuses_writes', message: expect.stringContaining('disk of the database') },
    { code: 'no_process', message: 'No clock runs.' },
  ]);
  expect(status).toBe('critical');
});

test('an API learns of it from its own report', async () => {
  await refuseWrites('processes');
  const writes = createRefusedWrites(systemClock);
  const metrics = createProcessMetrics('api');
  const { database } = api;
  const presence = startPresence({ database, role: 'api', metrics, writes, log: quietLog });
  await until('it knows', () => writes.since());
  await presence.stop();
});
