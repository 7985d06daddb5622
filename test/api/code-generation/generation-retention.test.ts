import {
  deleteSurplusGenerations,
  deleteUnusedGenerations,
} from '../../../db/tables/code-generation/generations.ts';
import { requestWork } from '../../../db/tables/work/work.ts';
import { transact } from '../../../db/transact.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { newId } from '../../../lib/ids.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
/** The clock of a job is never behind Postgres. */
const now = new Date();
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(() => api.database.knex('generations').delete());

async function store(
  format: string,
  days: number,
  bytes: number,
  organizationId: OrganizationId = api.organizationId,
): Promise<void> {
  await api.database.knex('generations').insert({
    organization_id: organizationId,
    contract_hash: Buffer.from(format),
    request_hash: Buffer.alloc(32),
    format,
    work_id: newId(),
    answer: '{}',
    bytes,
    requested_at: daysAgo(100),
    used_at: daysAgo(days),
  });
}

const kept = async (): Promise<string[]> =>
  (await api.database.knex('generations').orderBy('format').select('format')).map(
    ({ format }: { format: string }) => format,
  );

it('deletes what nobody has used for a while, in batches', async () => {
  for (const [format, days] of [
    ['a', 31],
    ['b', 40],
    ['c', 29],
    ['d', 0],
  ] as const)
    await store(format, days, 10);
  const { knex } = api.database;
  expect(await deleteUnusedGenerations(knex, daysAgo(30), 1)).toBe(1);
  expect(await kept()).toEqual(['a', 'c', 'd']);
  expect(await deleteUnusedGenerations(knex, daysAgo(30), 10)).toBe(1);
  expect(await kept()).toEqual(['c', 'd']);
});

it('deletes of each organization what is least recently used beyond its bytes', async () => {
  const other = await api.newOrganization('other');
  await store('a', 3, 60);
  await store('b', 2, 60);
  await store('c', 1, 30);
  await store('theirs', 20, 90, other);
  expect(await deleteSurplusGenerations(api.database.knex, 100, 10)).toBe(1);
  expect(await kept()).toEqual(['b', 'c', 'theirs']);
  expect(await deleteSurplusGenerations(api.database.knex, 100, 10)).toBe(0);
});

it('is done by the clock', async () => {
  await store('old', 31, 10);
  await store('large', 2, 200 * 1024 * 1024);
  await store('larger', 1, 100 * 1024 * 1024);
  const workers = startWorkers(api, {}, { runnerClock: { now: () => now } });
  const name = 'forget-generations';
  const work = { organizationId: undefined, kind: 'housekeeping', job: name, key: name } as const;
  await transact(api.database, (tx) =>
    requestWork(tx, { ...work, subjectId: undefined, payload: {}, dueAt: now, now }),
  );
  await until('both are deleted', async () => (await kept()).length === 1);
  expect(await kept()).toEqual(['larger']);
  await workers.stop();
});
