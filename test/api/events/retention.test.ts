import { lowestId } from '../../../lib/ids.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { doHousekeeping } from '../../support/builders/housekeeping.ts';
import { team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

const day = 24 * 3_600_000;
let api: TestApi;
let workers: TestWorkers;
beforeEach(async () => {
  api = await startApi();
  workers = startWorkers(api);
});
afterEach(async () => {
  await workers.stop();
  await api.stop();
});

type Stored = { id: string; seq: number; subject_id: string };

async function createTeams(ids: readonly string[]): Promise<Stored[]> {
  for (const id of ids) await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  return until('all have their position', async () => {
    const rows = await api.database.knex('events').whereNotNull('seq').orderBy('seq');
    return rows.length === ids.length && rows;
  });
}

/** Changes the day on which the events of these teams happened. */
const age = (ids: readonly string[], days: number) =>
  api.database
    .knex('events')
    .whereIn('subject_id', ids)
    .update({ at: new Date(Date.now() - days * day) });

async function read(lastEventId?: string): Promise<[string, string | null]> {
  const query = lastEventId === undefined ? '' : `?lastEventId=${lastEventId}`;
  const { json, headers } = await api.send('GET', `/api/events${query}`);
  const names = json.map(({ subject }: { subject: string }) => subject);
  return [names.join(' '), headers.get('x-events-truncated')];
}

it('takes old events from the start of the feed, and who comes with one of them gets all that is kept, once', async () => {
  const [a, b, c, d] = (await createTeams(['a', 'b', 'c', 'd'])) as [
    Stored,
    Stored,
    Stored,
    Stored,
  ];
  expect(await read()).toEqual(['a b c d', null]);
  // One that is as old as the first lies behind one that is not: a slow transaction.
  await age(['a', 'c'], 91);
  await doHousekeeping(api, 'apply-retention');
  expect(await read()).toEqual(['b c d', 'true']);
  expect(await read('null')).toEqual(['b c d', 'true']);
  expect(await read(a.id)).toEqual(['b c d', 'true']);
  expect(await read(b.id)).toEqual(['c d', null]);
  expect(await read(c.id)).toEqual(['d', null]);
  await age(['b'], 91);
  await doHousekeeping(api, 'apply-retention');
  for (const { id } of [a, b, c]) expect(await read(id)).toEqual(['d', 'true']);
  expect(await read(d.id)).toEqual(['', null]);
  // Never issued, and from the time of those that are gone.
  expect(await read(lowestId(Date.parse('2020-01-01')))).toEqual(['d', 'true']);
  expect(await read(lowestId(Date.now() + day))).toEqual(['', null]);
});

it('lets nobody lose an event whose id was made before that of one that is gone', async () => {
  const [, , c] = await createTeams(['a', 'b', 'c']);
  // The events of the last team were recorded in the transaction that began first.
  const early = lowestId(Date.now() - 60_000);
  await api.database.knex('events').where({ id: c?.id }).update({ id: early });
  const kept = await api.database.knex('events').orderBy('seq').select('id', 'subject_id');
  await age(['a', 'b'], 91);
  await doHousekeeping(api, 'apply-retention');
  expect(kept[1]?.id > early).toBe(true);
  expect(await read(kept[1]?.id)).toEqual(['c', 'true']);
  expect(await read(early)).toEqual(['', null]);
});

it('keeps the feeds of organizations apart, and what has no position yet', async () => {
  const other = await api.newOrganization('other');
  const { text: key } = await api.newKey('organization', { organizationId: other });
  await createTeams(['a']);
  await api.send('PUT', '/api/teams/theirs', { body: team('theirs'), key });
  await until('it has its position', async () => {
    const { json } = await api.send('GET', '/api/events', { key });
    return json.length === 1;
  });
  await age(['a'], 91);
  await doHousekeeping(api, 'apply-retention');
  const theirs = await api.send('GET', '/api/events', { key });
  expect([theirs.json.length, theirs.headers.get('x-events-truncated')]).toEqual([1, null]);
  expect(await read()).toEqual(['', 'true']);
});
